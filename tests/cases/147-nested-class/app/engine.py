class Outer:
    class Inner:
        def __init__(self):
            self.power = 1

    def make(self):
        return self.Inner()  # E: construct
