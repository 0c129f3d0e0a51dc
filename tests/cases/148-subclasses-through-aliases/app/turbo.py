from app.engine import Engine as Motor


class Turbo(Motor):
    pass


class Twin(Turbo):
    def copy(self):
        return super().__new__(Twin)  # E: subclass|none
