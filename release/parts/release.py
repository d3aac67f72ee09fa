"""What a release is made of: the checkout, its version, its commit, its time, its target."""

import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

# The name in package indexes; `adjutant` belongs to others there.
PACKAGE = "adjutant-pbem"
SUMMARY = "Play tournament wargames by e-mail: signed turns, dice that nobody can steer, a rule cited for every result"


def say(text):
    print(text, flush=True)


def told(*command, cwd):
    """What a command prints, without the last line break."""
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout.strip()


@dataclass(frozen=True)
class Release:
    root: Path
    target: str
    version: str
    commit: str
    is_modified: bool
    # Seconds since 1970, which every entry of every package has.
    time: int

    @classmethod
    def of_checkout(cls, target):
        root = Path(__file__).resolve().parents[2]
        version = tomllib.loads((root / "Cargo.toml").read_text())["workspace"]["package"]["version"]
        commit = told("git", "rev-parse", "HEAD", cwd=root)
        changed = told("git", "status", "--porcelain", "--untracked-files=no", cwd=root)
        time = int(os.environ.get("SOURCE_DATE_EPOCH") or told("git", "log", "-1", "--format=%ct", cwd=root))
        return cls(root, target, version, commit, bool(changed), time)

    @property
    def folder_name(self):
        return f"adjutant-{self.version}-{self.target}"

    @property
    def is_windows(self):
        return "windows" in self.target

    @property
    def machine(self):
        return self.target.split("-")[0]

    def program(self):
        """The program as cargo leaves it."""
        folder = Path(os.environ.get("CARGO_TARGET_DIR", self.root / "target"))
        return folder / self.target / "release" / ("adjutant.exe" if self.is_windows else "adjutant")

    def oldest_glibc(self):
        """The newest version of glibc that the program asks for, as (2, 34); None if it is static."""
        if "linux-gnu" not in self.target:
            return None
        table = told("objdump", "-T", str(self.program()), cwd=self.root)
        asked = [part.split("GLIBC_")[1].split(")")[0].split()[0] for part in table.splitlines() if "GLIBC_2" in part]
        return max(tuple(int(number) for number in version.split(".")[:2]) for version in asked)


if sys.version_info < (3, 11):
    sys.exit("release/build needs Python 3.11 or later")
