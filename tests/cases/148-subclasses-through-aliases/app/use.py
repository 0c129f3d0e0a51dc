from app.turbo import Turbo as Fast
from app.turbo import Twin


def go():
    return Fast(2)  # E: subclass


def deep():
    return Twin()  # E: subclass
