from app.listed import *
