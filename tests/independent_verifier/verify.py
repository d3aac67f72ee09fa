#!/usr/bin/env python3
"""A verifier that a stranger wrote from docs/protocol.md alone, in another language.

    verify.py vectors tests/vectors/protocol.json     recompute every test vector; also of hidden.json and queue.json
    verify.py armor tests/vectors/armor.json          read every piece of armor
    verify.py match FOLDER                            answer the first four questions of section 9 about a match, and the sixth
    verify.py match FOLDER --partial                  the same; a disclosure that is owed is named, and does not count

It shares no code with Adjutant and knows no game. `vectors` and `armor` need nothing but Python; `match` needs PyYAML, of which
it uses the parser alone: what a plain scalar means is decided here, by section 1. It does not look for what the
profile forbids; it shows that what is allowed has one meaning. Exits 0 if all holds, 1 if anything does not.

What the piles of a game of cards hold at the beginning is the ruleset's. Where a file `decks.json` in the folder says it,
`{side: {pile: [card ids, the top first]}}`, the cards are followed through the match (section 8.7). Whether a claim is
true, and whether a card could be played there at all, this program does not know.
"""

import base64
import copy
import functools
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
    if not node.style:
        if node.value in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[node.value]
        if re.fullmatch(r"0|-?[1-9][0-9]*", node.value):
            return int(node.value)
    # Two escapes may be the halves of one character.
    return node.value.encode("utf-16", "surrogatepass").decode("utf-16")


def read(path):
    import yaml

    with open(path, encoding="utf-8-sig", newline="") as file:
        given = file.read().replace("\r\n", "\n")
    # The reader written in C is quicker, but takes no halves of characters.
    try:
        return value_of(yaml.compose(given, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.YAMLError:
        return value_of(yaml.compose(given))


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
    for power in doublings(p):
        if not n:
            break
        if n & 1:
            result = add(result, power)
        n >>= 1
    return result


@functools.lru_cache(maxsize=64)
def doublings(p):
    """The point times 1, 2, 4 and so on: the base and the keys of a match are multiplied again and again."""
    doubled = [p]
    while len(doubled) < 256:
        doubled.append(add(doubled[-1], doubled[-1]))
    return doubled


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


@functools.lru_cache(maxsize=64)
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


def has_small_order(p):
    for _ in range(3):
        p = add(p, p)
    return same(p, IDENTITY)


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
    if has_small_order(public) or has_small_order(r):
        return False
    k = int.from_bytes(hashlib.sha512(data[:32] + key + signed).digest(), "little") % L
    return same(times(s, BASE), add(r, times(k, public)))


# --- Sections 4, 5, 7 and 8.4: seeds, dice, commitments ---------------------------------------------------------------


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


def choice_form(id, seat, choice):
    return canonical({"choice": choice, "id": id, "seat": seat}).encode()


def choice_digest(match, salt, id, seat, choice):
    form = choice_form(id, seat, choice)
    return sha256(b"adjutant/1 choice\n", bytes.fromhex(match), bytes.fromhex(salt), form).hex()


def derived_salt(match, secret, step, refusal, id, seat, choice):
    named = bytes.fromhex(refusal) if refusal else bytes(32)
    inner = sha256(bytes.fromhex(match), struct.pack(">Q", step), named, choice_form(id, seat, choice))
    return sha256(b"adjutant/1 salt\n", secret, inner).hex()


# --- Sections 8.1 to 8.3: hidden draws and piles -----------------------------------------------------------------------
#
# The cards of a side are `piles`, by name, each a list of items, the top first; and `sources`. A card is a string, a slot the
# number of its source. On the table, `down` has the cards that lie face down and `up` those turned up, both by id.

OPEN_HANDED = bytes(32)


def hidden_of(key, secret):
    return sha256(b"adjutant/1 hidden secret\n", key, secret)


def hidden_key(dice_key, secret, seat):
    return sha256(b"adjutant/1 hidden key\n", dice_key, secret, seat.encode("ascii"))


def cards_of(piles):
    return {"piles": copy.deepcopy(piles), "sources": [], "down": {}, "up": {}}


def put(cards, to, items, at="bottom"):
    pile = cards["piles"].setdefault(to, [])
    for item in items:
        pile.insert(0 if at == "top" else len(pile), item)


def take(cards, pile, count):
    """The top items of a pile, as they are."""
    items = cards["piles"].get(pile, [])[:count]
    del cards["piles"].get(pile, [])[:count]
    return items


def shuffled(cards, piles, to):
    items = [item for pile in piles for item in take(cards, pile, None)]
    known = sorted((item for item in items if isinstance(item, str)), key=lambda card: card.encode())
    cards["sources"].append(known + sorted(item for item in items if not isinstance(item, str)))
    put(cards, to, [len(cards["sources"]) - 1] * len(items))


def see(cards, words, item):
    while not isinstance(item, str):
        source = cards["sources"][item]
        item = source.pop(die(words, len(source)) - 1)
    return item


def look(cards, words, pile, count):
    seen = [see(cards, words, item) for item in cards["piles"].get(pile, [])[:count]]
    cards["piles"].get(pile, [])[:count] = seen
    return seen


def pick(cards, words, hand, count):
    pile = cards["piles"][hand]
    left = sorted(pile, key=lambda card: card.encode())
    picked = [left.pop(die(words, len(left)) - 1) for _ in range(min(count, len(left)))]
    cards["piles"][hand] = [card for card in pile if card not in picked]
    return picked


# --- Section 13: queued turns ----------------------------------------------------------------------------------------


def fits(pattern, value):
    if isinstance(pattern, dict) and isinstance(value, dict):
        return all(key in value and fits(part, value[key]) for key, part in pattern.items())
    if isinstance(pattern, list) and isinstance(value, list):
        return all(any(fits(part, item) for item in value) for part in pattern)
    return canonical(pattern) == canonical(value)


def nodes(value):
    if isinstance(value, dict):
        return 1 + sum(1 + nodes(item) for item in value.values())
    return 1 + sum(map(nodes, value)) if isinstance(value, list) else 1


def parts(condition, seat, states, turns):
    """Whether each pattern of a condition fits. `states` are those since the queue, the last one that which is answered."""
    if "position" in condition:
        yield fits(condition["position"], states[-1]["position"])
    for pattern in condition.get("happened", []):
        yield any(fits(pattern, event) for state in states for event in state["events"])
    for pattern in condition.get("ordered", []):
        resolved = [turns[t] for state in states for t in state["turns"] if t in turns]
        yield any(fits(pattern, order) for turn in resolved if turn["seat"] != seat for order in turn.get("orders", []))


def answers_to(queued, state, seat):
    kinds = (("orders", ("orders",)), ("answers", ("answer", "name")), ("standing", ("orders",)))
    asked = next((asked for field, asked in kinds if field in queued), ("commit",))
    return any(entry["seat"] == seat and any(what in entry for what in asked) for entry in state["awaiting"])


def queued_turn(turn, queues, line, turns, match_id, is_open):
    """What shows that a turn was queued: proved, sealed, unknown or untrue. `line`: the states in order; `queues` by digest."""
    played, seat, step = turn["queued"], turn["seat"], turn["step"]
    queue = queues.get(played["queue"])
    if queue is None:
        return "unknown"
    after, number, place = queue["after"], queue["number"], played["place"]
    own = {d: one for d, one in queues.items() if one["seat"] == queue["seat"]}
    named = [t for state in line[: max(step, 0)] for t in state["turns"]]
    named = [turns[t].get("queued", {}) for t in named if t in turns]
    truths = [
        queue["seat"] == seat,
        after < len(line) and digest(line[after]) == queue["state"],
        step >= after + 2,
        not any(one["number"] == number and d != played["queue"] for d, one in own.items()),
        not any(one["number"] > number and one["after"] + 1 < step for one in own.values()),
        1 <= place <= len(queue["turns"]),
        not any(one.get("queue") == played["queue"] and one["place"] == place for one in named),
    ]
    if is_open:
        shown = enumerate(queue.get("shown", []), 1)
        made = [choice_digest(match_id, one["salt"], f"queued-{number}-{at}", seat, one["turn"]) for at, one in shown]
        truths.append(made == queue["turns"])
    if not all(truths):
        return "untrue"
    if "opened" not in played:
        return "sealed"
    was = {key: value for key, value in played["opened"].items() if key != "salt"}
    if sum(nodes(was[key]) for key in ("if", "unless") if key in was) > 500:
        return "untrue"
    was |= {key: turn[key] for key in ("orders", "answers", "standing") if key in turn}
    if choice_digest(match_id, played["opened"]["salt"], f"queued-{number}-{place}", seat, was) != queue["turns"][place - 1]:
        return "untrue"
    since = line[after + 1 : step]
    asks = sum(answers_to(was, state, seat) for state in since)
    serves = was["from"] <= step <= was["until"] and answers_to(was, line[step - 1], seat) and was.get("next", asks) == asks
    holds = all(parts(was.get("if", {}), seat, since, turns)) and not any(parts(was.get("unless", {}), seat, since, turns))
    return "proved" if serves and holds else "untrue"


# --- The vectors -----------------------------------------------------------------------------------------------------


def vectors(path):
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    if "positions" in given:
        for one in given["positions"]:
            yield "a first position: " + one["what"], first_position(one["position"]) == one["begins"]
        return
    of = queue_vectors if "patterns" in given else hidden_vectors if "hidden_keys" in given else protocol_vectors
    yield from of(given)


def protocol_vectors(given):
    unhex = bytes.fromhex
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
    for one in given["choices"]:
        made = choice_digest(one["match"], one["salt"], one["id"], one["seat"], one["choice"])
        yield "choice", made == one["digest"]


def queue_vectors(given):
    for one in given["digests"]:
        of = f"queued-{one['number']}-{one['place']}", one["seat"], one["turn"]
        yield "canonical form", choice_form(*of).decode() == one["canonical"]
        yield "queued turn", choice_digest(one["match"], one["salt"], *of) == one["digest"]
    for one in given["patterns"]:
        yield f"{one['pattern']} fits", fits(one["pattern"], one["value"]) == one["fits"]
    for case in given["matches"]:
        found = {digest(one): one for one in case["documents"]}
        of_kind = lambda kind: {d: one for d, one in found.items() if one["kind"] == kind}
        (match_id, charter), = of_kind("charter").items()
        line = sorted(of_kind("state").values(), key=lambda one: one["step"])
        keys = {entry["seat"]: entry["key"] for entry in charter["seats"]}
        for d, one in found.items():
            for s in one["signatures"]:
                yield "signature", signature_holds(bytes.fromhex(keys[s["by"]]), message(one["kind"], d), s["sig"])
        for expected in case["turns"]:
            turn = found[expected["turn"]]
            shown = queued_turn(turn, of_kind("queue"), line, of_kind("turn"), match_id, charter.get("open_queues") is True)
            yield "what is queued: " + expected["about"], shown == expected["shown"]


def hidden_vectors(given):
    unhex, match = bytes.fromhex, given["match"]
    secrets = {one["seat"]: unhex(one["secret"]) for one in given["seats"]}
    for one in given["seats"]:
        yield "hidden", hidden_of(unhex(one["key"]), secrets[one["seat"]]).hex() == one["hidden"]
    for one in given["hidden_keys"]:
        key = sha256(b"adjutant/1 dice\n", unhex(match), b"".join(map(unhex, one["reveals"])))
        yield "dice key", key.hex() == one["dice_key"]
        yield "hidden key", hidden_key(key, secrets[one["seat"]], one["seat"]).hex() == one["hidden_key"]
    for one in given["salts"]:
        of = one["id"], one["seat"], one["choice"]
        salt = derived_salt(match, secrets[one["seat"]], one["step"], one["refusal"], *of)
        yield "salt", salt == one["salt"]
        yield "choice", choice_digest(match, salt, *of) == one["digest"]
    for one in given["piles"]:
        cards = cards_of(one["piles"])
        gives = [operation(cards, list(map(unhex, one["hidden_keys"])), op) for op in one["ops"]]
        yield "what comes: " + one["case"], gives == one["expect"]["gives"]
        yield "sources: " + one["case"], cards["sources"] == one["expect"]["sources"]
        yield "piles: " + one["case"], cards["piles"] == one["expect"]["piles"]


def operation(cards, keys, op):
    """Does one line of a vector's script, and returns the cards that it shows."""
    pile, count, at = op.get("pile"), op.get("count"), op.get("at", "bottom")
    words = stream(keys[op["key"]], op["d"]) if "key" in op else None
    if op["op"] == "shuffle":
        return shuffled(cards, op["piles"], op["to"])
    if op["op"] == "play":
        cards["piles"][pile].remove(op["card"])
        return put(cards, op["to"], [op["card"]], at)
    if op["op"] == "move":
        return put(cards, op["to"], take(cards, pile, count), at)
    if op["op"] == "pick":
        seen = pick(cards, words, pile, count)
    else:
        seen = look(cards, words, pile, count)
    if op["op"] == "draw":
        take(cards, pile, count)
    if op["op"] in ("draw", "pick"):
        put(cards, op["to"], seen, at)
    return seen


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
    committed_before, openings, cards_before = {}, {}, None
    of_kind = lambda kind: {d: doc for d, (doc, _) in found.items() if doc["kind"] == kind}
    charters, turns, states, refusals = map(of_kind, ("charter", "turn", "state", "refusal"))
    known_kinds = ("charter", "turn", "state", "refusal", "disclosure", "receipt", "leave", "queue")
    yield "every document is of a kind that the protocol knows", all(doc["kind"] in known_kinds for doc, _ in found.values())
    yield "one charter", len(charters) == 1
    match_id, charter = next(iter(charters.items()))
    goes_on, begins = charter.get("continues"), charter.get("from")
    yield "it begins at one position", not (begins and (goes_on or "event" in charter))
    if begins:
        from_state = states.pop(begins["state"], None)
        yield "the state that it begins at is here", from_state is not None
        if from_state is None:
            return
        del found[begins["state"]]
        named = [begins["match"], begins["step"]]
        yield "that state is of the match and the step named", [from_state["match"], from_state["step"]] == named
        yield "the match was not over with it", from_state["outcome"] is None
        yield "nobody waits there for the answer to a proposal", not pending_proposal(from_state["position"])
        zero = next((s for s in states.values() if s["step"] == 0), None)
        yield "it begins at that position", zero is None or zero["position"] == first_position(from_state["position"])
        yield "no match begins with hands", not hidden_seats(charter)
        if before:
            yield "the match that it begins in is the one named", before["match"] == begins["match"]
            yield "the state that it begins at stands there", begins["state"] in before["after"]
            terms = ("ruleset", "packs", "scenario", "options")
            yield "the terms of that match", all(charter.get(term) == before["charter"].get(term) for term in terms)
        else:
            print("the match at whose position it begins is not here: that it was reached is the players' word")
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
        committed_before, openings = before["after"].get(goes_on["state"], ({}, {}))
        cards_before = before["cards"].get(goes_on["state"])
        yield "no match with hidden hands is continued", not hidden_seats(old)
        terms = ("ruleset", "packs", "scenario", "options", "event")
        yield "the terms of the match that it continues", all(charter.get(term) == old.get(term) for term in terms)
        named = {one["seat"] for one in goes_on.get("replaced", [])}
        keys_of = lambda of: {entry["seat"]: (entry["key"], entry.get("side")) for entry in of["seats"]}
        was, now = keys_of(old), keys_of(charter)
        yield "who has another key is named", {seat for seat in now if now[seat] != was.get(seat)} == named
        yield "somebody attests the earlier match", len(named) < len(now)
        waiting = goes_on.get("unanswered", [])
        answered = {d for d, turn in before["turns"].items() if turn["step"] <= from_state["step"]}
        yield "what waited for an answer there was not answered", not answered.intersection(waiting)
        yield "what waited there is listed once", len(set(waiting)) == len(waiting)
        for d in waiting:
            turn = before["turns"].get(d)
            whose = f"{turn['seat']}'s turn of step {turn['step']}" if turn else f"turn {d[:8]}, which is not here,"
            print(f"{whose} waited for an answer: its step has new dice")
        del found[goes_on["state"]]
    seats = [entry["seat"] for entry in charter["seats"]]
    keys = {entry["seat"]: entry["key"] for entry in charter["seats"]}
    latest = {entry["seat"]: entry["seed"]["anchor"] for entry in charter["seats"]}
    refereed = charter["trust"] == "refereed"
    hidden, sides = hidden_seats(charter), acting(charter)
    ids = [match_id] + ([goes_on["match"]] + goes_on.get("earlier", []) if goes_on else [])
    yield "keys differ", len(set(keys.values())) == len(seats)
    yield "anchors differ", len(set(latest.values())) == len(seats)
    yield "seeds have one length", len({entry["seed"]["length"] for entry in charter["seats"]}) == 1
    yield "seats", "adjudicator" in seats if refereed else len(seats) == 2
    yield "every seat that acts for a side has a hidden secret, or none has", set(hidden) in (set(), set(sides.values()))
    yield "hidden secrets differ", len(set(hidden.values())) == len(hidden)
    yield "queued turns show no hidden hand", "open_queues" not in charter or charter["open_queues"] is True and not hidden
    yield "escrow needs an adjudicator", "escrow" not in charter or refereed and charter["escrow"] is True

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

    def may_issue(state, before):
        """Whether the seat that signed a state may write it, after the one before (section 9)."""
        if "ruling" in state:
            return refereed and state["responder"] == "adjudicator"
        if before is None:
            return state["responder"] == ("adjudicator" if refereed else seats[0])
        waits = [entry["seat"] for entry in before["awaiting"]]
        return bool(waits) and state["responder"] == responder_to(waits[0])

    # What somebody signed who may not write it changes nothing, and is told.
    def idle(d, why):
        print(f"{found[d][1]} changes nothing: {why}")

    for d, r in list(refusals.items()):
        of = turns.get(r["of"]) or states.get(r["of"])
        wrong = of and r["step"] != of["step"]
        wrong = wrong or r["of"] in turns and r["seat"] != responder_to(turns[r["of"]]["seat"])
        if wrong or r["of"] in states and r["seat"] == states[r["of"]]["responder"]:
            idle(d, f"{r['seat']} may not refuse that")
            del refusals[d]

    replaced = set()
    for state in states.values():
        refusal = refusals.get(state.get("refusal"))
        old = refusal and states.get(refusal["of"])
        if old and may_issue(state, states.get(state["parent"])):
            yield "a replacement is for the same step", (old["step"], old["parent"]) == (state["step"], state["parent"])
            yield "a replacement has the same reveal", old["reveal"] == state["reveal"]
            # Only a turn that its responder had refused gives way to another of its seat.
            turned_down = {r["of"] for r in refusals.values()}
            whose = lambda t: turns[t]["seat"] if t in turns else None
            same = lambda o, n: o == n or o in turned_down and whose(n) in (None, whose(o))
            pairs = list(zip(old["turns"], state["turns"]))
            yield "a replacement resolves the same turns", len(old["turns"]) == len(state["turns"]) and all(same(*p) for p in pairs)
            later = [s for s in states.values() if s["parent"] == refusal["of"]]
            later = [s for s in later if s["responder"] == state["responder"]]
            yield "no state is replaced once its issuer has gone on from it", not later
            replaced.add(refusal["of"])
    refused = {r["of"] for r in refusals.values() if r["of"] in turns}

    parent, before, commitments, on_line, resolved = match_id, None, dict(committed_before), set(), set()
    after, line, makers, opened, sides_after, drawn = {}, [], {}, {}, {}, False
    ends.update(match=match_id, charter=charter, turns=turns, after={}, cards={})
    while True:
        following = [d for d, s in states.items() if s["parent"] == parent and d not in replaced and may_issue(s, before)]
        due = before["step"] + 1 if before else 0
        # One of another step is nothing beside the one that is due.
        following = [d for d in following if states[d]["step"] == due] or following
        if not following:
            break
        for d in following:
            lacks = len(following) > 1 and states[d].get("refusal", match_id) not in (match_id, *refusals)
            yield f"{found[d][1]}: the refusal that it names is here", not lacks
            if lacks:
                print(f"what follows on step {states[d]['step']} is not checked")
                return
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
            here = all(t in turns for t in state["turns"])
            yield f"{name}: its turns are here", here
            if not here:
                # Nobody must be accused of what a document would explain that is not here.
                print(f"what follows on the turns of step {step} is not checked")
                return
            own = [turns[t] for t in state["turns"]]
            yield f"{name}: one turn of each awaited seat", [t["seat"] for t in own] == sorted(awaited, key=seats.index)
            for t, turn in zip(state["turns"], own):
                yield f"{name}: its turns answer the state before", (turn["step"], turn["parent"]) == (step, parent)
                yield f"{name}: no refused turn is resolved", t not in refused
                yield f"{name}: its responder", state["responder"] == responder_to(turn["seat"])
                named = turn.get("refusal")
                yield f"{name}: the refusal that the turn of {turn['seat']} names is here", named is None or named in refusals
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
            void = [t for t in turns.values() if t["parent"] == refusal["of"]]
            voided += [t for t in void if t["seat"] == state["responder"]]
            refusal = refusals.get(states[refusal["of"]].get("refusal"))
        waits = [entry["seat"] for entry in state["awaiting"]]
        gone = [t for t in voided if waits and t["seat"] not in waits]
        yield f"{name}: what is spent", bool(gone) == ("spent" in state)

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
            yield f"{name}: the void turn is here", shown in gone and shown["reveal"] == spent["reveal"]
            seat = shown["seat"] if shown else state["responder"]
            yield f"{name}: the spent reveal", link(bytes.fromhex(spent["reveal"])).hex() == latest[seat]
            latest[seat] = spent["reveal"]

        # Section 7, as far as it needs no rules.
        own = [turns[t] for t in state["turns"]]
        back = state.get("ruling", {}).get("take_back") or taken_back(before, own)
        if back:
            commitments, openings = map(dict, after[back["to_step"]])
        for turn in own:
            asked = [entry for entry in before["awaiting"] if entry["seat"] == turn["seat"]]
            may = {i for entry in asked for what in ("commit", "may_commit") for i in entry.get(what, [])}
            due = {i for entry in asked for i in entry.get("open", [])}
            opens = {one["id"] for one in turn.get("open", [])}
            yield f"{name}: what is due is opened", "take_back" in turn or "offer" in turn or due <= opens
            named = [one["id"] for one in turn.get("commit", [])]
            yield f"{name}: commitments are sorted", not hidden or named == sorted(named, key=str.encode)
            for one in turn.get("commit", []):
                # What may be hidden besides, and under which id, is the ruleset's (section 8.4).
                yield f"{name}: {one['id']} may be committed to", one["id"] in may or turn["seat"] in hidden
                known = commitments.get((turn["seat"], one["id"]))
                known = known not in (None, committed_before.get((turn["seat"], one["id"])))
                yield f"{name}: the id {one['id']} is new", not known
                commitments[turn["seat"], one["id"]] = one["digest"]
                makers[one["digest"]] = (turn, one["id"])
            for one in turn.get("open", []):
                if one.get("forfeit"):
                    yield f"{name}: nothing hidden is forfeited", turn["seat"] not in hidden
                    print(f"a forfeit: {name}: {one['id']} of {turn['seat']}")
                    continue
                made = commitments.get((turn["seat"], one["id"]))
                yield f"{name}: the opening of {one['id']}", made in opening_digests(ids, turn["seat"], one)
                openings[made] = opened[made] = one

        # Section 8, as far as it needs no secret.
        sides, drawn = sides_after[back["to_step"]] if back else (sides, drawn)
        turned = exchanged(sides, state)
        yield f"{name}: sides are exchanged before any card is drawn", turned == sides or not drawn
        sides, drawn = turned, drawn or bool(state.get("draws"))
        sides_after[step] = sides, drawn
        yield from draws_hold(name, state, sides, bool(own) and not any(rolls_nothing(before, turn) for turn in own))
        order = [(seats.index(one["seat"]), one["id"].encode()) for one in state.get("opened", [])]
        yield f"{name}: what the responder opens is sorted", order == sorted(set(order))
        for one in state.get("opened", []):
            made = commitments.get((one["seat"], one["id"]))
            may = one["seat"] in sides.values() and (one["seat"] == state["responder"] or "escrow" in charter)
            yield f"{name}: the responder may open {one['id']} of {one['seat']}", may and made not in openings
            yield f"{name}: the opening of {one['id']} of {one['seat']}", made in opening_digests(ids, one["seat"], one)
            openings[made] = opened[made] = one
        told = list(card_events(state, sides))
        yield f"{name}: a ruling moves no card", "ruling" not in state or not told
        for event in told:
            made = commitments.get((sides[event["side"]], event.get("id")))
            if event["event"] in ("turned_up", "lied") and (made or hidden):
                said, shown = event["choice"], openings.get(made, {"choice": None})["choice"]
                yield f"{name}: {event['id']} was opened as {said}", canonical(said) == canonical(shown)
        after[step] = dict(commitments), dict(openings)
        ends["after"][d] = after[step]
        line.append((d, state, key, back, dict(commitments), sides))
        parent, before = d, state

    for turn in (turns[t] for _, state, *_ in line for t in state["turns"] if t in turns and "queued" in turns[t]):
        queues, on = of_kind("queue"), [state for _, state, *_ in line]
        shown = queued_turn(turn, queues, on, turns, match_id, charter.get("open_queues") is True)
        print(f"{turn['seat']}'s turn of step {turn['step']} says that it was queued: {shown}")
    yield "there is a state", before is not None
    over = before is not None and before["outcome"] is not None
    elsewhere = {d: one for d, one in {**states, **turns}.items() if one["parent"] not in states and one["parent"] != match_id}
    for d, one in elsewhere.items():
        beyond = not over and d in states and one["step"] > (before["step"] + 1 if before else 0)
        if beyond:
            yield f"{found[d][1]}: the states before it are here", False
        else:
            print(f"{found[d][1]} does not count: what it follows is not here")
    for d, r in refusals.items():
        if r["of"] not in turns and r["of"] not in states:
            print(f"{found[d][1]} does not count: what it refuses is not here")
        answered = any(one["parent"] == r["of"] and one["seat"] == r["seat"] for one in turns.values())
        if r["of"] in states and answered:
            stands = any(s.get("refusal") == d for s in states.values())
            yield f"{found[d][1]}: who refuses a state has not answered it", not stands
            idle(d, f"{r['seat']} has answered that state")
    secrets = {} if hidden else {seat: OPEN_HANDED for seat in sides.values()}
    known = {made: one["choice"] for made, one in opened.items()}
    told = list(of_kind("disclosure").values())
    for one in told:
        if one.get("hand", one["seat"]) not in hidden or "hand" in one and not ("escrow" in charter and one["seat"] == "adjudicator"):
            idle(digest(one), f"{one['seat']} has no such hand to disclose")
    may = lambda one: "hand" not in one or "escrow" in charter and one["seat"] == "adjudicator"
    given = {seat: [one for one in told if may(one) and one.get("hand", one["seat"]) == seat] for seat in seats}
    by_hand = {r["of"] for r in refusals.values() if "escrow" in charter and r["seat"] == "adjudicator" and is_by_hand(r)}
    hand_refused = {
        one["digest"]: (turn, one["id"])
        for t, turn in turns.items() if t in by_hand and turn["parent"] in on_line
        for one in turn.get("commit", [])
    }
    # A refusal that no turn of its seat names may have been held back: what it refuses may be disclosed, and need not.
    named = {turn.get("refusal") for turn in turns.values()}
    told_of = {r["of"] for d, r in refusals.items() if d in named and is_by_hand(r)}
    may_be_told = {
        one["digest"] for t, turn in turns.items() if t in by_hand - told_of for one in turn.get("commit", [])
    } - set(makers)
    for seat in hidden:
        for one in given[seat]:
            final = over and one["state"] == parent
            if not final:
                print(f"a disclosure that does not count: {seat} discloses for another state than the last of a match that is over")
                continue
            if any(r["of"] == one["state"] and r["seat"] == seat == one["seat"] for r in refusals.values()):
                print(f"a refusal that does not count: {seat} has disclosed for the state that it refuses")
            secret = one["secret"] if re.fullmatch("[0-9a-f]{64}", one["secret"]) else ""
            fits = hidden_of(bytes.fromhex(keys[seat]), bytes.fromhex(secret)).hex() == hidden[seat]
            yield f"the secret that {seat} discloses", fits
            if fits:
                secrets[seat] = bytes.fromhex(one["secret"])
                own = {made: of for made, of in (makers | hand_refused).items() if of[0]["seat"] == seat}
                yield from choices_hold(match_id, secrets[seat], one, own, opened, known, may_be_told)
        if over and seat not in secrets:
            yield f"{seat} owes a disclosure; an outcome in favour of its side is not proved", None
    for r in refusals.values():
        if is_by_hand(r):
            print(f"a refusal that is not audited: by 8.6, of step {r['step']}")
    if any(next(card_events(state, sides), None) for _, state, *_ in line):
        start = cards_before or start_of(folder, sides, secrets)
        lost = set()
        if over and before["outcome"].get("how") == "lied":
            lost = {seat for side, seat in sides.items() if side != before["outcome"].get("winner")}
        yield from audit(start, line, secrets, known, ends["cards"], lost)

    # Double dealing: what stands on the line is one of its kind; the rest was refused or is void, or somebody signed it
    # who may not write it. Two documents prove it by themselves, whether or not what they answer is here.
    lacks = lambda one: one.get("refusal") not in (None, *refusals)

    def against(d, documents, seat, void, line):
        """What a document's rivals say of it: "second", "unknown" if a refusal is missing that may excuse it, or None."""
        same = lambda one: [one["parent"], one["step"], one[seat]]
        rivals = [o for o, one in documents.items() if o != d and same(one) == same(documents[d]) and o not in void]
        rivals = [o for o in rivals if o in line or o < d]
        if any(lacks(documents[o]) for o in rivals) or rivals and lacks(documents[d]) and not line & set(rivals):
            return "unknown"
        return "second" if rivals else None

    for d, state in states.items():
        if d in on_line or d in replaced:
            continue
        above = states.get(state["parent"])
        if (above or state["step"] == 0) and not may_issue(state, above):
            idle(d, f"{state['responder']} may not issue it")
            continue
        said = against(d, states, "responder", replaced, on_line)
        if said == "unknown":
            print(f"{found[d][1]}: whether it replaces another is not known: the refusal is not here")
        elif said == "second":
            yield f"{found[d][1]}: a second state", False
        elif state["parent"] in on_line and above["step"] + 1 == state["step"]:
            yield f"{found[d][1]}: a state beside the line", False
        else:
            idle(d, "the match does not go on from what it follows")
    for d, turn in turns.items():
        if d in resolved or d in refused or turn["parent"] in replaced:
            continue
        above = states.get(turn["parent"])
        if turn["seat"] == "adjudicator" or above and turn["seat"] not in [entry["seat"] for entry in above["awaiting"]]:
            idle(d, f"{turn['seat']} was not awaited")
            continue
        said = against(d, turns, "seat", refused, resolved)
        if said == "unknown":
            print(f"{found[d][1]}: whether it was refused is not known: the refusal is not here")
        elif said == "second":
            yield f"{found[d][1]}: a second turn", False
        elif turn["parent"] in on_line and turn["parent"] != parent:
            idle(d, "it crossed a ruling, or its responder left it out")
    print(f"{len(on_line)} states, {len(resolved)} turns resolved, {len(refusals)} refusals")


def pending_proposal(position):
    """Whether a take-back or a draw waits for an answer."""
    return any(what in position.get("proposal", {}) for what in ("take_back", "draw"))


def first_position(position):
    """The position with which a match begins that begins at a position of another (section 3)."""
    kept = {key: value for key, value in position.items() if key != "proposal"}
    if "choices" in position:
        kept["choices"] = {id: {"commitments": {}} for id in position["choices"]}
    pending = position.get("pending")
    if isinstance(pending, dict) and "name" in pending:
        kept["pending"] = {"open": {field: pending["name"][field] for field in ("id", "rule")}}
    return kept


def is_by_hand(refusal):
    """Whether the adjudicator refuses what a hand that was entrusted to him does not allow (section 8.6)."""
    return any(reason.get("rule") == "8.6" for reason in refusal["reasons"])


def taken_back(before, own):
    """The take-back that a turn agrees to, if the state before asks for it."""
    asked = [entry["take_back"] for entry in (before or {}).get("awaiting", []) if "take_back" in entry]
    agreed = [turn["take_back"] for turn in own if "take_back" in turn]
    return agreed[0] if asked and agreed else None


# --- Section 8 in a match ---------------------------------------------------------------------------------------------

# What the events of section 8.3 have. A ruleset may use one of these names for an event of its own, with other fields.
CARD_EVENTS = {
    "shuffled": ("piles", "to"),
    "drawn": ("pile", "count", "to"),
    "looked": ("pile", "count"),
    "picked": ("pile", "count", "to"),
    "dealt": ("pile", "count", "to"),
    "played": ("card", "pile"),
    "laid": ("id", "pile"),
    "turned_up": ("id", "choice"),
    "left": ("to",),
    "claimed": ("claim",),
    "lied": ("id", "choice"),
}
DRAWS = ("drawn", "looked", "picked")


def hidden_seats(charter):
    return {entry["seat"]: entry["hidden"] for entry in charter["seats"] if "hidden" in entry}


def acting(charter):
    """The seat that acts for each side: the first in charter order."""
    sides = {}
    for entry in charter["seats"]:
        if "side" in entry:
            sides.setdefault(entry["side"], entry["seat"])
    return sides


def exchanged(sides, state):
    """The seat that acts for each side once the players have exchanged sides, if they do so in a state (section 3)."""
    turns = sum(
        isinstance(event, dict) and event.get("event") == "exchanged" and event.get("rule") == "protocol 3"
        for event in state["events"]
    )
    return dict(zip(sides, reversed(sides.values()))) if turns % 2 else sides


def card_events(state, sides):
    for event in state["events"]:
        fields = CARD_EVENTS.get(event.get("event")) if isinstance(event, dict) else None
        if fields and event.get("side") in sides and all(field in event for field in fields):
            if event["event"] != "left" or "card" in event or "id" in event:
                yield event


def rolls_nothing(before, turn):
    """Whether a turn may roll nothing (section 6)."""
    asked = any("draw" in entry for entry in before["awaiting"] if entry["seat"] == turn["seat"])
    return "take_back" in turn or turn.get("offer") == "resign" or turn.get("offer") == "draw" and asked


def draws_hold(name, state, sides, may):
    draws = state.get("draws", [])
    yield f"{name}: it may draw", may or not draws
    for seat in dict.fromkeys(one["seat"] for one in draws):
        numbers = [one["d"] for one in draws if one["seat"] == seat]
        yield f"{name}: the draws of {seat} are numbered", numbers == list(range(len(numbers)))
        yield f"{name}: {seat} acts for a side", seat in sides.values()
    yield f"{name}: a draw is of one card at least, and of 1,000 at most", all(1 <= one["count"] <= 1000 for one in draws)
    told = [event for event in card_events(state, sides) if event["event"] in DRAWS and event["count"]]
    told = [(sides[event["side"]], event["pile"], event["count"]) for event in told]
    yield f"{name}: the draws are those of the events", told == [(one["seat"], one["pile"], one["count"]) for one in draws]


def opening_digests(ids, seat, one):
    """What an opening may be of: a commitment made under the id of this match, or of one that it continues."""
    return [choice_digest(match, one["salt"], one["id"], seat, one["choice"]) for match in ids]


def choices_hold(match_id, secret, disclosure, own, opened, known, may_be_told=()):
    """Holds the commitments of a seat against its secret and what it discloses. `known` takes what they held; those in
    `may_be_told` need not be disclosed."""
    seat = disclosure.get("hand", disclosure["seat"])
    told = [(one["step"], one["id"]) for one in disclosure["choices"]]
    all_due = [(turn["step"], id) for made, (turn, id) in own.items() if made not in opened]
    due = [(turn["step"], id) for made, (turn, id) in own.items() if made not in opened and made not in may_be_told]
    yield f"{seat} discloses no choice twice", all(told.count(one) <= max(all_due.count(one), 1) for one in told)
    yield f"{seat} discloses every choice", all(told.count(one) >= due.count(one) for one in told)
    for step, id in sorted((set(told) - set(all_due)) | (set(due) - set(told))):
        yield f"the choice {id} of {seat} at step {step}, to be disclosed if the chain does not open it", False
    for made, (turn, id) in own.items():
        salt = lambda choice: derived_salt(match_id, secret, turn["step"], turn.get("refusal"), id, seat, choice)
        what = f"{id} of {seat} at step {turn['step']}"
        if made in opened:
            yield f"the salt of {what}", salt(opened[made]["choice"]) == opened[made]["salt"]
        elif (turn["step"], id) in told:
            # A turn that was refused by 8.6 and the one in its place may commit under the same id.
            named = [one["choice"] for one in disclosure["choices"] if (one["step"], one["id"]) == (turn["step"], id)]
            fits = [choice for choice in named if choice_digest(match_id, salt(choice), id, seat, choice) == made]
            if not fits and made in may_be_told:
                continue
            yield f"the disclosed choice {what}", bool(fits)
            known[made] = (fits or named)[0]


def start_of(folder, sides, secrets):
    """What the sides whose secrets are known have at the beginning, if somebody who knows the game has written it down."""
    try:
        with open(os.path.join(folder, "decks.json"), encoding="utf-8") as file:
            decks = json.load(file)
    except FileNotFoundError:
        print("the audit is not done: no decks.json says what the piles hold at the beginning")
        return {}
    for side, seat in sides.items():
        if side not in decks or seat not in secrets:
            print(f"the audit of {seat} is not done: its {'piles' if seat in secrets else 'secret'} cannot be known")
    return {side: cards_of(decks[side]) for side, seat in sides.items() if side in decks and seat in secrets}


def audit(start, line, secrets, known, ends, lost):
    """Follows the cards up to the first that is not where it is said to be. `ends` takes what each state leaves of them, and
    `lost` has the seats that have lost the match for what they opened: of those it is told, and the match holds."""
    cards, after, claims = copy.deepcopy(start), {}, 0
    for d, state, dice_key, back, commitments, sides in line:
        step = state["step"]
        if back:
            cards = copy.deepcopy(after[back["to_step"]])
        numbers = dict.fromkeys(sides, 0)
        for event in card_events(state, sides):
            side, seat, words = event["side"], sides[event["side"]], None
            if side not in cards:
                continue
            claims += event["event"] == "claimed"
            if event["event"] in DRAWS and event["count"]:
                words = stream(hidden_key(dice_key, secrets[seat], seat), numbers[side])
                numbers[side] += 1
            held = known.get(commitments.get((seat, event.get("id"))))
            if held is None and event["event"] == "laid":
                print(f"the audit of {seat} ends at step {step}: what {event['id']} holds is not known")
                del cards[side]
                continue
            untrue = follow(cards[side], event, words, held)
            if untrue and seat in lost:
                print(f"{seat} has lost the match for a lie: step {step}, {event['event']} by {event.get('rule')}: {untrue}")
                del cards[side]
            elif untrue:
                yield f"the hands, step {step}: {seat}, {event['event']} by {event.get('rule')}: {untrue}", False
                return
        after[step] = ends[d] = copy.deepcopy(cards)
    for side in cards:
        yield f"the hands of {sides[side]}", True
    if claims:
        print(f"{claims} claims are not audited: whether one is true is the ruleset's")


def follow(cards, event, words, held):
    """Does to the cards of a side what an event says. `held` is the choice behind its id. Returns what is untrue about it."""
    what, pile, count, to = (event.get(field) for field in ("event", "pile", "count", "to"))
    piles, down, up, id = cards["piles"], cards["down"], cards["up"], event.get("id")
    if count is not None and count > len(piles.get(pile, [])):
        return f"said {count} cards, true: {holds(cards, pile)}"
    if what == "shuffled":
        shuffled(cards, event["piles"], to)
    if what in ("drawn", "looked"):
        look(cards, words, pile, count)
    if what in ("drawn", "dealt"):
        put(cards, to, take(cards, pile, count))
    if what == "picked" and count:
        if not all(isinstance(item, str) for item in piles[pile]):
            return f"said that {pile} is a hand, true: {holds(cards, pile)}"
        put(cards, to, pick(cards, words, pile, count))
    if what in ("played", "laid"):
        card = event["card"] if what == "played" else held
        if not remove(cards, pile, card):
            return f"said {card} from {pile}, true: {holds(cards, pile)}"
        if what == "played":
            put(cards, "table", [card])
        else:
            down[id] = card
    if what in ("turned_up", "lied") and id in down:
        if down[id] != event["choice"]:
            return f"said {event['choice']} as {id}, true: {down[id]}"
        if what == "turned_up":
            up[id] = down.pop(id)
            put(cards, "table", [up[id]])
    if what == "left":
        true = down.get(id, up.get(id, event.get("card")))
        if true != event.get("card", true):
            return f"said {event['card']} as {id}, true: {true}"
        if down.pop(id, None) is None and not remove(cards, "table", true):
            return f"said {true or id} from the table, true: {holds(cards, 'table')}"
        cards["up"] = {i: card for i, card in up.items() if card != true}
        put(cards, to, [true])
    return None


def remove(cards, pile, card):
    """Takes a card that its owner has seen out of a pile; false if it is not there."""
    items = cards["piles"].get(pile, [])
    if not isinstance(card, str) or card not in items:
        return False
    items.remove(card)
    return True


def holds(cards, pile):
    items = list(cards["piles"].get(pile, []))
    if pile == "table":
        items += [f"{card} face down as {id}" for id, card in cards["down"].items()]
    seen = [item for item in items if isinstance(item, str)]
    unseen = [f"{len(items) - len(seen)} that nobody has seen"] if len(seen) < len(items) else []
    return f"{pile} holds " + (", ".join(seen + unseen) or "nothing")


def main(arguments):
    partial = arguments[0:1] == ["match"] and "--partial" in arguments[1:]
    arguments = [one for one in arguments if not (partial and one == "--partial")]
    if len(arguments) != 2 or arguments[0] not in ("vectors", "armor", "match"):
        print(__doc__, file=sys.stderr)
        return 2
    count, failed, unproved = 0, 0, 0
    for what, holds in {"vectors": vectors, "armor": armor, "match": match}[arguments[0]](arguments[1]):
        if holds is None:
            unproved += 1
            print(f"not proved: {what}")
            continue
        count += 1
        if not holds:
            failed += 1
            print(f"FAILED: {what}")
    print(f"{count} checks, {failed} failed" + (f", {unproved} not proved" if unproved else ""))
    return 1 if failed or not count or unproved and not partial else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
