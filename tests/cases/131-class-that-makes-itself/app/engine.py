class Engine:
    def __init__(self, power: int = 1) -> None:
        self.power = power

    @classmethod
    def make(cls):
        return cls(2)  # E: self-construct

    def copy(self):
        return type(self)(self.power)  # E: self-construct

    def twin(self):
        return self.__class__(3), Engine(4)  # E: self-construct
