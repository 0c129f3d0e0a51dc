from app.plain import tool
