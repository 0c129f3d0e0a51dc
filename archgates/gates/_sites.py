"""What the gates about sites share: places inside and outside `allow`, numbers of them, and what stays undecided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from archgates.domain.findings import Finding, Note
from archgates.domain.options import OptionError
from archgates.domain.patterns import module_matcher
from archgates.domain.scope import check_patterns
from archgates.domain.sites import Site, SiteFacts, SiteKind, Target, UnknownTarget, Unresolved
from archgates.domain.toml_words import written
from archgates.domain.words import count as number_of

UNDECIDED_KINDS = frozenset({SiteKind.MAYBE, SiteKind.DYNAMIC})
_PLAIN_KINDS = frozenset({SiteKind.CONSTRUCT, SiteKind.CALL, SiteKind.CONNECT})
_PLACES_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The options that say where sites may stand and how many."""

    allow: tuple[str, ...]
    count: int | None = None
    at_most: int | None = None
    max_unresolved: int | None = None
    """None: undecided sites are printed and never judged."""

    @property
    def has_number(self) -> bool:
        """Whether the number of sites inside `allow` is judged."""
        return self.count is not None or self.at_most is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a gate speaks of its sites."""

    verb: str
    """Third person: `constructs`, `calls`."""
    site: str
    """A noun for one site: `construction`, `call`."""
    remedy: str
    """What to do about a site outside `allow`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """The sites of one target, by what they mean for a rule."""

    inside: tuple[Site, ...]
    outside: tuple[Site, ...]
    undecided: tuple[Site | Unresolved, ...]
    """Sites that may be uses and could break the rule."""
    reported: tuple[Site, ...]
    """Sites that are printed without being judged."""


def place(sites: Iterable[Site], counting: Iterable[Site], unresolved: Iterable[Unresolved], rule: Rule) -> Placed:
    """Sort sites by the rule; `counting` are those that count as uses of the target."""
    counted = set(counting)
    is_allowed = module_matcher(rule.allow)
    others = [one for one in sites if one not in counted and one.kind is not SiteKind.ALIAS]
    doubtful: list[Site | Unresolved] = [*(one for one in others if one.kind in UNDECIDED_KINDS), *unresolved]
    return Placed(
        inside=tuple(one for one in counted if is_allowed(one.module)),
        outside=tuple(one for one in counted if not is_allowed(one.module)),
        undecided=tuple(one for one in doubtful if rule.has_number or not is_allowed(one.module)),
        reported=tuple(one for one in others if one.kind not in UNDECIDED_KINDS),
    )


def judge(placed: Placed, target: Target, rule: Rule, words: Words) -> Iterator[Finding]:
    """Findings of sites outside, of a wrong number inside, and of too many undecided ones."""
    for site in placed.outside:
        yield Finding(
            path=site.path,
            line=site.line,
            column=site.column,
            subject=site.canonical,
            scope=site.scope,
            kind=site.kind.value,
            message=f"{site.module} {words.verb} {site.canonical}{_note(site)}; {_permission(rule.allow)}",
            remedy=words.remedy,
        )
    if rule.has_number:
        yield from _number(placed.inside, target, rule, words)
    if rule.max_unresolved is not None and len(placed.undecided) > rule.max_unresolved:
        for doubt in placed.undecided:
            yield _doubt(doubt, target, rule.max_unresolved, len(placed.undecided), words)


def notes(placed: Placed, target: Target, rule: Rule, words: Words) -> Iterator[Note]:
    """What is printed beside the findings: sites that do not count, and undecided ones within their number."""
    for site in placed.reported:
        yield _as_note(site, target, f"{site.module} {words.verb} {site.canonical} in a way that does not count")
    if rule.max_unresolved is None or len(placed.undecided) <= rule.max_unresolved:
        for doubt in placed.undecided:
            yield _as_note(doubt, target, f"{doubt.module} may hold a {words.site} of {target.canonical}")


def known(facts: SiteFacts) -> Target | None:
    """The target that the run found; it reports an unknown one itself."""
    return None if isinstance(facts.target, UnknownTarget) else facts.target


def check_rule(rule: Rule) -> None:
    """Refuse options that contradict one another. Raises OptionError."""
    check_patterns("allow", rule.allow)
    for key, number in (("count", rule.count), ("max", rule.at_most), ("max_unresolved", rule.max_unresolved)):
        if number is not None and number < 0:
            raise OptionError(
                key, f"is {number}, but a number of sites is 0 or more.", f"Write {key} = 0 to allow none."
            )
    if rule.count is not None and rule.at_most is not None:
        raise OptionError("max", "stands beside `count`.", "Write `count` for an exact number or `max` for a ceiling.")
    number = rule.count if rule.count is not None else rule.at_most
    if number and not rule.allow:
        key = "count" if rule.count is not None else "max"
        raise OptionError(
            "allow", f"is empty, but {key} = {number} expects sites.", 'Name their modules, or write allow = ["**"].'
        )


def check_dotted(key: str, name: str) -> None:
    """Refuse a target that is no dotted name. Raises OptionError."""
    parts = name.rpartition("::")[2].split(".")
    if len(parts) < 2 or not all(part.isidentifier() for part in parts):
        raise OptionError(key, f"{written(name)} is no full dotted name.", 'Write one like "adf.agent.AgentExecutor".')


def _number(inside: Sequence[Site], target: Target, rule: Rule, words: Words) -> Iterator[Finding]:
    found = len(inside)
    wanted = rule.count if rule.count is not None else rule.at_most
    if found == wanted or (rule.at_most is not None and found < rule.at_most):
        return
    places = [f"{path}:{line}" for path, line in sorted((site.path, site.line) for site in inside)]
    shown = ", ".join(places[:_PLACES_SHOWN]) + (", ..." if len(places) > _PLACES_SHOWN else "")
    expected = f"exactly {wanted}" if rule.count is not None else f"at most {wanted}"
    first = min(inside, key=lambda site: (site.path, site.line, site.column), default=None)
    yield Finding(
        path=first.path if first else target.path,
        line=first.line if first else max(1, target.line),
        column=first.column if first else 1,
        subject=target.canonical,
        kind="count",
        message=f"{number_of(found, words.site)} of {target.canonical} in {', '.join(rule.allow)}, "
        f"where {expected} {'is' if wanted == 1 else 'are'} expected" + (f": {shown}." if shown else "."),
        remedy="Make the other places use the one that is meant, or correct the number with its reason."
        if found > (wanted or 0)
        else "Put the missing place back, or correct the number with its reason.",
    )


def _doubt(doubt: Site | Unresolved, target: Target, allowed: int, found: int, words: Words) -> Finding:
    note = _as_note(doubt, target, f"{doubt.module} may hold a {words.site} of {target.canonical}")
    return Finding(
        path=note.path,
        line=note.line,
        column=note.column,
        subject=note.subject,
        scope=note.scope,
        kind=note.kind,
        message=f"{note.message} {number_of(found, 'such place')}, {allowed:,} allowed.",
        remedy=f"Write the {words.site} so that its target can be read, or set max_unresolved = {found}.",
    )


def _as_note(one: Site | Unresolved, target: Target, message: str) -> Note:
    why = one.reason if isinstance(one, Unresolved) else _why(one)
    return Note(
        path=one.path,
        line=one.line,
        column=one.column,
        subject=target.canonical,
        scope=one.scope,
        kind="unresolved" if isinstance(one, Unresolved) else one.kind.value,
        message=f"{message}: {why}." if why else f"{message}.",
    )


def _why(site: Site) -> str:
    if site.candidates:
        return f"it is one of {', '.join(site.candidates)}"
    return site.note or site.kind.value


def _note(site: Site) -> str:
    """In brackets, what makes the site more than a plain use."""
    parts = [] if site.kind in _PLAIN_KINDS else [site.kind.value]
    return f" ({', '.join([*parts, site.note] if site.note else parts)})" if parts or site.note else ""


def _permission(allow: Sequence[str]) -> str:
    return f"only {', '.join(allow)} may." if allow else "no module may."
