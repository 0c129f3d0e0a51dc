from app.engine import Engine


@Engine  # E: construct
def decorated(): ...


def with_default(engine=Engine(2), *, other=[Engine(3)]):  # E: construct
    return engine, other


def many(count):
    return [Engine(n) for n in range(count)]  # E: construct


def text():
    return f"{Engine(4).power:>{Engine(5).power}}"  # E: construct


def walrus():
    if (engine := Engine(6)).power:  # E: construct
        return engine


async def later():
    yield Engine(7)  # E: construct


def either(flag):
    return Engine(8) if flag else None  # E: construct
