from app.engine import Engine
from app.other import Other


class Base:
    kind = Engine  # E: alias


class Child(Base):
    def make(self):
        return self.kind()  # E: construct


class Hidden(Base):
    kind = Other

    def make(self):
        return self.kind()  # E: none


class Owner:
    def __init__(self):
        self.kind = Engine  # E: alias|escape

    def make(self):
        return self.kind()  # E: construct|construct-indirect
