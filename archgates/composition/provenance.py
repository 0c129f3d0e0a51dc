"""What a verdict was reached on and with."""

from __future__ import annotations

import hashlib
import inspect
import platform
from collections.abc import Iterable, Mapping

from archgates.adapters.source_tree import identify_tree
from archgates.application.configuration import Document
from archgates.application.report import Provenance
from archgates.project.discover import Discovery


def provenance(discovery: Discovery, document: Document, gates: Iterable[object]) -> Provenance:
    """The source tree, the versions and the digests behind a verdict."""
    return Provenance(
        tree=identify_tree(discovery.root, [module.path for module in discovery.table]),
        versions=_versions(),
        configuration=_digest(document.text.encode()),
        gates=_digest(*sorted({_source_of(gate) for gate in gates})),
    )


def _versions() -> Mapping[str, str]:
    """The versions of everything that has a part in an answer."""
    from importlib.metadata import PackageNotFoundError, version

    versions = {"python": platform.python_version()}
    for name in ("archgates", "grimp", "libcst"):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:  # run from a bare checkout
            versions[name] = "unknown"
    return versions


def _source_of(gate: object) -> bytes:
    try:
        return inspect.getsource(inspect.getmodule(type(gate)) or type(gate)).encode()
    except (OSError, TypeError):  # a gate without its source is known by its name
        return type(gate).__qualname__.encode()


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        digest.update(hashlib.blake2b(part, digest_size=20).digest())
    return digest.hexdigest()
