from app.kit import *
