#!/usr/bin/env python3
"""Backups are age files: another program opens ours, and what it has sealed is restored.

    with_age.py PROGRAM

`pyrage`, from PyPI, binds rage, an implementation of age that shares no code with ours.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import pyrage

PASSPHRASE = "correct horse"
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())


def run(home, *words, expected=0):
    environment = dict(os.environ, ADJUTANT_HOME=str(home), ADJUTANT_PASSPHRASE=PASSPHRASE, ADJUTANT_WORK="8")
    done = subprocess.run([PROGRAM, *words], env=environment, cwd=home, capture_output=True, text=True)
    assert done.returncode == expected, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def keys(home):
    return {path.name: path.read_bytes() for path in sorted(home.glob("keys/*"))}


with tempfile.TemporaryDirectory() as folder:
    old, new, third = (pathlib.Path(folder) / name for name in ("old", "new", "third"))
    for home in (old, new, third):
        home.mkdir()
    run(old, "keygen", "--name", "ann")
    run(old, "backup", "ours.age")
    plain = pyrage.passphrase.decrypt((old / "ours.age").read_bytes(), PASSPHRASE)
    assert plain.startswith(b"adjutant backup 1\n"), plain[:40]

    (new / "theirs.age").write_bytes(pyrage.passphrase.encrypt(plain, PASSPHRASE))
    run(new, "restore", "theirs.age")
    assert keys(old) == keys(new) and keys(old), (keys(old), keys(new))

    # To a key instead of a passphrase, or with a byte changed in any part, nothing is restored.
    to_a_key = pyrage.encrypt(plain, [pyrage.x25519.Identity.generate().to_public()])
    ours = (old / "ours.age").read_bytes()
    places = [60, 120, 175, 250, len(ours) - 1]
    damaged = [ours[:at] + bytes([ours[at] ^ 1]) + ours[at + 1 :] for at in places]
    for bad in [to_a_key, *damaged]:
        (third / "bad.age").write_bytes(bad)
        told = run(third, "restore", "bad.age", expected=1)
        assert "backup" in told and not keys(third), told
print(f"backups pass to another implementation of age and back; {len(damaged) + 1} altered ones are refused")
