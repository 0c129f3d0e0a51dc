from app.sub import tool
