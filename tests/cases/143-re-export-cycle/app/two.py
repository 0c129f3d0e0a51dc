from app.three import *
