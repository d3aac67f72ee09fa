#!/usr/bin/env python3
"""Alters a tournament leaf by leaf, as somebody who holds every key could, and asks two verifiers.

    tournament_adversary.py PROGRAM [--count N] [--seed S]

The tournament is that of `tests/vectors/tournament.json`. One leaf of one document is changed, taken out, or exchanged for that of
another document; the document is signed again by its signer, and everything after it is chained and signed again by theirs. The
program (`PROGRAM tournament verify --documents-only`) and `tournament.py` must agree on whether what comes out holds. What
holds is listed by kind of leaf: it is what an official can say of himself before anybody has a copy of the head.
Exits 1 if the two disagree, or the program fails otherwise than by a refusal.
"""

import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import tournament
from verify import digest


def leaves(value, path=()):
    """Every leaf and every list or mapping of a document, by its path."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, path + (key,))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from leaves(item, path + (n,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def altered(rng, value, others):
    """Another value in the place of this one: of its kind, or of a kind of its own."""
    ways = [None, True, "x", "", 0, -1, 2**31, [], {}]
    if isinstance(value, bool):
        ways = [not value]
    elif isinstance(value, int):
        ways += [value + 1, value - 1, value * 2, value + 1, value - 1]
    elif isinstance(value, str):
        ways += [value[:-1], value + "a", value.upper(), value[:-1] + ("0" if value[-1:] != "0" else "1")]
        ways += rng.sample(others, min(4, len(others))) * 2
    elif isinstance(value, list):
        ways += [value[:-1], value + value[:1], value[::-1]] * 2
    elif isinstance(value, dict) and value:
        fewer = dict(value)
        del fewer[rng.choice(list(value))]
        ways += [fewer, {**value, "more": 1}]
    return rng.choice([way for way in ways if way != value or type(way) is not type(value)])


def kind_of_leaf(document, path):
    return document["kind"] + ": " + ".".join("*" if isinstance(step, int) else str(step) for step in path)


def main(arguments):
    count = int(arguments[arguments.index("--count") + 1]) if "--count" in arguments else 300
    seed = int(arguments[arguments.index("--seed") + 1]) if "--seed" in arguments else 1
    program, rng = arguments[0], random.Random(seed)
    with open(os.path.join(os.path.dirname(__file__), "../vectors/tournament.json"), encoding="utf-8") as file:
        given = json.load(file)
    secrets = {name: bytes.fromhex(secret) for name, secret in given["secret_seeds"].items()}
    documents = [(one["content"], one["signer"]) for one in given["documents"]]
    strings, alike = set(), {}
    for content, _ in documents:
        for path in leaves(content):
            if isinstance(leaf := at(content, path), str):
                strings.add(leaf)
                alike.setdefault(path[-1], set()).add(leaf)
    strings = sorted(strings)
    verdicts, holds, wrong = Counter(), Counter(), 0
    for _ in range(count):
        n = rng.randrange(len(documents))
        content, signer = documents[n]
        path = rng.choice(list(leaves(content)))
        if path[0] in ("adjutant", "kind") and rng.random() < 0.8:
            continue
        changed = copy.deepcopy(content)
        parent = at(changed, path[:-1])
        if isinstance(parent, dict) and rng.random() < 0.15:
            del parent[path[-1]]
        else:
            parent[path[-1]] = altered(rng, parent[path[-1]], sorted(alike.get(path[-1], ())) if rng.random() < 0.7 else strings)
        made = remade(documents, n, changed, secrets)
        if made is None:
            continue
        ours, theirs, said = verdict(made), *asked(program, made)
        leaf = kind_of_leaf(content, path)
        verdicts[(ours, theirs)] += 1
        if ours and theirs:
            holds[leaf] += 1
        if ours != theirs or theirs is None:
            wrong += 1
            value = json.dumps(at(changed, path) if path_stands(changed, path) else "gone")[:60]
            print(f"they disagree on {leaf} = {value}: tournament.py {ours}, the program {theirs}: {said[:300]}")
    print(f"seed {seed}: {sum(verdicts.values())} alterations, {verdicts[(False, False)]} refused by both, "
          f"{verdicts[(True, True)]} held by both, {wrong} on which they disagree")
    print("what can be said otherwise: " + ", ".join(f"{leaf} ({times})" for leaf, times in sorted(holds.items())))
    return 1 if wrong else 0


def path_stands(value, path):
    try:
        at(value, path)
        return True
    except (KeyError, IndexError, TypeError):
        return False


def remade(documents, n, changed, secrets):
    """All documents, with number `n` changed and everything that names it or comes after it made again."""
    renamed, made = {}, []

    def anew(value):
        if isinstance(value, str):
            return renamed.get(value, value)
        if isinstance(value, list):
            return [anew(item) for item in value]
        if isinstance(value, dict):
            return {key: anew(item) for key, item in value.items()}
        return value

    for at_place, (content, signer) in enumerate(documents):
        now = anew(changed if at_place == n else content)
        try:
            if digest(now) != digest(content):
                renamed[digest(content)] = digest(now)
            by = now.get("by") or now.get("player") or "director"
            signed = tournament.sealed(now, secrets[signer])
            signed["signatures"][0]["by"] = by
            made.append(signed)
        except (KeyError, TypeError, AttributeError):
            return None
    return made


def verdict(made):
    try:
        return tournament.run({digest(one): one for one in made})[2] is None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, ZeroDivisionError):
        return False


def asked(program, made):
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "documents"))
        for n, one in enumerate(made):
            with open(os.path.join(folder, "documents", f"{n:03}.yaml"), "w", encoding="utf-8") as file:
                # JSON is YAML: what a signed document may hold reads the same in both.
                file.write(json.dumps(one, ensure_ascii=False, indent=1))
        ran = subprocess.run([program, "tournament", "verify", "--documents-only", folder], capture_output=True, text=True,
                             env={**os.environ, "ADJUTANT_HOME": os.path.join(folder, "home")}, check=False)
        said = (ran.stdout + ran.stderr).strip()
        return {0: True, 1: False, 2: False}.get(ran.returncode), said


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
