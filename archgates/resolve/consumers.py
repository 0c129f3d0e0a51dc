"""Who is handed a class, and what they are known to do with it."""

from __future__ import annotations

from enum import Enum

from archgates.resolve.outside import CASTS, PARTIALS
from archgates.resolve.values import External, Value
from archgates.resolve.world import TermQuestion, World
from archgates.syntax.form import Context, Form, Use
from archgates.syntax.terms import Attribute, Call


class Consumer(Enum):
    """What becomes of a class that is passed as an argument."""

    LOOKS = "looks"
    """Only looks at it: `isinstance`, `cast`."""
    CALLS = "calls"
    """Known to call it: `field(default_factory=...)`, `map`."""
    PARTIAL = "partial"
    TAKES = "takes"
    """Anything else."""


_LOOKS = frozenset(
    {
        *("isinstance", "issubclass", "getattr", "hasattr", "setattr", "delattr", "vars", "dir", "repr", "str", "id"),
        *("hash", "len", "super", "type", "print", "callable", "bool"),
    }
)
_LOOKS_OUTSIDE = frozenset(
    {
        *CASTS,
        *("typing.TypeVar", "typing_extensions.TypeVar", "typing.NewType", "typing.get_type_hints", "typing.get_args"),
        *("typing.get_origin", "typing.assert_type", "typing.reveal_type", "inspect.getsource", "inspect.signature"),
        *("inspect.isclass", "inspect.getmro", "inspect.getmembers", "dataclasses.fields", "dataclasses.is_dataclass"),
        *("contextlib.suppress", "pytest.raises", "pytest.warns", "pytest.deprecated_call", "warnings.simplefilter"),
        *("warnings.filterwarnings", "copyreg.pickle", "enum.unique", "abc.update_abstractmethods"),
        *("functools.wraps", "functools.update_wrapper", "builtins.FunctionValue.register"),
        *("dataclasses.dataclass", "typing.runtime_checkable", "typing.final", "functools.total_ordering"),
    }
)
_LOOKING_METHODS = frozenset(
    {
        *("assertIsInstance", "assertNotIsInstance", "assertIs", "assertIsNot", "assertRaises", "assertWarns"),
        *("assertRaisesRegex", "assertWarnsRegex", "assertRaisesMessage", "assertWarnsMessage"),
    }
)
_CALLS: dict[str, frozenset[int | str]] = {
    "builtins.map": frozenset({0}),
    "builtins.filter": frozenset({0}),
    "builtins.iter": frozenset({0}),
    "builtins.sorted": frozenset({"key"}),
    "builtins.min": frozenset({"key"}),
    "builtins.max": frozenset({"key"}),
    "functools.reduce": frozenset({0}),
    "itertools.starmap": frozenset({0}),
    "collections.defaultdict": frozenset({0, "default_factory"}),
    "threading.Thread": frozenset({"target"}),
    "threading.Timer": frozenset({1, "function"}),
    "multiprocessing.Process": frozenset({"target"}),
    "dataclasses.field": frozenset({"default_factory"}),
    "attr.ib": frozenset({"factory", "converter"}),
    "attr.attrib": frozenset({"factory", "converter"}),
    "attr.field": frozenset({"factory", "converter"}),
    "attrs.field": frozenset({"factory", "converter"}),
    "attr.Factory": frozenset({0, "factory"}),
    "attrs.Factory": frozenset({0, "factory"}),
    "pydantic.Field": frozenset({"default_factory"}),
    "pydantic.fields.Field": frozenset({"default_factory"}),
    "msgspec.field": frozenset({"default_factory"}),
    "warnings.warn": frozenset({1, "category"}),
    "asyncio.to_thread": frozenset({0}),
    "atexit.register": frozenset({0}),
}
"""Outside functions that call what they are given, with the arguments that they call."""


def consumer(world: World, form: Form, use: Use) -> Consumer:
    """What the callee does with an argument."""
    call = form.terms[use.owner] if use.owner >= 0 else None
    if not isinstance(call, Call):
        return Consumer.TAKES
    written = form.terms[call.function]
    if isinstance(written, Attribute) and written.name in _LOOKING_METHODS:
        return Consumer.LOOKS
    if isinstance(written, Attribute) and written.name == "__new__" and use.slot == 0:
        return Consumer.LOOKS
    callees = world.solve(TermQuestion(form.module.path, call.function))
    found = {_known(value, use.slot) for value in callees}
    return found.pop() if len(found) == 1 else Consumer.TAKES


def _known(value: Value, slot: str | int | None) -> Consumer:
    if not isinstance(value, External):
        return Consumer.TAKES
    name = value.external
    if name.startswith("builtins.") and name.removeprefix("builtins.") in _LOOKS:
        hands_on = (name == "builtins.setattr" and slot == 2) or (name == "builtins.getattr" and slot == 2)
        return Consumer.TAKES if hands_on else Consumer.LOOKS
    if name in _LOOKS_OUTSIDE:
        return Consumer.LOOKS
    if name in PARTIALS:
        return Consumer.PARTIAL
    return Consumer.CALLS if slot in _CALLS.get(name, ()) else Consumer.TAKES


def member_is_only_tested(world: World, form: Form, use: Use) -> bool:
    """Whether the display around a member is only looked at, as in `isinstance(x, (A, B))`."""
    around = form.uses_by_term(use.owner)
    return bool(around) and all(
        one.context is Context.ARGUMENT and consumer(world, form, one) is Consumer.LOOKS for one in around
    )
