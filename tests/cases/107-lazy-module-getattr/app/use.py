from app import Engine
