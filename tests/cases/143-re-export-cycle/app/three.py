from app.one import Engine as Motor
