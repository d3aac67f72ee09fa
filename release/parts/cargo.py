"""Runs cargo so that no path of this machine gets into the program, and asks it what the program consists of."""

import json
import os
import subprocess
import tomllib
from pathlib import Path

from .release import told

LICENCE_FILES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def build(release):
    cargo_home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    target_dir = Path(os.environ.get("CARGO_TARGET_DIR", release.root / "target")).resolve()
    # Where the sources are, and what is written in place of it. The folder of a registry is named after its host, so that
    # each of them is mapped.
    maps = [(target_dir, "/target"), (release.root, "/adjutant")]
    maps += [(folder, "/registry") for folder in sorted((cargo_home / "registry/src").glob("*"))]
    flags = [f"--remap-path-prefix={path}={name}" for path, name in reversed(maps)]
    c_flags = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in maps)
    environment = dict(os.environ, CARGO_ENCODED_RUSTFLAGS="\x1f".join(flags), CARGO_INCREMENTAL="0")
    environment |= {"SOURCE_DATE_EPOCH": str(release.time), "ZERO_AR_DATE": "1"}
    if not release.target.endswith("msvc"):
        environment["CFLAGS"] = c_flags
    environment["ADJUTANT_COMMIT"] = release.commit + ("+" if release.is_modified else "")
    environment.pop("RUSTFLAGS", None)
    command = ["cargo", "build", "--release", "--locked", "--bin", "adjutant", "--target", release.target]
    subprocess.run(command, cwd=release.root, env=environment, check=True)


def packages_in(release):
    """The packages that are linked into the program, each as cargo describes it, with its checksum and what it uses."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", release.target]
    known = json.loads(told(*command, cwd=release.root))
    described = {package["id"]: package for package in known["packages"]}
    uses = {
        node["id"]: sorted(
            used["pkg"] for used in node["deps"] if any(kind["kind"] in (None, "normal") for kind in used["dep_kinds"])
        )
        for node in known["resolve"]["nodes"]
    }
    lock = tomllib.loads((release.root / "Cargo.lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock}
    found, waiting = {}, [known["resolve"]["root"] or root_of(known)]
    while waiting:
        one = waiting.pop()
        if one in found or is_macro(described[one]):
            continue
        package = described[one]
        package["uses"] = [used for used in uses[one] if not is_macro(described[used])]
        package["checksum"] = checksums[package["name"], package["version"]]
        found[one] = package
        waiting += package["uses"]
    return sorted(found.values(), key=lambda package: (package["name"], package["version"]))


def root_of(known):
    return next(package["id"] for package in known["packages"] if package["name"] == "adjutant")


def is_macro(package):
    """Whether it runs in the compiler only."""
    return all("proc-macro" in target["kind"] for target in package["targets"] if "custom-build" not in target["kind"])


def licences(packages):
    """The licence of everything that others have written, each text once."""
    texts = {}
    for package in packages:
        if package["source"] is None:
            continue
        folder = Path(package["manifest_path"]).parent
        files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(LICENCE_FILES))
        name = f"{package['name']} {package['version']} ({package['license'] or 'see its files'})"
        for text in [path.read_text(encoding="utf-8", errors="replace").strip() for path in files] or [""]:
            texts.setdefault(text, []).append(name)
    head = "Adjutant is made with these packages of others, under their licences.\n"
    parts = [head]
    for text, names in sorted(texts.items(), key=lambda part: part[1]):
        said = text or "Its package has no file with the text of the licence; the name of the licence stands above."
        parts.append("=" * 80 + "\n" + "\n".join(names) + "\n" + "-" * 80 + "\n" + said + "\n")
    return "\n".join(parts)
