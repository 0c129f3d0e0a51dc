from app import core
