from app.engine import Box


def go():
    return Box[int](3)  # E: construct


IntBox = Box[int]  # E: alias


def named():
    return IntBox(4)  # E: construct


def typed(box: Box[str]) -> "Box[int]":  # E: none
    return box
