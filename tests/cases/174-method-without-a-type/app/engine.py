class Engine:
    """The one engine."""

    def __init__(self, power: int = 1) -> None:
        self.power = power

    def start(self) -> str:
        return "on"
