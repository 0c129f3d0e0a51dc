"""Options are read from TOML by the types of a gate's fields, and every mistake says what to write instead."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archgates.domain.errors import ConfigurationError
from archgates.domain.options import OptionError, Place, read_options

PLACE = Place("gates.toml", "gates[3]")


class Shade(Enum):
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, kw_only=True)
class Row:
    name: str
    weight: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Options:
    target: str
    allow: tuple[str, ...] = ()
    count: int | None = None
    strict: bool = False
    shade: Shade = Shade.LIGHT
    shades: frozenset[Shade] = frozenset()
    mode: Literal["fast", "exact"] = "fast"
    rows: tuple[Row, ...] = ()
    pair: tuple[str, int] = ("", 0)
    sizes: Mapping[str, int] = field(default_factory=dict)
    where: str | tuple[str, ...] = "everywhere"
    expires: datetime.date | None = None
    from_: str = ""

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 0:
            raise OptionError("count", f"{self.count} is less than nothing.", "Write count = 0.")


def read(text: str) -> Options:
    return read_options(Options, tomllib.loads(text), PLACE)


def error(text: str) -> str:
    with pytest.raises(ConfigurationError) as raised:
        read(text)
    return str(raised.value)


def test_every_type_is_read() -> None:
    options = read(
        """
        target = "app.Engine"
        allow = ["app.main", "app.*.make"]
        count = 2
        strict = true
        shade = "dark"
        shades = ["dark", "light"]
        mode = "exact"
        rows = [{ name = "a" }, { name = "b", weight = 2 }]
        pair = ["x", 3]
        sizes = { small = 1, large = 9 }
        where = ["app/**"]
        expires = 2027-03-31
        from = "elsewhere"
        """
    )
    assert options == Options(
        target="app.Engine",
        allow=("app.main", "app.*.make"),
        count=2,
        strict=True,
        shade=Shade.DARK,
        shades=frozenset(Shade),
        mode="exact",
        rows=(Row(name="a"), Row(name="b", weight=2.0)),
        pair=("x", 3),
        sizes={"small": 1, "large": 9},
        where=("app/**",),
        expires=datetime.date(2027, 3, 31),
        from_="elsewhere",
    )


def test_what_is_left_out_has_its_default() -> None:
    assert read('target = "x"') == Options(target="x")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('target = "x"\nalow = ["y"]', "gates[3].alow: unknown key. Did you mean `allow`?"),
        ('target = "x"\nzzz = 1', "gates[3].zzz: unknown key. Known keys: target, allow,"),
        ('target = "x"\nform = "y"', "gates[3].form: unknown key. Did you mean `from`?"),
        ('target = "x"\n"odd key" = 1', 'gates[3]."odd key": unknown key.'),
        ("strict = true", 'gates[3]: the key `target` is missing. Write target = "...".'),
        ("target = 1", 'gates[3].target: is an integer (1), but must be a string. Write target = "1".'),
        (
            'target = "x"\nallow = "app.main"',
            'gates[3].allow: is a string ("app.main"), but must be an array of strings. Write allow = ["app.main"].',
        ),
        ('target = "x"\nallow = ["a", 2]', "gates[3].allow[1]: is an integer (2), but must be a string."),
        ('target = "x"\ncount = "2"', 'is a string ("2"), but must be an integer. Write count = 2.'),
        ('target = "x"\ncount = true', "gates[3].count: is a boolean (true), but must be an integer. Write count = 1."),
        ('target = "x"\ncount = 1.5', "gates[3].count: is a float (1.5), but must be an integer."),
        ('target = "x"\nstrict = "true"', "must be a boolean. Write strict = true."),
        ('target = "x"\nstrict = 0', "gates[3].strict: is an integer (0), but must be a boolean."),
        ('target = "x"\nshade = "drak"', 'gates[3].shade: "drak" is not known here. Did you mean "dark"?'),
        ('target = "x"\nshade = "q"', 'Write one of "light", "dark".'),
        ('target = "x"\nshade = 1', 'gates[3].shade: is an integer (1), but must be one of "light", "dark".'),
        ('target = "x"\nmode = "exakt"', 'gates[3].mode: "exakt" is not known here. Did you mean "exact"?'),
        ('target = "x"\nshades = ["dark", "dark"]', 'gates[3].shades[1]: "dark" is there twice. Remove one.'),
        ('target = "x"\nrows = [{ nam = "a" }]', "gates[3].rows[0].nam: unknown key. Did you mean `name`?"),
        ('target = "x"\nrows = [{}]', 'gates[3].rows[0]: the key `name` is missing. Write name = "...".'),
        ('target = "x"\nrows = { name = "a" }', "gates[3].rows: is a table, but must be an array of tables."),
        ('target = "x"\npair = ["x"]', 'gates[3].pair: has 1 item, but must have 2. Write ["...", 1].'),
        ('target = "x"\nsizes = { small = "1" }', 'gates[3].sizes.small: is a string ("1"), but must be an integer.'),
        ('target = "x"\nsizes = { "core.py" = "1" }', 'gates[3].sizes."core.py": is a string'),
        ('target = "x"\nsizes = { "core.py" = "1" }', 'must be an integer. Write "core.py" = 1.'),
        ('target = "x"\nsizes = { "a.\\"b.c" = "1" }', 'must be an integer. Write "a.\\"b.c" = 1.'),
        ('target = "x"\nwhere = 1', "gates[3].where: is an integer (1), but must be a string or an array of strings."),
        ('target = "x"\nexpires = "2027-03-31"', "gates[3].expires: is a string"),
        ('target = "x"\nexpires = 2027-03-31T00:00:00', "gates[3].expires: is a date-time"),
        ('target = "x"\ncount = -1', "gates[3].count: -1 is less than nothing. Write count = 0."),
    ],
)
def test_mistakes_name_the_key_and_what_to_write(text: str, expected: str) -> None:
    message = error(text)
    assert message.startswith("gates.toml: ")
    assert expected in message


def test_a_long_value_is_shortened_in_the_message() -> None:
    assert len(error(f'target = "x"\ncount = "{"long " * 100}"')) < 200


def test_a_number_too_long_to_print_is_left_out_of_the_message() -> None:
    assert "is an integer (...)" in error(f'target = "x"\nstrict = 0x{"f" * 5000}')


scalars = st.one_of(
    st.text(max_size=20),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.dates(),
    st.datetimes(),
    st.times(),
)
keys = st.one_of(st.sampled_from([one.rstrip("_") for one in Options.__dataclass_fields__]), st.text(max_size=10))
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


@given(st.dictionaries(keys, values, max_size=8))
def test_any_table_is_options_or_a_configuration_error(table: dict[str, object]) -> None:
    try:
        read_options(Options, table, PLACE)
    except ConfigurationError as refused:
        message = str(refused)
    else:
        message = "gates.toml: gates[3]"
    assert message.startswith("gates.toml: gates[3]")
