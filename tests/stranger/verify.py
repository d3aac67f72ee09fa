#!/usr/bin/env python3
"""A verifier that a stranger wrote from docs/protocol.md alone, in another language.

    verify.py vectors tests/vectors/protocol.json     recompute every test vector
    verify.py armor tests/vectors/armor.json          read every piece of armor
    verify.py match FOLDER                            answer the first four questions of section 9 about a match

It shares no code with Adjutant and knows no game. `vectors` and `armor` need nothing but Python; `match` needs PyYAML, of which
it uses the parser alone: what a plain scalar means is decided here, by section 1. It does not look for what the
profile forbids; it shows that what is allowed has one meaning. Exits 0 if all holds, 1 if anything does not.
"""

import base64
import hashlib
import json
import os
import re
import struct
import sys
import zlib

# --- Section 1: from nodes to values ---------------------------------------------------------------------------------


def value_of(node):
    import yaml

    if isinstance(node, yaml.MappingNode):
        found = {key.value: value_of(item) for key, item in node.value}
        if len(found) < len(node.value):
            raise ValueError("a key stands twice")
        return found
    if isinstance(node, yaml.SequenceNode):
        return [value_of(item) for item in node.value]
    if node.style is None:
        if node.value in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[node.value]
        if re.fullmatch(r"0|-?[1-9][0-9]*", node.value):
            return int(node.value)
    return node.value


def read(path):
    import yaml

    with open(path, encoding="utf-8-sig", newline="") as file:
        return value_of(yaml.compose(file.read().replace("\r\n", "\n")))


# --- Section 2: canonical form, digest, signature --------------------------------------------------------------------

ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def text(string):
    escape = lambda c: ESCAPES.get(c) or ("\\u%04x" % ord(c) if c < " " else c)
    return '"' + "".join(map(escape, string)) + '"'


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(text(key) + ":" + canonical(value[key]) for key in keys) + "}"


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def content(document):
    return {key: value for key, value in document.items() if key != "signatures"}


def digest(document):
    return sha256(canonical(content(document)).encode()).hex()


def message(kind, digest):
    return f"adjutant/1 {kind} {digest}\n".encode()


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
IDENTITY = (0, 1, 1, 0)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    result = IDENTITY
    while n:
        if n & 1:
            result = add(result, p)
        p, n = add(p, p), n >> 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(data):
    """The point of a canonical encoding, or None."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signature_holds(key, signed, sig):
    sig = re.sub(r"[ \t\r\n]", "", sig)
    try:
        data = base64.b64decode(sig, validate=True)
    except ValueError:
        return False
    if len(data) != 64 or base64.b64encode(data).decode() != sig:
        return False
    public, r, s = point(key), point(data[:32]), int.from_bytes(data[32:], "little")
    if public is None or r is None or s >= L:
        return False
    if same(times(8, public), IDENTITY) or same(times(8, r), IDENTITY):
        return False
    k = int.from_bytes(hashlib.sha512(data[:32] + key + signed).digest(), "little") % L
    return same(times(s, BASE), add(r, times(k, public)))


# --- Sections 4, 5, 7 and 8: seeds, dice, commitments ----------------------------------------------------------------


def link(data):
    return sha256(b"adjutant/1 seed\n", data)


def block(key, counter, nonce):
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
    start += [counter & 0xFFFFFFFF, counter >> 32, nonce & 0xFFFFFFFF, nonce >> 32]
    w = list(start)

    def quarter(a, b, c, d):
        for total, other, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[total] = (w[total] + w[other]) & 0xFFFFFFFF
            mixed = w[turned] ^ w[total]
            w[turned] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(w, start)]


def stream(key, n):
    counter = 0
    while True:
        yield from block(key, counter, n)
        counter += 1


def die(words, sides):
    limit = sides * (2**32 // sides)
    return 1 + next(word for word in words if word < limit) % sides


def roll(key, n, count, sides):
    words = stream(key, n)
    return [die(words, sides) for _ in range(count)]


def shuffle(key, n, cards):
    words, order = stream(key, n), list(range(cards))
    for i in range(cards - 1, 0, -1):
        j = die(words, i + 1) - 1
        order[i], order[j] = order[j], order[i]
    return order


def choice_digest(match, salt, id, seat, choice):
    form = canonical({"choice": choice, "id": id, "seat": seat}).encode()
    return sha256(b"adjutant/1 choice\n", bytes.fromhex(match), bytes.fromhex(salt), form).hex()


# --- The vectors -----------------------------------------------------------------------------------------------------


def vectors(path):
    unhex = bytes.fromhex
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    for one in given["documents"]:
        form, kind = canonical(one["content"]), one["content"]["kind"]
        yield "canonical form", form == one["canonical"]
        yield "digest", digest(one["content"]) == one["digest"]
        yield "message", message(kind, one["digest"]) == one["message"].encode()
        yield "signature", signature_holds(unhex(one["public_key"]), one["message"].encode(), one["sig"])
    signed = given["documents"][given["bad_signatures_document"]]["message"].encode()
    for one in given["bad_signatures"]:
        yield "bad signature: " + one["why"], not signature_holds(unhex(one["public_key"]), signed, one["sig"])
    for one in given["seed_chains"]:
        at, reveals = unhex(one["root"]), {}
        for k in range(one["length"], 0, -1):
            reveals[str(k)], at = at.hex(), link(at)
        yield "anchor", at.hex() == one["anchor"]
        yield "reveals", all(reveals[k] == reveal for k, reveal in one["reveals"].items())
    for one in given["dice"]:
        match, reveals = unhex(one["match"]), b"".join(map(unhex, one["reveals"]))
        key = sha256(b"adjutant/1 dice\n", match, reveals)
        yield "dice key", key.hex() == one["dice_key"]
        for r in one["rolls"]:
            yield "roll", roll(key, r["n"], r["count"], r["sides"]) == r["faces"]
        for s in one["shuffles"]:
            yield "shuffle", shuffle(key, s["n"], s["cards"]) == s["order"]
        seed = unhex(one["sealed_seed"])
        yield "sealed seed", sha256(b"adjutant/1 sealed seed\n", seed).hex() == one["sealed_digest"]
        yield "sealed key", sha256(b"adjutant/1 sealed\n", match, reveals, seed).hex() == one["sealed_key"]
    for one in given["choices"]:
        made = choice_digest(one["match"], one["salt"], one["id"], one["seat"], one["choice"])
        yield "choice", made == one["digest"]
    for one in given["privates"]:
        form = canonical({"contents": one["contents"], "seat": one["seat"]}).encode()
        parts = unhex(one["match"]), struct.pack(">Q", one["step"]), unhex(one["salt"]), form
        yield "private contents", sha256(b"adjutant/1 private\n", *parts).hex() == one["digest"]


# --- Appendix A: armor ------------------------------------------------------------------------------------------------


def armor_files(text):
    """The files of the first piece of armor in a text; None if it is damaged. Dashes, quotes and widths do not matter."""
    begin = re.search(r"[-\u2013\u2014]+ *BEGIN ADJUTANT (\w+) *[-\u2013\u2014]+", text)
    end = re.search(r"[-\u2013\u2014]+ *END ADJUTANT", text)
    if not begin or not end:
        return None
    lines = [line.strip(" >|") for line in text[begin.end():end.start()].splitlines()]
    data = "".join(re.sub(r"[^A-Za-z0-9+/=]", "", line) for line in lines if ":" not in line)
    data, mark, checksum = data[:-9], data[-9:-8], data[-8:]
    try:
        packed = base64.b64decode(data.rstrip("=") + "=" * (-len(data.rstrip("=")) % 4), validate=True)
    except ValueError:
        return None
    if mark != "=" or hashlib.sha256(packed).hexdigest()[:8] != checksum.lower():
        return None
    row = zlib.decompress(packed)
    if begin.group(1) != "BUNDLE":
        return [[begin.group(1).lower() + ".yaml", row.decode()]]
    files = []
    while row:
        head, _, rest = row.partition(b"\n")
        name, length = head.decode().rsplit(" ", 1)
        files.append([name, rest[: int(length)].decode()])
        row = rest[int(length) + 1:]
    return files


def armor(path):
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    for one in given["armor"]:
        yield "armor: " + one["what"], armor_files(one["text"]) == one["files"]
    for one in given["damaged"]:
        yield "damaged armor: " + one["what"], armor_files(one["text"]) is None


# --- Section 9: a match ----------------------------------------------------------------------------------------------


def documents(folder):
    """Every document under the folder by digest, each with its file's name; packs and reports are none."""
    found = {}
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in ("packs", "reports", "drafts", "mail", "earlier"))
        for name in sorted(f for f in files if f.endswith((".yaml", ".yml"))):
            path = os.path.join(where, name)
            document = read(path)
            if isinstance(document, dict) and document.get("adjutant") == 1:
                found[digest(document)] = (document, os.path.relpath(path, folder))
    return found


def match(folder):
    """Checks a match, after the one that it continues, which lies in its folder `earlier`."""
    yield from one_match(folder, {})


def one_match(folder, ends):
    """Checks a match. `ends` takes the charter and what is committed to after each state of it, for one that goes on."""
    found = documents(folder)
    before = {}
    if os.path.isdir(os.path.join(folder, "earlier")):
        for what, holds in one_match(os.path.join(folder, "earlier"), before):
            yield "earlier: " + what, holds
    of_kind = lambda kind: {d: doc for d, (doc, _) in found.items() if doc["kind"] == kind}
    charters, turns, states, refusals = map(of_kind, ("charter", "turn", "state", "refusal"))
    yield "one charter", len(charters) == 1
    match_id, charter = next(iter(charters.items()))
    goes_on = charter.get("continues")
    if goes_on:
        yield "the match that it continues is here", goes_on["match"] == before.get("match")
        yield "the state that it goes on from stands there", goes_on["state"] in before.get("after", {})
        from_state = states.pop(goes_on["state"], None)
        yield "the state that it goes on from is here", from_state is not None
        zero = next((s for s in states.values() if s["step"] == 0), None)
        kept = {key: value for key, value in from_state["position"].items() if key != "proposal"}
        yield "it goes on from that position", zero is None or zero["position"] == kept
        old = before["charter"]
        goes_before = old.get("continues")
        ids_before = [goes_before["match"]] + goes_before.get("earlier", []) if goes_before else []
        yield "the matches before it", goes_on.get("earlier", []) == ids_before
        terms = ("ruleset", "packs", "scenario", "options")
        yield "the terms of the match that it continues", all(charter[term] == old[term] for term in terms)
        named = {one["seat"] for one in goes_on.get("replaced", [])}
        keys_of = lambda of: {entry["seat"]: (entry["key"], entry.get("side")) for entry in of["seats"]}
        was, now = keys_of(old), keys_of(charter)
        yield "who has another key is named", {seat for seat in now if now[seat] != was.get(seat)} == named
        yield "somebody attests the earlier match", len(named) < len(now)
        del found[goes_on["state"]]
    seats = [entry["seat"] for entry in charter["seats"]]
    keys = {entry["seat"]: entry["key"] for entry in charter["seats"]}
    latest = {entry["seat"]: entry["seed"]["anchor"] for entry in charter["seats"]}
    refereed = charter["trust"] == "refereed"
    yield "keys differ", len(set(keys.values())) == len(seats)
    yield "anchors differ", len(set(latest.values())) == len(seats)
    yield "seeds have one length", len({entry["seed"]["length"] for entry in charter["seats"]}) == 1
    yield "seats", "adjudicator" in seats if refereed else len(seats) == 2

    # 1. The signatures.
    for d, (document, name) in found.items():
        kind = document["kind"]
        signers = seats if kind == "charter" else [document["responder" if kind == "state" else "seat"]]
        signatures = document["signatures"]
        yield f"{name}: its signers", sorted(s["by"] for s in signatures) == sorted(signers)
        for s in signatures:
            holds = keys[s["by"]] == s["key"]
            holds = holds and signature_holds(bytes.fromhex(s["key"]), message(kind, d), s["sig"])
            yield f"{name}: the signature of {s['by']}", holds
        if kind != "charter":
            yield f"{name}: its match", document["match"] == match_id

    # 2. The chain: what was replaced, then the line of states.
    def responder_to(seat):
        return "adjudicator" if refereed else next(other for other in seats if other != seat)

    replaced = set()
    for state in states.values():
        refusal = refusals.get(state.get("refusal"))
        old = refusal and states.get(refusal["of"])
        if old:
            yield "a replacement is for the same step", (old["step"], old["parent"]) == (state["step"], state["parent"])
            yield "a replacement has the same reveal", old["reveal"] == state["reveal"]
            yield "a replacement resolves the same turns", old["turns"] == state["turns"]
            later = [s for s in states.values() if s["parent"] == refusal["of"] and s["responder"] == state["responder"]]
            yield "no state is replaced once its issuer has gone on from it", not later
            yield "nobody refuses a state of his own", refusal["seat"] != old["responder"]
            replaced.add(refusal["of"])
    refused = {r["of"] for r in refusals.values() if r["of"] in turns}
    for r in refusals.values():
        if r["of"] in turns:
            yield "the responder refuses a turn", r["seat"] == responder_to(turns[r["of"]]["seat"])

    committed_before = before["after"].get(goes_on["state"], {}) if goes_on else {}
    parent, before, commitments, on_line, resolved = match_id, None, dict(committed_before), set(), set()
    after = {}
    ends.update(match=match_id, charter=charter, after={})
    while True:
        following = [d for d, s in states.items() if s["parent"] == parent and d not in replaced]
        if not following:
            break
        yield "one state follows another", len(following) == 1
        d = following[0]
        state, step, name = states[d], states[d]["step"], found[d][1]
        on_line.add(d)
        yield f"{name}: its step", step == (before["step"] + 1 if before else 0)
        yield f"{name}: outcome and awaiting", (state["outcome"] is None) == bool(state["awaiting"])
        awaited = [entry["seat"] for entry in before["awaiting"]] if before else []
        spent = []
        if before is None:
            yield f"{name}: the set-up", not state["turns"] and not state["rolls"] and state["reveal"] is None
            yield f"{name}: its issuer", state["responder"] == ("adjudicator" if refereed else seats[0])
        elif "ruling" in state:
            print(f"a ruling: {name}: {state['ruling']['reason']}")
            yield f"{name}: the ruling", refereed and state["responder"] == "adjudicator"
            yield f"{name}: a ruling rolls nothing", not (state["turns"] or state["rolls"] or state["reveal"])
        else:
            yield f"{name}: its turns are here", all(t in turns for t in state["turns"])
            own = [turns[t] for t in state["turns"]]
            yield f"{name}: one turn of each awaited seat", [t["seat"] for t in own] == sorted(awaited, key=seats.index)
            for t, turn in zip(state["turns"], own):
                yield f"{name}: its turns answer the state before", (turn["step"], turn["parent"]) == (step, parent)
                yield f"{name}: no refused turn is resolved", t not in refused
                yield f"{name}: its responder", state["responder"] == responder_to(turn["seat"])
                spent.append((turn["seat"], turn["reveal"]))
                resolved.add(t)
            spent.append((state["responder"], state["reveal"]))

        # 3. The reveals.
        for seat, reveal in spent:
            yield f"{name}: the reveal of {seat}", link(bytes.fromhex(reveal)).hex() == latest[seat]
            latest[seat] = reveal

        # What a void turn of the responder has shown is spent where somebody else acts next (section 6).
        voided, refusal = [], refusals.get(state.get("refusal"))
        while refusal and refusal["of"] in states:
            voided += [t for t in turns.values() if t["parent"] == refusal["of"] and t["seat"] == state["responder"]]
            refusal = refusals.get(states[refusal["of"]].get("refusal"))
        waits = [entry["seat"] for entry in state["awaiting"]]
        due = bool(voided) and bool(waits) and state["responder"] not in waits
        yield f"{name}: what is spent", due == ("spent" in state)

        # 4. The rolls.
        reveals = b"".join(bytes.fromhex(latest[seat]) for seat in seats)
        key = sha256(b"adjutant/1 dice\n", bytes.fromhex(match_id), reveals)
        for n, r in enumerate(state["rolls"]):
            yield f"{name}: the number of roll {n}", r["n"] == n
            if "faces" in r:
                yield f"{name}: roll {n}", roll(key, n, len(r["faces"]), r["sides"]) == r["faces"]
            else:
                yield f"{name}: shuffle {n}", shuffle(key, n, r["cards"]) == r["order"]
        if "spent" in state:
            spent = state["spent"]
            shown = turns.get(spent["turn"])
            yield f"{name}: the void turn is here", shown in voided and shown["reveal"] == spent["reveal"]
            yield f"{name}: the spent reveal", link(bytes.fromhex(spent["reveal"])).hex() == latest[state["responder"]]
            latest[state["responder"]] = spent["reveal"]

        # Section 7, as far as it needs no rules.
        back = state.get("ruling", {}).get("take_back") or taken_back(before, [turns[t] for t in state["turns"]])
        if back:
            commitments = dict(after[back["to_step"]])
        for t in state["turns"]:
            turn = turns[t]
            asked = [entry for entry in before["awaiting"] if entry["seat"] == turn["seat"]]
            may = {i for entry in asked for what in ("commit", "may_commit") for i in entry.get(what, [])}
            due = {i for entry in asked for i in entry.get("open", [])}
            opens = {one["id"] for one in turn.get("open", [])}
            yield f"{name}: what is due is opened", "take_back" in turn or "offer" in turn or due <= opens
            for one in turn.get("commit", []):
                yield f"{name}: {one['id']} may be committed to", one["id"] in may
                known = commitments.get((turn["seat"], one["id"]))
                known = known not in (None, committed_before.get((turn["seat"], one["id"])))
                yield f"{name}: the id {one['id']} is new", not known
                commitments[turn["seat"], one["id"]] = one["digest"]
            for one in turn.get("open", []):
                if one.get("forfeit"):
                    print(f"a forfeit: {name}: {one['id']} of {turn['seat']}")
                    continue
                ids = [match_id] + ([goes_on["match"]] + goes_on.get("earlier", []) if goes_on else [])
                made = [choice_digest(i, one["salt"], one["id"], turn["seat"], one["choice"]) for i in ids]
                yield f"{name}: the opening of {one['id']}", commitments.get((turn["seat"], one["id"])) in made
        after[step] = dict(commitments)
        ends["after"][d] = dict(commitments)
        parent, before = d, state

    yield "there is a state", before is not None

    # Double dealing: what stands on the line is one of its kind; the rest was refused or is void.
    for d in states:
        yield f"{found[d][1]}: a second state", d in on_line or d in replaced or states[d]["parent"] not in on_line
    for d, turn in turns.items():
        pending = turn["parent"] == parent
        stands = d in resolved or d in refused or pending or turn["parent"] not in on_line
        yield f"{found[d][1]}: a second turn", stands
    print(f"{len(on_line)} states, {len(resolved)} turns resolved, {len(refusals)} refusals")


def taken_back(before, own):
    """The take-back that a turn agrees to, if the state before asks for it."""
    asked = [entry["take_back"] for entry in (before or {}).get("awaiting", []) if "take_back" in entry]
    agreed = [turn["take_back"] for turn in own if "take_back" in turn]
    return agreed[0] if asked and agreed else None


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in ("vectors", "armor", "match"):
        print(__doc__, file=sys.stderr)
        return 2
    count, failed = 0, 0
    for what, holds in {"vectors": vectors, "armor": armor, "match": match}[arguments[0]](arguments[1]):
        count += 1
        if not holds:
            failed += 1
            print(f"FAILED: {what}")
    print(f"{count} checks, {failed} failed")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
