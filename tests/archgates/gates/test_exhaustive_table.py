"""The gate `exhaustive-table`: one row per member and every key, in every way to write a table out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archgates.domain.errors import ConfigurationError
from archgates.gates.exhaustive_table import ExhaustiveTable
from tests.archgates.gates.bench import configured, judge

TABLE: dict[str, Any] = {
    "gate": "exhaustive-table",
    "table": "app.profiles.PROFILES",
    "rows": "app.kinds.Profile",
    "columns": "app.kinds.Capability",
}
KINDS = """\
    from enum import Enum, auto


    class Profile(Enum):
        LIVE = "live"
        BENCH = "bench"
        DEFAULT = LIVE


    class Capability(Enum):
        TIMERS = auto()
        SHELL = auto()

        @property
        def label(self):
            return self.name.lower()
    """
IMPORTS = "from types import MappingProxyType\nfrom app.kinds import Capability, Profile\nimport app.kinds as kinds\n"
GOOD_TABLES = {
    "dictionaries": """
PROFILES = {
    Profile.LIVE: {Capability.TIMERS: True, Capability.SHELL: False},
    Profile.BENCH: {Capability.TIMERS: False, Capability.SHELL: False},
}
""",
    "annotated and frozen, through an alias": """
PROFILES: dict = MappingProxyType({
    kinds.Profile.DEFAULT: MappingProxyType({kinds.Capability.TIMERS: True, kinds.Capability.SHELL: False}),
    Profile["BENCH"]: dict([(Capability.TIMERS, False), (Capability.SHELL, False)]),
})
""",
    "members by value": """
PROFILES = {
    Profile("live"): {Capability.TIMERS: True, Capability.SHELL: False},
    Profile("bench"): {Capability.TIMERS: False, Capability.SHELL: False},
}
""",
    "keyword arguments": """
PROFILES = {
    Profile.LIVE: dict(timers=True, shell=False),
    Profile.BENCH: Row(timers=False, shell=False),
}
""",
    "rows of a class": """
from typing import NamedTuple


class Row(NamedTuple):
    timers: bool
    shell: bool


PROFILES = {Profile.LIVE: Row(True, False), Profile.BENCH: Row(False, shell=False)}
""",
    "spread and replaced": """
BASE = {Capability.TIMERS: True, Capability.SHELL: False}
PROFILES = {
    Profile.LIVE: BASE,
    Profile.BENCH: {**BASE, Capability.TIMERS: False},
}
""",
    "merged": """
BASE = {Capability.SHELL: False}
ONE = {Profile.LIVE: BASE | {Capability.TIMERS: True}}
PROFILES = ONE | {Profile.BENCH: BASE | {Capability.TIMERS: False}}
""",
    "pairs as keys": """
PROFILES = {
    (Profile.LIVE, Capability.TIMERS): True,
    (Profile.LIVE, Capability.SHELL): False,
    (Profile.BENCH, Capability.TIMERS): False,
    (Profile.BENCH, Capability.SHELL): False,
}
""",
    "a list of pairs": """
PROFILES = (
    (Profile.LIVE, {Capability.TIMERS: True, Capability.SHELL: False}),
    (Profile.BENCH, {Capability.TIMERS: False, Capability.SHELL: False}),
)
""",
    "a table of its own class": """
class Table:
    def __init__(self, rows): self.rows = rows


PROFILES = Table(rows={
    Profile.LIVE: {Capability.TIMERS: True, Capability.SHELL: False},
    Profile.BENCH: {Capability.TIMERS: False, Capability.SHELL: False},
})
""",
    "constants of the module": """
LIVE = Profile.LIVE
ON = {Capability.TIMERS: True, Capability.SHELL: True}
PROFILES = {LIVE: ON, kinds.Profile.BENCH: ON}
""",
}


def files(table: str, kinds: str = KINDS) -> dict[str, str]:
    return {"app/__init__.py": "", "app/kinds.py": kinds, "app/profiles.py": IMPORTS + table}


@pytest.mark.parametrize("way", GOOD_TABLES)
def test_an_exhaustive_table_passes(tmp_path: Path, way: str) -> None:
    judged = judge(tmp_path, files(GOOD_TABLES[way]), TABLE)
    assert judged.verdict == "PASS", judged.text
    assert judged.report["checked"]["sites"] == 2


@pytest.mark.parametrize("way", GOOD_TABLES)
def test_a_new_member_fails_every_table(tmp_path: Path, way: str) -> None:
    more = KINDS.replace("DEFAULT = LIVE", "DEFAULT = LIVE\n        DAEMON = 'daemon'")
    judged = judge(tmp_path, files(GOOD_TABLES[way], more), TABLE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing-row"])
    assert judged.subjects == {"app.profiles.PROFILES[DAEMON]"}


@pytest.mark.parametrize("way", GOOD_TABLES)
def test_a_new_key_fails_every_row(tmp_path: Path, way: str) -> None:
    more = KINDS.replace("SHELL = auto()", "SHELL = auto()\n        COMPUTE = auto()")
    judged = judge(tmp_path, files(GOOD_TABLES[way], more), TABLE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing-key", "missing-key"])


@pytest.mark.parametrize(
    ("rows", "kinds", "subject"),
    [
        ("Profile.LIVE: A, Profile.BENCH: A, Profile.LIVE: A", ["duplicate-row"], "PROFILES[LIVE]"),
        ("Profile.LIVE: A, Profile.BENCH: A, Profile.DEFAULT: A", ["duplicate-row"], "PROFILES[LIVE]"),
        ("Profile.LIVE: A, Profile.BENCH: A, Profile.GONE: A", ["extra-row"], "PROFILES[Profile.GONE]"),
        ("Profile.LIVE: A, 'bench': A", ["extra-row", "missing-row"], "PROFILES[bench]"),
        ("Profile.LIVE: A, Capability.SHELL: A", ["extra-row", "missing-row"], "PROFILES[Capability.SHELL]"),
        ("Profile.LIVE: A, Profile.BENCH: None", ["no-keys"], "PROFILES[Profile.BENCH]"),
        ("Profile.LIVE: A, Profile.BENCH: {**A, Profile.LIVE: 1}", ["extra-key"], "[Profile.BENCH][Profile.LIVE]"),
        (
            "Profile.LIVE: A, Profile.BENCH: {Capability.SHELL: 1, Capability.SHELL: 2}",
            ["duplicate-key", "missing-key"],
            "PROFILES[Profile.BENCH][SHELL]",
        ),
        ("Profile.LIVE: A, Profile.BENCH: {}", ["missing-key", "missing-key"], "PROFILES[Profile.BENCH][TIMERS]"),
        ("Profile.LIVE: A, Profile.BENCH: dict(timers=1, shel=2)", ["extra-key", "missing-key"], "[shel]"),
    ],
)
def test_a_planted_breach_fails(tmp_path: Path, rows: str, kinds: list[str], subject: str) -> None:
    table = f"A = {{Capability.TIMERS: True, Capability.SHELL: False}}\nPROFILES = {{{rows}}}\n"
    judged = judge(tmp_path, files(table), TABLE)
    assert (judged.verdict, judged.kinds) == ("FAIL", kinds)
    assert any(one.endswith(subject) for one in judged.subjects)


def test_an_extra_key_has_the_nearest_member(tmp_path: Path) -> None:
    table = (
        "A = {Capability.TIMER: 1, Capability.TIMERS: 1, Capability.SHELL: 2, 'q': 3}\nPROFILES = {Profile.LIVE: A}\n"
    )
    remedies = {one["subject"]: one["remedy"] for one in judge(tmp_path, files(table), TABLE).findings}
    name = "app.profiles.PROFILES[Profile.LIVE]"
    assert remedies[f"{name}[Capability.TIMER]"] == "Did you mean TIMERS?"
    assert remedies[f"{name}[q]"] == "Remove the key, or add the member."


def test_a_finding_stands_at_the_key_or_the_table(tmp_path: Path) -> None:
    table = "A = {Capability.TIMERS: 1}\n\n\nPROFILES = {\n    Profile.LIVE: A,\n    Profile.GONE: A,\n}\n"
    judged = judge(tmp_path, files(table), {**TABLE, "columns": ["TIMERS"]})
    places = {kind: line for _, line, kind in judged.places}
    assert (places["missing-row"], places["extra-row"]) == (7, 9)


@pytest.mark.parametrize(
    "table",
    [
        "PROFILES = {p: {} for p in Profile}\n",
        "PROFILES = build()\n",
        "PROFILES = {Profile.LIVE: {}, **load()}\n",
        "PROFILES = {Profile.LIVE: build(), name(): {}}\n",
        "PROFILES = {}\nPROFILES[Profile.LIVE] = {}\n",
        "PROFILES = {}\nPROFILES.update(build())\n",
        "PROFILES = {}\nif True:\n    PROFILES = {}\n",
        "import gone\nPROFILES = gone.Table(rows={Profile.LIVE: {}})\n",
        "from gone import drop\nPROFILES = drop({Profile.LIVE: {}, Profile.BENCH: {}})\n",
        "PROFILES = [make(p) for p in Profile]\n",
        "PROFILES = PROFILES\n",
        "def PROFILES(): ...\n",
    ],
)
def test_what_is_computed_is_incomplete_never_passed(tmp_path: Path, table: str) -> None:
    judged = judge(tmp_path, files(table), TABLE)
    assert judged.verdict == "INCOMPLETE", judged.text


NO_COLUMNS = {key: value for key, value in TABLE.items() if key != "columns"}
FULL = "PROFILES = {Profile.LIVE: 1, Profile.BENCH: 2}\n"


@pytest.mark.parametrize(
    "after",
    [
        "for key in list(PROFILES): del PROFILES[key]\n",
        "def clear():\n    global PROFILES\n    PROFILES = {}\n",
        "def register(profile):\n    PROFILES[profile] = 1\n",
        "same = PROFILES\nsame.clear()\n",
    ],
)
def test_a_table_that_is_changed_later_is_incomplete(tmp_path: Path, after: str) -> None:
    assert judge(tmp_path, files(FULL), NO_COLUMNS).verdict == "PASS"
    assert judge(tmp_path, files(FULL + after), NO_COLUMNS).verdict == "INCOMPLETE"


def test_a_table_that_another_module_changes_is_incomplete_there(tmp_path: Path) -> None:
    project = {**files(FULL), "app/change.py": "from app.profiles import PROFILES\nPROFILES.clear()\n"}
    judged = judge(tmp_path, project, NO_COLUMNS)
    assert (judged.verdict, judged.places) == ("INCOMPLETE", [("app/change.py", 2, "gap")])
    assert judge(tmp_path, project, {**NO_COLUMNS, "exclude": ["app/change.py"]}).verdict == "PASS"


def test_a_table_that_is_deleted_is_missing(tmp_path: Path) -> None:
    judged = judge(tmp_path, files(FULL + "del PROFILES\n"), NO_COLUMNS)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])


@pytest.mark.parametrize(
    "table",
    [
        "P = Profile\nPROFILES = {P.LIVE: 1, P.BENCH: 2}\n",
        "P = kinds\nPROFILES = {P.Profile.LIVE: 1, P.Profile('bench'): 2}\n",
        "class Own:\n    kind = Profile\n\nP = Own.kind\nPROFILES = {P.LIVE: 1, P['BENCH']: 2}\n",
        "P = Profile\nPROFILES = {P('live'): 1, kinds.Profile['BENCH']: 2}\n",
        "PROFILES = {}\nPROFILES = {Profile.LIVE: 1}\nPROFILES = {**PROFILES, Profile.BENCH: 2}\n",
        "import immutables\nPROFILES = immutables.Map({Profile.LIVE: 1, Profile.BENCH: 2})\n",
    ],
)
def test_other_ways_to_write_a_full_table_pass(tmp_path: Path, table: str) -> None:
    assert judge(tmp_path, files(table), NO_COLUMNS).verdict == "PASS"
    assert judge(tmp_path, files(table.replace("BENCH", "LIVE").replace("bench", "live")), NO_COLUMNS).verdict == "FAIL"


@pytest.mark.parametrize("key", ["Capability(1)", "name('live')", "kinds.names.LIVE"])
def test_a_key_that_cannot_be_told_is_incomplete(tmp_path: Path, key: str) -> None:
    kinds = KINDS + "\n\n    from gone import make\n    names = make()\n"
    table = f"from gone import name\nPROFILES = {{{key}: 1}}\n"
    judged = judge(tmp_path, files(table, kinds), {**NO_COLUMNS, "rows": "app.kinds.Capability"})
    assert (judged.verdict, judged.kinds) == ("INCOMPLETE", ["computed"])


def test_computed_rows_do_not_hide_other_breaches(tmp_path: Path) -> None:
    table = "PROFILES = {Profile.LIVE: build(), Profile.BENCH: {}}\n"
    judged = judge(tmp_path, files(table), TABLE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["computed", "missing-key", "missing-key"])


def test_members_that_depend_on_a_condition_are_incomplete(tmp_path: Path) -> None:
    kinds = KINDS.replace("DEFAULT = LIVE", "if True:\n            DAEMON = 3")
    assert judge(tmp_path, files(GOOD_TABLES["dictionaries"], kinds), TABLE).verdict == "INCOMPLETE"


def test_string_members_may_be_written_as_strings(tmp_path: Path) -> None:
    kinds = KINDS.replace("class Profile(Enum)", "class Profile(str, Enum)")
    table = "A = {Capability.TIMERS: 1, Capability.SHELL: 2}\nPROFILES = {'live': A, Profile.BENCH: A}\n"
    assert judge(tmp_path, files(table, kinds), TABLE).verdict == "PASS"


@pytest.mark.parametrize(
    "definition",
    [
        "from typing import Literal\nProfile = Literal['live', 'bench']\n",
        "from typing import Literal, TypeAlias\nProfile: TypeAlias = Literal['live'] | Literal['bench']\n",
        "Profile = ('live', 'bench')\n",
        "from typing import Literal\nProfile = Literal[Literal['live'], 'bench']\n",
        "from typing import Literal\nOne = Literal['live']\nTwo = One | Literal['bench']\nProfile = Two\n",
        "BENCH = 'bench'\nSOME = ['live']\nProfile = (*SOME, BENCH)\n",
        "Profile, other = frozenset(['live', 'bench']), 1\n",
        "Profile = frozenset({'live', 'bench'})\n",
        "from enum import StrEnum\nProfile = StrEnum('Profile', [('A', 'live'), ('B', 'bench')])\n",
        "import enum\nclass Base(enum.StrEnum): ...\nclass Profile(Base):\n    A = 'live'\n    B = 'bench'\n",
        "class Profile:\n    live: int\n    bench: int\n",
    ],
)
def test_rows_can_come_from_any_closed_set(tmp_path: Path, definition: str) -> None:
    options = {key: value for key, value in TABLE.items() if key != "columns"}
    good = {
        "app/__init__.py": "",
        "app/kinds.py": definition,
        "app/profiles.py": "PROFILES = {'live': 1, 'bench': 2}\n",
    }
    assert judge(tmp_path, good, options).verdict == "PASS"
    bad = {**good, "app/profiles.py": "PROFILES = {'live': 1}\n"}
    assert judge(tmp_path, bad, options).kinds == ["missing-row"]


def test_a_list_of_records_names_its_key(tmp_path: Path) -> None:
    table = """
PROFILES = [
    Row(timers=1, shell=2, profile=Profile.LIVE),
    {"profile": Profile.BENCH, "timers": 1, "shell": 2},
]
"""
    options = {**TABLE, "row_key": "profile", "columns": ["timers", "shell"]}
    assert judge(tmp_path, files(table), options).verdict == "PASS"
    judged = judge(tmp_path, files(table.replace("shell=2, ", "")), options)
    assert judged.subjects == {"app.profiles.PROFILES[Profile.LIVE][shell]"}


def test_an_attribute_of_a_class_can_be_the_table(tmp_path: Path) -> None:
    table = "class Profiles:\n    ALL = {Profile.LIVE: 1}\n"
    options = {"gate": "exhaustive-table", "table": "app.profiles.Profiles.ALL", "rows": "app.kinds.Profile"}
    assert judge(tmp_path, files(table), options).subjects == {"app.profiles.Profiles.ALL[BENCH]"}


@pytest.mark.parametrize(
    ("key", "name", "close"),
    [
        ("table", "app.profiles.PROFILE", "app.profiles.PROFILES"),
        ("table", "app.profile.PROFILES", "app.profiles.PROFILES"),
        ("table", "ap.profiles.PROFILES", "app.profiles.PROFILES"),
        ("rows", "app.kinds.Profil", "app.kinds.Profile"),
        ("rows", "apps.kinds.Profile", "app.kinds.Profile"),
        ("columns", "app.kinds.Capabilities", "app.kinds.Capability"),
    ],
)
def test_a_missing_subject_fails_with_the_nearest_name(tmp_path: Path, key: str, name: str, close: str) -> None:
    judged = judge(tmp_path, files(GOOD_TABLES["dictionaries"]), {**TABLE, key: name})
    assert (judged.verdict, judged.kinds) == ("FAIL", ["missing"])
    assert f"Did you mean {close}?" in judged.text


def test_a_closed_set_without_members_is_vacuous(tmp_path: Path) -> None:
    kinds = "from enum import Enum\n\n\nclass Profile(Enum): ...\n\n\nclass Capability(Enum): ...\n"
    judged = judge(tmp_path, files("PROFILES = {}\n", kinds), TABLE)
    assert (judged.verdict, judged.kinds) == ("FAIL", ["vacuous", "vacuous"])


@pytest.mark.parametrize(
    ("key", "value"), [("table", "PROFILES"), ("rows", "x y.z"), ("columns", []), ("columns", "A")]
)
def test_names_must_be_full(key: str, value: Any) -> None:
    options = {key: one for key, one in TABLE.items() if key != "gate"}
    with pytest.raises(ConfigurationError) as error:
        configured(ExhaustiveTable, **{**options, key: value})
    assert error.value.key == f"gates[0].{key}"
