from app.engine import *


def go():
    return Engine()  # E: construct|maybe
