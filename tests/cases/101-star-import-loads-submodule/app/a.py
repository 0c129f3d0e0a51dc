from app.tools import *
