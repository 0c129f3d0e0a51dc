from app.sub import missing_name
