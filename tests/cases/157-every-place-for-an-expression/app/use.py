from app.engine import Engine as E


def places(flag, table):
    with E(1) as first, E(2):  # E: construct
        pass
    assert E(3)  # E: construct
    table[E(4)] = not E(5)  # E: construct
    pairs = {E(6): n for n in range(2) if E(7)}  # E: construct
    spread = [*E(8), *(E(9) for _ in range(1))]  # E: construct
    call = max(E(10), key=lambda one: E(11))  # E: construct
    either = flag and E(12) or E(13) < E(14) < E(15)  # E: construct
    sliced = "abc"[E(16) : E(17)]  # E: construct
    for one in E(18):  # E: construct
        flag += E(19)  # E: construct
    while E(20):  # E: construct
        break
    try:
        raise KeyError(E(21))  # E: construct
    except (ValueError, E(22) and KeyError):  # E: construct
        pass
    match E(23):  # E: construct
        case _ if E(24):  # E: construct
            pass
    one, (two, *rest) = E(25), (E(26), E(27))  # E: construct
    del table[E(28)]  # E: construct
    return pairs, spread, call, sliced, either, E(29).power.real  # E: construct


class Base:
    def __init_subclass__(cls, **keywords): ...


class Box(Base, power=E(30)):  # E: construct
    field: "E" = E(31)  # E: construct


def annotated(one: E(32) = E(33)) -> E(34):  # E: construct
    return one
