from app.engine import build as make
