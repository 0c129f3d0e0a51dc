"""Which modules a gate judges, as its options `where`, `allow` and `exclude` say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archgates.domain.errors import nearest
from archgates.domain.findings import Finding
from archgates.domain.modules import Module, ModuleTable
from archgates.domain.options import OptionError
from archgates.domain.patterns import matches_module, matches_path
from archgates.domain.toml_words import written

EVERYWHERE = ("**",)
_SOURCE_SUFFIXES = (".py", ".pyi", ".pyx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The modules that fit one of `where` and lie under none of `exclude`.

    An entry of `where` with a `/`, or one that ends like a source file, is a pattern of paths; any other is a pattern
    of dotted module names. Entries of `exclude` are patterns of paths.
    """

    where: tuple[str, ...] = EVERYWHERE
    exclude: tuple[str, ...] = ()

    def holds(self, path: str, module: str) -> bool:
        """Whether the module with this path and dotted name (or label) is judged."""
        return fits(self.where, path, module) and not any(matches_path(one, path) for one in self.exclude)

    def modules(self, table: ModuleTable) -> tuple[Module, ...]:
        """The judged modules of a project, sorted by path."""
        return tuple(module for module in table if self.holds(module.path, table.label(module)))


def fits(patterns: Iterable[str], path: str, module: str) -> bool:
    """Whether a module fits one of the patterns, by its path or by its dotted name."""
    return any(
        matches_path(pattern, path) if is_path_pattern(pattern) else matches_module(pattern, module)
        for pattern in patterns
    )


def is_path_pattern(pattern: str) -> bool:
    """Whether a pattern is one of paths and not of dotted names."""
    return "::" not in pattern and ("/" in pattern or pattern.endswith(_SOURCE_SUFFIXES))


def misspelt(key: str, patterns: Iterable[str], table: ModuleTable) -> Iterator[Finding]:
    """One finding for each pattern of an option that no module of the project fits."""
    for pattern in patterns:
        if pattern in EVERYWHERE or _fits_any(pattern, table):
            continue
        close = nearest(pattern, [one.path for one in table]) if is_path_pattern(pattern) else table.nearest(pattern)
        yield Finding(
            subject=pattern,
            kind="missing",
            message=f"`{key}` names {pattern}, which no module that is looked at fits.",
            remedy=f"Did you mean {close}?" if close else f"Take it out of `{key}`.",
        )


def check_patterns(key: str, patterns: Iterable[str], *, paths: bool = False) -> None:
    """Refuse patterns that could never fit. Raises OptionError. `paths`: paths are meant too."""
    for pattern in patterns:
        if is_path_pattern(pattern):
            if not paths:
                raise OptionError(
                    key,
                    f"{written(pattern)} is a path, but `{key}` takes dotted module names.",
                    f"Write {written(_dotted(pattern))}.",
                )
        elif not all(_is_component(part) for part in pattern.rpartition("::")[2].split(".")):
            raise OptionError(
                key, f"{written(pattern)} is no pattern of module names.", 'Write one like "adf.lifecycle.*".'
            )


def _is_component(part: str) -> bool:
    """Whether a dotted part is a name, a name with `*` in it, `*` or `**`."""
    return part == "**" or ("**" not in part and part.replace("*", "x").isidentifier())


def _dotted(path: str) -> str:
    """The module pattern that a path pattern was probably meant as."""
    name = path
    for suffix in _SOURCE_SUFFIXES:
        name = name.removesuffix(suffix)
    return name.strip("/").removesuffix("/__init__").replace("/", ".")


def _fits_any(pattern: str, table: ModuleTable) -> bool:
    if is_path_pattern(pattern):
        return any(matches_path(pattern, module.path) for module in table)
    return any(matches_module(pattern, table.label(module)) for module in table) or any(
        matches_module(pattern, name) for name in table.namespaces
    )
