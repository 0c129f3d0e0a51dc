from app.chain import *


def go():
    return Motor()  # E: construct


def absent():
    return Engine()  # E: none
