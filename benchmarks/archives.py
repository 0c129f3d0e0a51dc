"""Pinned archives of public distributions: fetched by name with pip, checked by hash, unpacked, never installed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


class ArchiveError(Exception):
    """An archive could not be fetched, or is not the one that was pinned."""


@dataclass(frozen=True, slots=True)
class Archive:
    """One file of one release, by content."""

    name: str
    """How this project calls it; also the folder that it is unpacked into."""
    distribution: str
    version: str
    sha256: str
    from_source: bool = False
    """True for the source archive, False for the wheel that runs on any platform."""

    @property
    def requirement(self) -> str:
        """The line of a requirements file that admits this archive and no other."""
        return f"{self.distribution}=={self.version} --hash=sha256:{self.sha256}"


def fetch(archive: Archive, into: Path) -> Path:
    """Unpack `archive` into `into/<name>` unless that was done before, and return the folder.

    A stamp beside the folder, written last, tells a whole folder from one that an interrupted run left behind.
    """
    folder = into / archive.name
    stamp = into / f".{archive.name}.sha256"
    if folder.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8") == archive.sha256:
        return folder
    into.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=into, prefix=f".{archive.name}-") as workplace:
        downloaded = _download(archive, Path(workplace))
        unpacked = Path(workplace) / "unpacked"
        _unpack(downloaded, unpacked)
        (_only_folder(unpacked) if archive.from_source else unpacked).rename(folder)
    stamp.write_text(archive.sha256, encoding="utf-8")
    return folder


def _download(archive: Archive, into: Path) -> Path:
    """Let pip fetch the file: it knows the indexes of this machine. A second run takes it from pip's cache."""
    requirements = into / "requirements.txt"
    requirements.write_text(archive.requirement + "\n", encoding="utf-8")
    choice = ["--no-binary", ":all:"] if archive.from_source else ["--only-binary", ":all:"]
    # The wheel for any platform and one Python version: the same file whoever asks.
    platform = [] if archive.from_source else ["--platform", "any", "--python-version", "3.11"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", *choice, *platform]
    done = subprocess.run(
        [*command, "--dest", str(into), "--requirement", str(requirements)],
        capture_output=True,
        text=True,
        check=False,
    )
    files = [one for one in into.iterdir() if one.name.endswith((".whl", ".tar.gz"))]
    if done.returncode != 0 or len(files) != 1:
        raise ArchiveError(
            f"{archive.distribution} {archive.version}: pip did not deliver the archive "
            f"(exit {done.returncode}). Check the network and run again.\n{done.stderr.strip()[-2000:]}"
        )
    digest = hashlib.sha256(files[0].read_bytes()).hexdigest()
    if digest != archive.sha256:
        raise ArchiveError(f"{files[0].name}: sha256 is {digest}, pinned is {archive.sha256}.")
    return files[0]


def _unpack(downloaded: Path, into: Path) -> None:
    into.mkdir()
    if downloaded.suffix == ".whl":
        with zipfile.ZipFile(downloaded) as wheel:
            wheel.extractall(into)
    else:
        with tarfile.open(downloaded) as source:
            if hasattr(tarfile, "data_filter"):
                source.extractall(into, filter="data")
            else:  # Python before 3.11.4; what is unpacked is what the pinned digest says
                source.extractall(into)


def _only_folder(unpacked: Path) -> Path:
    folders = list(unpacked.iterdir())
    if len(folders) != 1 or not folders[0].is_dir():
        raise ArchiveError(f"{unpacked}: a source archive holds one folder, this one holds {len(folders)} entries.")
    return folders[0]
