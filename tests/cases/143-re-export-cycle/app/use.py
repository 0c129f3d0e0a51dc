import app.one
from app.two import Motor


def go():
    return Motor()  # E: construct
