"""What the command line says about the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from archgates.adapters.toml_configuration import find_configuration, read_configuration_file
from archgates.application.configuration import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the command line says about the project: where it is, and how it is read."""

    root: Path
    source_roots: tuple[str, ...] = ()
    """Relative to the project root; they replace the configured ones."""
    configuration: Path | None = None
    """As it was given, relative to the current directory."""
    run_foreign_code: bool = True

    def document(self) -> Document | None:
        """The named configuration, or the project's own if it has one."""
        if self.configuration is not None:
            return read_configuration_file(self.configuration, self.root)
        return find_configuration(self.root)
