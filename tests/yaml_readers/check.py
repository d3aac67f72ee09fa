#!/usr/bin/env python3
"""Checks that PyYAML and ruamel.yaml read the same content as adjutant does.

usage: check.py ADJUTANT PATH...

ADJUTANT is the program; each PATH is a YAML file, or a folder that is searched for them; of equal
files, the first is read. What `ADJUTANT canonical FILE` prints is compared with the canonical form
(RFC 8785) of what each library reads. Exit code 0 if all agree, 1 if a file is read differently, 2 if nothing could be compared.

Needs `pip install pyyaml ruamel.yaml`.
"""

import hashlib
import json
import pathlib
import subprocess
import sys


def canonical(value):
    """RFC 8785 for strings, whole numbers, truth values, null, lists and mappings; else an error."""
    if value is None or value is True or value is False:
        return json.dumps(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is no text")
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    raise TypeError(f"{value!r} is no value of the profile")


def readers():
    import yaml
    from ruamel.yaml import YAML

    pure = YAML(typ="safe", pure=True)
    yield "PyYAML", lambda text: yaml.load(text, Loader=yaml.SafeLoader)
    if yaml.__with_libyaml__:
        yield "PyYAML over libyaml", lambda text: yaml.load(text, Loader=yaml.CSafeLoader)
    yield "ruamel.yaml", pure.load


def files(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        else:
            yield path


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    program, *paths = arguments
    loaded = list(readers())
    compared = different = 0
    seen = set()
    for path in files(paths):
        # Every match has its own copy of a pack; one of them is enough.
        before = len(seen)
        seen.add(hashlib.sha256(path.read_bytes()).digest())
        if len(seen) == before:
            continue
        ours = subprocess.run([program, "canonical", str(path)], capture_output=True, check=False)
        if ours.returncode != 0:
            print(f"{path}: adjutant does not read it: {ours.stderr.decode(errors='replace').strip()}")
            different += 1
            continue
        wanted = ours.stdout.decode().rstrip("\n")
        # Decoded here, so that no reader guesses an encoding or changes line ends.
        text = path.read_bytes().decode("utf-8-sig")
        top = None
        for name, load in loaded:
            try:
                content = load(text)
                content.pop("signatures", None)
                top = canonical(content)
            except Exception as error:  # whatever a library raises is a difference
                top = f"error: {error}"
            if top != wanted:
                print(f"{path}: {name} reads {top[:400]}\n  where adjutant reads {wanted[:400]}")
                different += 1
        compared += 1
    print(f"{compared} files compared with {', '.join(name for name, _ in loaded)}; {different} differences")
    if compared == 0:
        return 2
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
