class Engine:
    def __init__(self, power: int = 1) -> None:
        self.power = power

    def __enter__(self):
        return self

    def __exit__(self, *arguments): ...
    def __iter__(self):
        return iter((self, self))

    def __index__(self):
        return 1

    def __lt__(self, other):
        return True

    def __radd__(self, other):
        return other

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return True
