from app.engine import Engine


class Plain(Engine):
    def twice(self):
        return self.start(), self.start()  # E: call


class Turbo(Engine):
    def start(self):
        return super().start()  # E: call


def go():
    return Plain().start()  # E: call


def returned() -> Plain:
    return Plain()


def through_return():
    return returned().start()  # E: call
