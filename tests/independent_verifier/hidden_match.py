#!/usr/bin/env python3
"""Plays a small match with hidden hands, signs it, and asks verify.py about it: played honestly, and with each lie once.

    hidden_match.py          exits 1 if verify.py finds fault with what is honest, or lets a lie pass, or names another fault

The game has no rules but those of section 8.3 of docs/protocol.md. Like verify.py, this is written from that page.
"""

import contextlib
import hashlib
import io
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import verify

SEATS = ["union", "confederate"]
LENGTH = 1024


def made_up(what):
    return hashlib.sha256(what.encode()).digest()


def encoded(point):
    inverse = pow(point[2], verify.P - 2, verify.P)
    x, y = point[0] * inverse % verify.P, point[1] * inverse % verify.P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def signing_key(seed):
    wide = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(wide[:32], "little") & (2**254 - 8) | 2**254
    return scalar, wide[32:], encoded(verify.times(scalar, verify.BASE))


def signed(key, message):
    scalar, prefix, public = key
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % verify.L
    point = encoded(verify.times(r, verify.BASE))
    k = int.from_bytes(hashlib.sha512(point + public + message).digest(), "little") % verify.L
    return verify.base64.b64encode(point + ((r + k * scalar) % verify.L).to_bytes(32, "little")).decode()


KEYS = {seat: signing_key(made_up("key of " + seat)) for seat in SEATS}


class Match:
    """A match as it is played: its documents are written as they are signed, and its cards are followed."""

    def __init__(self, folder, hidden, lie):
        self.folder, self.lie, self.hidden = folder, lie, hidden
        self.secrets = {seat: made_up("secret of " + seat) if hidden else verify.OPEN_HANDED for seat in SEATS}
        self.links = {}
        for seat in SEATS:
            row = [made_up("root of " + seat)]
            for _ in range(LENGTH):
                row.append(verify.link(row[-1]))
            self.links[seat] = row
        self.latest = {seat: self.links[seat].pop() for seat in SEATS}
        decks = {seat: {"deck": [f"{seat[0]}{n:02}" for n in range(12)]} for seat in SEATS}
        self.cards = {seat: verify.cards_of(decks[seat]) for seat in SEATS}
        self.step, self.kept, self.commitments, self.parent, self.turns = 0, [], {}, None, []
        entries = [{"seat": seat, "side": seat, "name": seat, "key": KEYS[seat][2].hex()} for seat in SEATS]
        for entry in entries:
            seat = entry["seat"]
            entry["seed"] = {"anchor": self.latest[seat].hex(), "length": LENGTH}
            if hidden and not (lie == "one hidden secret" and seat == "union"):
                entry["hidden"] = verify.hidden_of(KEYS[seat][2], self.secrets[seat]).hex()
        self.id = self.write("charter", SEATS, title="A hand of cards", date="", ruleset={"id": "toy", "revision": 1},
                             packs=[], scenario="toy", options={}, trust="head-to-head", pace={"days": 3}, seats=entries)
        self.parent = self.id
        if lie != "no decks":
            with open(os.path.join(folder, "decks.json"), "w") as file:
                json.dump(decks, file)

    def write(self, kind, signers, **fields):
        document = {"adjutant": 1, "kind": kind, **fields}
        name = verify.digest(document)
        document["signatures"] = [
            {"by": seat, "key": KEYS[seat][2].hex(), "sig": signed(KEYS[seat], verify.message(kind, name))} for seat in signers
        ]
        with open(os.path.join(self.folder, f"{kind}-{fields.get('step', 0):04}-{name[:8]}.yaml"), "w") as file:
            json.dump(document, file)
        return name

    def reveal(self, seat):
        self.latest[seat] = self.links[seat].pop()
        return self.latest[seat].hex()

    def hand(self, seat):
        return list(self.cards[seat]["piles"]["hand"])

    def unseen(self, seat):
        """A card that this side has not seen."""
        return self.cards[seat]["sources"][-1][0]

    def opening(self, seat, id):
        _, salt, choice, _ = self.commitments[seat, id]
        return {"id": id, "salt": salt, "choice": choice}

    def turn(self, seat, commit=(), **acts):
        made = []
        for id, choice in commit:
            salt = verify.derived_salt(self.id, self.secrets[seat], self.step, None, id, seat, choice)
            if self.lie == "a salt of one's own" and (seat, id) == ("confederate", "card-1"):
                salt = made_up("another salt").hex()
            made.append({"id": id, "digest": verify.choice_digest(self.id, salt, id, seat, choice)})
            self.commitments[seat, id] = (self.step, salt, choice, made[-1]["digest"])
        if made:
            acts["commit"] = made
        self.turns = [self.write("turn", [seat], match=self.id, step=self.step, parent=self.parent, seat=seat,
                                 reveal=self.reveal(seat), **acts)]

    def state(self, responder, events, awaiting, back=None, outcome=None, lie=None, **fields):
        reveal = self.reveal(responder) if self.step else None
        reveals = b"".join(self.latest[seat] for seat in SEATS)
        key = verify.sha256(b"adjutant/1 dice\n", bytes.fromhex(self.id), reveals)
        if back is not None:
            self.cards = verify.copy.deepcopy(self.kept[back])
        draws = []
        for event in events:
            event.setdefault("rule", "1")
            seat, words = event["side"], None
            if event["event"] in verify.DRAWS:
                d = len([one for one in draws if one["seat"] == seat])
                words = verify.stream(verify.hidden_key(key, self.secrets[seat], seat), d)
                draws.append({"seat": seat, "d": d, "pile": event["pile"], "count": event["count"], "purpose": "", "rule": "1"})
            held = self.commitments.get((seat, event.get("id")), [None] * 3)[2]
            verify.follow(self.cards[seat], event, words, held)
        if lie == "a draw that is skipped":
            draws[-1]["d"] += 1
        if lie == "a draw of more than is said":
            draws[-1]["count"] += 1
        if draws:
            fields["draws"] = draws
        self.parent = self.write("state", [responder], match=self.id, step=self.step, parent=self.parent, turns=self.turns,
                                 responder=responder, reveal=reveal, rolls=[], events=events, position={}, awaiting=awaiting,
                                 outcome=outcome, issued="2026-11-20T17:00:00Z", **fields)
        self.kept.append(verify.copy.deepcopy(self.cards))
        self.step += 1

    def disclose(self, seat, choices, state):
        secret = made_up("another secret") if self.lie == "another secret" and seat == "union" else self.secrets[seat]
        told = [{"step": self.commitments[seat, id][0], "id": id, "choice": self.commitments[seat, id][2]} for id in choices]
        if self.lie == "another card disclosed" and seat == "confederate":
            told[0]["choice"] = "c00" if told[0]["choice"] != "c00" else "c01"
        self.write("disclosure", [seat], match=self.id, seat=seat, state=state, secret=secret.hex(), choices=told,
                   issued="2026-11-20T17:00:00Z")


def did(event, side, **fields):
    return {"event": event, "side": side, **fields}


def orders(seat):
    return [{"seat": seat, "orders": True}]


def beginning(match):
    """Up to the first hands, four cards each, and the order to the Confederates."""
    north, south = SEATS
    match.state(north, [did("shuffled", seat, piles=["deck"], to="deck") for seat in SEATS], [{"seat": north, "empty": True}])
    match.turn(north)
    match.state(south, [did("drawn", seat, pile="deck", count=4, to="hand") for seat in (south, north)], orders(south))


def play(match):
    north, south = SEATS
    lie = match.lie
    beginning(match)

    # 2: the Confederates play a card and lay another.
    played, laid = match.hand(south)[:2]
    played = match.unseen(south) if lie == "a card played that is not in the hand" else played
    laid = match.unseen(south) if lie == "a card laid that is not in the hand" else laid
    match.turn(south, commit=[("card-1", laid)])
    open_card = did("played", south, card=played, pile="hand")
    match.state(north, [open_card, did("laid", south, id="card-1", pile="hand")], orders(north))

    # 3: the Union lays two.
    pair = [(f"card-{n + 1}", card) for n, card in enumerate(match.hand(north)[:2])]
    match.turn(north, commit=pair[::-1] if lie == "commitments out of order" else pair)
    match.state(south, [did("laid", north, id=id, pile="hand") for id, _ in pair], orders(south))

    # 4: all that lies face down is turned up, and more is seen; but this is taken back in 5 and 6.
    mine = match.opening(south, "card-1")
    if lie == "another card opened":
        mine["choice"] = "c00" if laid != "c00" else "c01"
    if lie == "a forfeit":
        mine = {"id": "card-1", "forfeit": True}
    match.turn(south, open=[mine])
    theirs = [{"seat": north, **match.opening(north, id)} for id, _ in pair]
    seen = mine.get("choice") if lie != "another card turned up" else "c00" if laid != "c00" else "c01"
    gone = match.hand(south)[0] if lie == "another card taken back" else laid
    match.state(north, [
        did("turned_up", south, id="card-1", choice=seen),
        *[did("turned_up", north, id=one["id"], choice=one["choice"]) for one in theirs],
        did("left", south, card=gone, to="hand"),
        did("looked", south, pile="deck", count=2),
        did("drawn", south, pile="deck", count=3, to="hand"),
    ], orders(north), lie=lie, opened=theirs[::-1] if lie == "openings out of order" else theirs)
    undone = match.hand(south)[-1]
    match.turn(north, take_back={"to_step": 3})
    match.state(south, [], [{"seat": south, "take_back": {"to_step": 3}}])
    match.turn(south, take_back={"to_step": 3})
    match.state(north, [], orders(south), back=3)

    # 7: a card goes back to the hand unseen, and another is laid; the Union loses two at random, and draws two.
    hand = match.hand(south)
    match.turn(south, commit=[("card-2", hand[0])])
    match.state(north, [
        did("left", south, id="card-1", to="hand"),
        did("laid", south, id="card-2", pile="hand"),
        did("played", south, card=undone if lie == "a card drawn before the take-back" else hand[1], pile="hand"),
        did("dealt", south, pile="deck", count=2, to="aside"),
        did("drawn", south, pile="aside", count=1, to="hand"),
        did("picked", north, pile="hand", count=1, to="discards"),
        did("shuffled", north, piles=["deck", "discards"], to="deck"),
        did("drawn", north, pile="deck", count=2, to="hand"),
    ], orders(north))

    # 8: the end. An answer in advance stays unopened.
    lost = next(card for card in match.kept[3]["union"]["piles"]["hand"] if card not in match.hand(north))
    card = lost if lie == "a card that was lost at random" else match.hand(north)[-1]
    match.turn(north, commit=[("retreat-8", "pass")])
    before = match.parent
    match.state(south, [did("played", north, card=card, pile="hand"), did("claimed", south, claim="no artillery")], [],
                outcome={"winner": north})
    final = match.parent
    hidden = [] if lie == "a choice kept back" else ["card-2"]
    match.disclose(south, hidden, before if lie == "disclosed early" else final)
    if lie != "nothing disclosed":
        match.disclose(north, ["card-1", "retreat-8"] if lie == "a choice too many" else ["retreat-8"], final)


def play_open_handed(match):
    north, south = SEATS
    beginning(match)
    card = match.unseen(south) if match.lie else match.hand(south)[2]
    match.turn(south, orders=[{"play": card}])
    match.state(north, [did("played", south, card=card, pile="hand")], orders(north))


LIES = {
    "a card played that is not in the hand": "the hands, step 2: confederate, played by 1: said ",
    "a card laid that is not in the hand": "the hands, step 2: confederate, laid by 1: said ",
    "a card drawn before the take-back": "the hands, step 7: confederate, played by 1: said ",
    "a card that was lost at random": "the hands, step 8: union, played by 1: said ",
    "another card taken back": "the hands, step 4: confederate, left by 1: said ",
    "another card turned up": "card-1 was opened as ",
    "another card opened": "the opening of card-1",
    "another card disclosed": "the disclosed choice card-2 of confederate",
    "another secret": "the secret that union discloses",
    "a salt of one's own": "the salt of card-1 of confederate at step 2",
    "a choice kept back": "the choice card-2 of confederate at step 7",
    "a choice too many": "the choice card-1 of union at step 3",
    "a forfeit": "nothing hidden is forfeited",
    "commitments out of order": "commitments are sorted",
    "openings out of order": "what the responder opens is sorted",
    "a draw that is skipped": "the draws of confederate are numbered",
    "a draw of more than is said": "the draws are those of the events",
    "one hidden secret": "every seat that acts for a side has a hidden secret",
    "disclosed early": "confederate owes a disclosure",
    "nothing disclosed": "union owes a disclosure",
    "no decks": None,
    None: None,
}


def outcome_of(how, hidden, lie):
    """What verify.py finds fault with, and what it prints besides."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
        how(Match(folder, hidden, lie))
        wrong = [what for what, holds in verify.match(folder) if not holds]
    return wrong, printed.getvalue()


def main():
    played = [(play, True, lie, expected) for lie, expected in LIES.items()]
    swapped = "a card played that is not in the hand"
    played += [(play_open_handed, False, None, None), (play_open_handed, False, swapped, LIES[swapped])]
    failed = 0
    for how, hidden, lie, expected in played:
        wrong, printed = outcome_of(how, hidden, lie)
        holds = bool(wrong) and expected in wrong[0] if expected else not wrong
        holds = holds and (lie == "no decks") == ("the audit is not done" in printed)
        failed += not holds
        hands = "hidden hands" if hidden else "open-handed"
        print(f"{'ok' if holds else 'FAILED'}: {hands}, {lie or 'honest'}: {wrong[0] if wrong else 'all holds'}")
    print(f"{len(played)} matches, {failed} not as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
