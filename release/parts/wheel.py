"""A wheel with the program: `pipx run adjutant-pbem demo`, `uvx adjutant-pbem demo`, `pip install adjutant-pbem`."""

import base64
import hashlib
import zipfile

from .archive import zip_entry
from .release import PACKAGE, SUMMARY

MODULE = PACKAGE.replace("-", "_")

# The command is called `adjutant`, and the package is not: this starts the one by the name of the other.
START = '''"""Starts the program that this package installs."""

import os
import subprocess
import sys
import sysconfig


def main():
    name = "adjutant.exe" if os.name == "nt" else "adjutant"
    beside = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), name)
    program = beside if os.path.exists(beside) else os.path.join(sysconfig.get_path("scripts"), name)
    if os.name == "nt":
        sys.exit(subprocess.call([program, *sys.argv[1:]]))
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
'''


def platform(release):
    """The machines that can run it, in the words of Python's index."""
    machine = release.machine
    if release.target.endswith("linux-musl"):
        return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"
    if "linux-gnu" in release.target:
        return "manylinux_{}_{}_{}".format(*release.oldest_glibc(), machine)
    if release.is_windows:
        return {"x86_64": "win_amd64", "aarch64": "win_arm64"}[machine]
    return {"x86_64": "macosx_10_12_x86_64", "aarch64": "macosx_11_0_arm64"}[machine]


def write(release, program, out):
    info = f"{MODULE}-{release.version}.dist-info"
    tags = platform(release)
    metadata = (
        f"Metadata-Version: 2.4\nName: {PACKAGE}\nVersion: {release.version}\nSummary: {SUMMARY}\n"
        "License-Expression: MIT OR Apache-2.0\nLicense-File: LICENSE-MIT\nLicense-File: LICENSE-APACHE\n"
        "Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n"
        + (release.root / "release/README-package.md").read_text(encoding="utf-8")
    )
    wheel = "Wheel-Version: 1.0\nGenerator: release/build\nRoot-Is-Purelib: false\n"
    wheel += "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
    files = [
        (f"{MODULE}/__init__.py", b"", 0o644),
        (f"{MODULE}/__main__.py", START.encode(), 0o644),
        (f"{MODULE}-{release.version}.data/scripts/{program.name}", program.read_bytes(), 0o755),
        (f"{info}/METADATA", metadata.encode(), 0o644),
        (f"{info}/WHEEL", wheel.encode(), 0o644),
        (f"{info}/entry_points.txt", f"[console_scripts]\n{PACKAGE} = {MODULE}.__main__:main\n".encode(), 0o644),
    ]
    for name in ["LICENSE-APACHE", "LICENSE-MIT"]:
        files.append((f"{info}/licenses/{name}", (release.root / name).read_bytes(), 0o644))
    path = out / f"{MODULE}-{release.version}-py3-none-{tags}.whl"
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content, mode in files:
            packed.writestr(zip_entry(name, release, mode), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"
        packed.writestr(zip_entry(f"{info}/RECORD", release, 0o644), f"{record}{info}/RECORD,,\n")
    return path
