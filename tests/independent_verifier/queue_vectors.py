#!/usr/bin/env python3
"""Makes the vectors of queued turns (docs/protocol.md, section 13) by that page alone: queue_vectors.py > tests/vectors/queue.json

The matches are of no game: their states say what a verifier of section 13 looks at, and nothing follows from their turns.
"""

import hashlib
import json

import verify
from tournament import sign

SEATS = ("north", "south")
SECRETS = {seat: hashlib.sha256(b"example key of " + seat.encode()).digest() for seat in SEATS}
KEYS = {seat: sign(SECRETS[seat], b"")[0] for seat in SEATS}
TIME = "2026-11-20T18:00:00Z"
SALT = hashlib.sha256(b"example salt").hexdigest()


def link(*names):
    return hashlib.sha256(" ".join(map(str, names)).encode()).hexdigest()


class Match:
    """A head-to-head match whose states await one seat after the other for orders."""

    def __init__(self, is_open):
        self.documents, self.line, self.turns, self.expected, self.number = [], [], {}, [], {}
        seats = [{"seat": seat, "side": seat, "name": seat, "key": KEYS[seat].hex(),
                  "seed": {"anchor": link("anchor", seat), "length": 1024}} for seat in SEATS]
        charter = {"adjutant": 1, "kind": "charter", "title": "Queued turns", "date": TIME, "ruleset": {"id": "none", "revision": 1},
                   "packs": [], "scenario": "none", "options": {}, "trust": "head-to-head", "pace": {"days": 3}, "seats": seats}
        if is_open:
            charter["open_queues"] = True
        self.id = self.add(charter, SEATS)
        self.state("south", [])

    def add(self, document, signers):
        made = verify.digest(document)
        message = verify.message(document["kind"], made)
        signatures = [{"by": seat, "key": KEYS[seat].hex(), "sig": sign(SECRETS[seat], message)[1]} for seat in signers]
        self.documents.append({**document, "signatures": signatures})
        return made

    def state(self, awaits, turns):
        """A state that resolves these turns; the round counts on, and each is an event."""
        step = len(self.line)
        responder = "north" if not turns or self.turns[turns[0]]["seat"] == "south" else "south"
        state = {"adjutant": 1, "kind": "state", "match": self.id, "step": step,
                 "parent": verify.digest(self.line[-1]) if self.line else self.id, "turns": turns, "responder": responder,
                 "reveal": link("state", step) if step else None, "rolls": [], "events": [{"event": "round", "round": step}],
                 "position": {"round": step, "units": [{"id": "u1", "at": step}]},
                 "awaiting": [{"seat": awaits, "orders": {}}], "outcome": None, "issued": TIME}
        self.add(state, [responder])
        self.line.append(state)

    def turn(self, seat="south", awaits="south", orders=({"rest": {}},), **fields):
        step = len(self.line)
        turn = {"adjutant": 1, "kind": "turn", "match": self.id, "step": step, "parent": verify.digest(self.line[-1]), "seat": seat,
                "reveal": link("turn", step), "orders": list(orders), **fields}
        made = self.add(turn, [seat])
        self.turns[made] = turn
        self.state(awaits, [made])
        return made

    def queue(self, *queued, seat="south", number=None, shows=False, keep=True, **fields):
        """Signs a queue; answers its digest and its number."""
        number = number or self.number.get(seat, 0) + 1
        self.number[seat] = max(number, self.number.get(seat, 0))
        digests = [verify.choice_digest(self.id, SALT, f"queued-{number}-{n}", seat, one) for n, one in enumerate(queued, 1)]
        queue = {"adjutant": 1, "kind": "queue", "match": self.id, "seat": seat, "number": number, "after": len(self.line) - 1,
                 "state": verify.digest(self.line[-1]), "turns": digests, "written": TIME, **fields}
        if shows:
            queue["shown"] = [{"salt": SALT, "turn": one} for one in queued]
        made = self.add(queue, [seat]) if keep else verify.digest(queue)
        return made

    def play(self, about, shown, queue, queued, place=1, orders=None, sealed=False, **opened):
        """Plays a queued turn, with what is opened changed by `opened`; notes what it shows."""
        was = {key: value for key, value in queued.items() if key not in ("orders", "answers", "standing")}
        label = {"queue": queue, "place": place} | ({} if sealed else {"opened": {"salt": SALT, **was, **opened}})
        turn = self.turn(orders=orders or queued["orders"], queued=label)
        self.expected.append({"about": about, "turn": turn, "shown": shown})


def later(match, **fields):
    """A queued turn for the step after the next one."""
    return {"from": len(match.line) + 1, "until": len(match.line) + 3, "orders": [{"raid": {"dice": 2}}], **fields}


def sealed_match():
    match = Match(False)

    def case(about, shown, changes=None, before=lambda: None, first=None, **alter):
        queued = later(match, **(changes or {}))
        queue = match.queue(queued)
        before()
        (first or match.turn)()
        match.play(about, shown, queue, queued, **alter)

    case("no condition", "proved")
    case("my next turn", "proved", {"next": 1})
    now = lambda: len(match.line)
    case("a position that comes true", "proved", {"if": {"position": {"units": [{"id": "u1", "at": now()}]}}})
    case("an event that happens", "proved", {"if": {"happened": [{"round": now()}]}})
    case("an event that does not", "proved", {"unless": {"happened": [{"round": 0}, {"event": "raid"}]}})
    case("it shows only its place", "sealed", sealed=True)
    case("other orders", "untrue", orders=[{"raid": {"dice": 3}}])
    case("another condition", "untrue", **{"if": {"happened": []}})
    case("another last step", "untrue", until=99)
    case("another salt", "untrue", salt=link("salt"))
    case("another place", "untrue", place=2)
    case("place 0", "untrue", place=0)
    case("a position that does not come true", "untrue", {"if": {"position": {"round": 0}}})
    case("an event before the queue", "untrue", {"if": {"happened": [{"round": now() - 1}]}})
    case("a condition without patterns", "proved", {"if": {"happened": [], "ordered": []}, "unless": {}})
    case("an order of its own", "untrue", {"if": {"ordered": [{"rest": {}}]}})
    case("what it is not to be played after", "untrue", {"unless": {"happened": [{"event": "round"}]}})
    case("a condition of 500 nodes", "proved", {"unless": {"happened": [{"event": f"e{n}"} for n in range(165)] + ["x", "y"]}})
    case("a condition of 501 nodes", "untrue", {"unless": {"happened": [{"event": f"e{n}"} for n in range(165)] + ["x", "y", "z"]}})
    case("for a later turn", "untrue", {"next": 2})
    case("for a later step", "untrue", {"from": now() + 2})
    case("its steps are over", "untrue", {"from": 0, "until": now()})
    case("withdrawn", "untrue", before=lambda: match.queue())
    case("withdrawn by nobody else", "proved", before=lambda: match.queue(seat="north"))
    case("two queues of one number", "untrue", before=lambda: match.queue(number=match.number["south"]))
    # The enemy's order: he gives it between the queue and the turn.
    match.turn(awaits="north")
    for about, shown, pattern in (("an order of the enemy's", "proved", {"march": {"to": 5}}),
                                  ("an order that he does not give", "untrue", {"march": {"to": 6}})):
        queued = later(match, **{"if": {"ordered": [pattern]}})
        queue = match.queue(queued)
        match.turn(seat="north", orders=[{"march": {"unit": "u1", "to": 5}}])
        match.play(about, shown, queue, queued)
        match.turn(awaits="north")
    match.turn(seat="north")
    # Signed too late, by another, after a state that is not there, or not here; played twice; withdrawn afterwards.
    queued = {"from": len(match.line), "until": 99, "orders": [{"rest": {}}]}
    match.play("signed when the state was known", "untrue", match.queue(queued), queued)
    queued = later(match)
    queue = match.queue(queued, seat="north")
    match.turn()
    match.play("a queue of another seat", "untrue", queue, queued)
    queued = later(match)
    queue = match.queue(queued, state=link("state"))
    match.turn()
    match.play("after another state", "untrue", queue, queued)
    queued = later(match)
    queue = match.queue(queued, keep=False)
    match.turn()
    match.play("the queue is not here", "unknown", queue, queued)
    queued = later(match, until=len(match.line) + 9)
    queue = match.queue(queued, queued)
    match.turn()
    match.play("the first of two", "proved", queue, queued)
    match.play("the first again", "untrue", queue, queued)
    match.play("the second of two", "proved", queue, queued, place=2)
    # A queue that is signed beside the turn does not replace what that turn plays.
    queued = later(match)
    queue = match.queue(queued)
    match.turn()
    match.queue(later(match))
    match.play("with the next queue signed beside it", "proved", queue, queued)
    match.queue()
    return match


def open_match():
    match = Match(True)
    for about, shown, does in (("shown, as the charter asks", "proved", True), ("not shown", "untrue", False)):
        queued = later(match)
        queue = match.queue(queued, shows=does)
        match.turn()
        match.play(about, shown, queue, queued)
    queued = later(match)
    queue = match.queue(queued, shown=[{"salt": SALT, "turn": {**queued, "until": 99}}])
    match.turn()
    match.play("another is shown", "untrue", queue, queued)
    return match


def patterns():
    value = {"round": 2, "units": [{"id": "u1", "at": 3}, {"id": "u2", "at": 4}], "over": False, "name": "2"}
    pairs = [
        ({}, True), ({"round": 2}, True), ({"round": "2"}, False), ({"name": "2"}, True), ({"units": []}, True), ({"over": False}, True),
        ({"over": 0}, False), ({"units": [{"at": 4}]}, True), ({"units": [{"id": "u1", "at": 4}]}, False),
        ({"units": [{"id": "u1"}, {"id": "u2"}]}, True), ({"units": {}}, False), ({"rounds": 2}, False), ([], False),
    ]
    return [{"pattern": pattern, "value": value, "fits": fits} for pattern, fits in pairs]


def digests():
    turns = [
        {"from": 6, "until": 6, "orders": [{"raid": {"dice": 2}}]},
        {"from": 6, "until": 26, "next": 1, "if": {"ordered": [{"march": {"to": 5}}]}, "unless": {"position": {"round": 9}},
         "answers": [{"id": "q", "answer": "stand"}], "standing": {"always": "stand"}, "commit": [{"id": "stance-2", "choice": "bold"}]},
    ]
    match = hashlib.sha256(b"example match").hexdigest()
    for place, turn in enumerate(turns, 1):
        of = f"queued-3-{place}", "south", turn
        yield {"match": match, "salt": SALT, "seat": "south", "number": 3, "place": place, "turn": turn,
               "canonical": verify.choice_form(*of).decode(), "digest": verify.choice_digest(match, SALT, *of)}


def main():
    made = [{"documents": one.documents, "turns": one.expected} for one in (sealed_match(), open_match())]
    found = {"note": "Made by queue_vectors.py from docs/protocol.md alone.", "digests": list(digests()), "patterns": patterns(),
             "matches": made}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
