from app.open import *


def go():
    return Engine()  # E: construct
