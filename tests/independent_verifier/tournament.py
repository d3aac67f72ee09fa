#!/usr/bin/env python3
"""A verifier of tournaments that a stranger wrote from docs/protocol.md (section 12) and docs/tournaments.md.

    tournament.py season FOLDER                      answer the questions of section 12.5 about a tournament's folder
    tournament.py season FOLDER --documents-only     the same without the matches
    tournament.py vectors tests/vectors/tournament.json
    tournament.py make                               print the vectors
    tournament.py make clubs                         print those of teams, places, holidays and accelerated rounds

It shares no code with Adjutant. `documents/` and `players/` of a folder hold the documents, `matches/` the matches, and each
`*.checkpoint` beside them a signed note that must hold. `season` needs PyYAML, as `verify.py` does, and networkx where more than
16 players are paired. Exits 0 if all holds, 1 if anything does not.
"""

import base64
import hashlib
import json
import os
import re
import sys

import crosstable
import verify
from verify import canonical, digest, message, sha256, shuffle, signature_holds

OFFICIAL = ("roster", "round", "result", "decision", "standings")
PLAYERS = ("entry", "withdrawal", "bye_request", "appeal")


class Wrong(Exception):
    """What a document does that it may not."""


def need(holds, what):
    if not holds:
        raise Wrong(what)


# --- Shapes (12.1 to 12.4) ------------------------------------------------------------------------------------------------
#
# A shape is a predicate, a list of one shape, or a mapping from fields to shapes, in which a name with `?` may be missing.


def matches(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def whole(low, high=2**32 - 1):
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def one_of(*values):
    return lambda value: value in values


def one_field(shapes):
    return lambda value: isinstance(value, dict) and len(value) == 1 and fits(value, {name + "?": shape for name, shape in shapes.items()})


def mapping(shape):
    return lambda value: isinstance(value, dict) and all(fits(item, shape) for item in value.values())


def anything(value):
    return True


def fits(value, shape):
    if callable(shape):
        return shape(value)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if not isinstance(value, dict):
        return False
    known = {name.rstrip("?"): part for name, part in shape.items()}
    missing = [name for name in shape if not name.endswith("?") and name not in value]
    return not missing and all(name in known and fits(item, known[name]) for name, item in value.items())


BYTES32, ID = matches("[0-9a-f]{64}"), matches("[a-z0-9][a-z0-9_-]{0,63}")
TIME = matches(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
TEXT, COUNT = (lambda value: isinstance(value, str)), whole(0)
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
                    "\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]")


def line(most):
    seen = lambda text: not UNSEEN.search(text) and all(ord(c) & 0xFFFE != 0xFFFE for c in text)
    return lambda value: isinstance(value, str) and value.strip() != "" and len(value) <= most and seen(value)


NAME, TITLE = line(80), line(200)
PERSON = {"id": ID, "name": NAME, "key": BYTES32, "email?": TEXT}
GAME = {"round": COUNT, "board": COUNT}
TIE_BREAKS = ("buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median", "sonneborn_berger", "direct_encounter", "wins",
              "games_won", "second_side_games", "second_side_wins", "progressive", "margin", "rating", "lot")
SCORED = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "full_bye", "half_bye", "zero_bye", "per_point")
FORMAT = one_field({"swiss": {"rounds": COUNT, "acceleration?": one_of("baku")}, "round_robin": {"cycles": COUNT}, "pools": {"size": COUNT, "cycles": COUNT},
                    "knockout": {"players?": COUNT}})
EFFECT = one_field({"withdraw": ID, "penalty": {"player": ID, "points": COUNT}, "key": {"player": ID, "key": BYTES32},
                    "extend": {**GAME, "until": TIME}, "replace": {**GAME, "leg": COUNT}, "apart": [ID]})
COMMON = {"adjutant": one_of(1), "kind": TEXT, "signatures": [{"by": ID, "key": BYTES32, "sig": TEXT}]}
LINK = {**COMMON, "tournament": BYTES32, "number": COUNT, "parent": BYTES32, "takes?": [BYTES32], "by": ID, "issued": TIME}
SENT = {**COMMON, "tournament": BYTES32, "player": ID, "written": TIME}
SHAPES = {
    "tournament": {
        **COMMON, "title": TITLE, "date": TIME, "director": PERSON, "deputies?": [PERSON], "lots": BYTES32,
        "seeding": one_of("rating", "lot"), "scoring": {name: COUNT for name in SCORED}, "tie_breaks": [one_of(*TIE_BREAKS)],
        "games": [{"id": ID, "ruleset": {"id": ID, "revision": COUNT}, "packs": [{"name": ID, "sha256": BYTES32}],
                   "scenario": ID, "options": mapping(anything), "trust": one_of("head-to-head", "refereed"),
                   "pace": {"days": COUNT, "bank?": COUNT, "increment?": COUNT, "most?": COUNT, "leave?": COUNT, "grace?": COUNT,
                            "miss?": one_of("reminder", "claim", "default"), "holidays?": [{"from": TIME, "until": TIME}]},
                   "sides": [ID]}],
        "stages": [{"format": FORMAT, "games": [ID], "legs?": COUNT}], "unplayed": one_of("fide2026", "fide2023"),
        "limit?": {"days": COUNT, "unfinished": one_of("adjudicate", "draw", "double_forfeit")},
        "byes?": {"most": COUNT, "except_last?": COUNT}, "rules?": TEXT, "most_players?": whole(2),
        "teams?": {"counted?": whole(1), "apart?": lambda value: isinstance(value, bool)},
    },
    "roster": {**LINK, "players": [{"player": ID, "entry": BYTES32, "rating?": COUNT, "team?": ID}]},
    "round": {**LINK, "round": COUNT, "seed?": BYTES32, "game": ID, "boards": [{"board": COUNT, "sides": mapping(ID)}],
              "byes?": [{"player": ID, "kind": one_of("full", "half", "zero")}], "until?": TIME, "reason?": TEXT},
    "result": {**LINK, **GAME, "leg?": COUNT, "how": one_of("played", "adjudicated", "forfeit", "double_forfeit"),
               "winner?": ID, "margin?": COUNT, "match?": BYTES32, "state?": BYTES32, "reason?": TEXT,
               "supersedes?": BYTES32, "decision?": BYTES32},
    "decision": {**LINK, "on?": BYTES32, "reason": TEXT, "effect?": EFFECT},
    "standings": {**LINK, "after": COUNT, "rows": [{"rank": COUNT, "player": ID, "points": whole(-(2**63), 2**63),
                                                    "tie_breaks": mapping(whole(-(2**63), 2**63))}],
                  "teams?": [{"rank": COUNT, "team": ID, "points": whole(-(2**63), 2**63), "places": COUNT}]},
    "entry": {**SENT, "name": NAME, "key": BYTES32, "email?": TEXT, "comment?": TEXT, "team?": ID},
    "withdrawal": {**SENT, "reason?": TEXT},
    "bye_request": {**SENT, "round": COUNT, "reason?": TEXT},
    "appeal": {**SENT, "of": BYTES32, "reason": TEXT},
}


# --- Documents and the chain (12.1) --------------------------------------------------------------------------------------


def signed_by(document, by, keys):
    signatures = document.get("signatures") or []
    if len(signatures) != 1 or signatures[0]["by"] != by or signatures[0]["key"] not in keys:
        return False
    one = signatures[0]
    return signature_holds(bytes.fromhex(one["key"]), message(document["kind"], digest(document)), one["sig"])


class Chain:
    """The documents of a tournament in order, and what is wrong with the others. `found`: documents by digest."""

    def __init__(self, found):
        announced = [d for d, one in found.items() if one["kind"] == "tournament"]
        need(len(announced) == 1, "there is one announcement")
        self.id, self.wrong = announced[0], []
        for d, one in found.items():
            need(one["kind"] in SHAPES and fits(one, SHAPES[one["kind"]]), f"{one['kind']} {d} has the fields of its kind")
        self.announcement = found[self.id]
        officials = [self.announcement["director"]] + self.announcement.get("deputies", [])
        self.keys = {one["id"]: one["key"] for one in officials}
        need(signed_by(self.announcement, "director", [self.keys["director"]]), "the director has signed the announcement")
        self.from_players, after = {}, {}
        for d, one in found.items():
            if one["kind"] == "tournament":
                continue
            if one["tournament"] != self.id:
                self.wrong.append(f"{one['kind']} {d}: of another tournament")
            elif one["kind"] in PLAYERS:
                self.from_players[d] = one
            elif one["by"] not in self.keys or not signed_by(one, one["by"], [self.keys[one["by"]]]):
                self.wrong.append(f"{one['kind']} {d}: the signature of {one['by']} does not hold")
            else:
                after.setdefault(one["parent"], []).append(d)
        self.line, head, used = [], self.id, set()
        while head in after:
            ways = after[head]
            rank = lambda d: (length(after, d), found[d]["by"] == "director", d)
            head = max(ways, key=rank)
            for other in ways:
                if other != head and sum(found[one]["by"] == found[other]["by"] for one in ways) > 1:
                    self.wrong.append(f"{found[other]['by']} has signed two documents as number {found[other]['number']}")
            used.update(ways)
            self.line.append((head, found[head]))
        numbers = {one["number"]: (d, one["by"]) for d, one in self.line}
        for d, one in ((d, found[d]) for ways in after.values() for d in ways):
            here, by = numbers.get(one["number"], (d, one["by"]))
            if here != d and by == one["by"]:
                self.wrong.append(f"{by} has signed two documents as number {one['number']}")
        for d in (d for ways in after.values() for d in ways if d not in used):
            self.wrong.append(f"{found[d]['kind']} {d}: the document before it is missing")


def length(after, start):
    count, level = 0, [start]
    while level:
        level = [d for one in level for d in after.get(one, [])]
        count += bool(level)
    return count


# --- What the documents come to (12.2 to 12.4) ---------------------------------------------------------------------------


class Season:
    def __init__(self, chain):
        self.chain, self.plan = chain, chain.announcement
        self.head, self.next, self.seed = chain.id, 1, None
        self.entries, self.players, self.rosters, self.left = {}, [], [], set()
        self.rounds, self.results, self.superseded = [], {}, []
        self.decisions, self.appeals, self.known = {}, {}, {chain.id}
        self.taken, self.by_hand, self.paired, self.words = set(), 0, 0, 0
        self.unpaired, self.fields, self.asked, self.apart = [], {}, [], set()
        later = self.plan["stages"][1:]
        need(all("acceleration" not in rules for one in later for rules in one["format"].values()),
             "the first stage alone is accelerated")
        for game in self.plan["games"]:
            holidays = game["pace"].get("holidays", [])
            need(len(holidays) <= 64 and all(one["from"] < one["until"] for one in holidays), "a holiday has an end")

    def player(self, id):
        found = next((one for one in self.players if one["id"] == id), None)
        need(found is not None, f"{id} is on the roster")
        return found

    def apply(self, d, one):
        need(one["number"] == self.next, "its number is the next")
        need(one["parent"] == self.head, "it names the one before it")
        for taken in one.get("takes", []):
            need(taken in self.chain.from_players, "what it takes is here")
            need(taken not in self.taken, "it takes nothing twice")
            self.taken.add(taken)
            self.take(taken, self.chain.from_players[taken])
        {"roster": self.roster, "round": self.round, "result": self.result,
         "decision": self.decision, "standings": self.standings}[one["kind"]](d, one)
        self.known.add(d)
        self.head, self.next = d, self.next + 1

    def take(self, d, one):
        id = one["player"]
        if one["kind"] == "entry":
            need(signed_by(one, id, [one["key"]]), f"the entry of {id} is signed")
            need(id not in ("director", "adjudicator"), f"{id} is a player's id")
            need(id not in self.entries, f"{id} has not entered before")
            need(all(other["key"] != one["key"] for _, other in self.entries.values()), "each player has a key of his own")
            need(all(one["key"] not in player["keys"] for player in self.players), "nobody signs with another's key")
            self.entries[id] = d, one
            return
        if one["kind"] == "withdrawal" and self.waits(id):
            need(signed_by(one, id, [self.entries[id][1]["key"]]), f"{id} has signed under the key of his entry")
            return self.withdraw(id)
        need(signed_by(one, id, self.player(id)["keys"][-1:]), f"{id} has signed under his newest key")
        if one["kind"] == "withdrawal":
            self.withdraw(id)
        elif one["kind"] == "bye_request":
            number, schedule = one["round"], self.schedule()
            need(len(self.rounds) < number <= len(schedule), "a bye is asked for in a round that is not paired yet")
            need(schedule[number - 1]["format"] == "swiss", "a bye is asked for in a Swiss")
            need((id, number) not in self.asked, "a player asks once for each round")
            self.asked.append((id, number))
        elif one["kind"] == "appeal":
            need(one["of"] in self.known, "an appeal is against a document of the chain")
            self.appeals[d] = {"player": id, "decided": False}

    def waits(self, id):
        """Whether somebody has entered and is on no roster."""
        return id in self.entries and all(player["id"] != id for player in self.players)

    def withdraw(self, id):
        if self.waits(id):
            self.left.add(id)
            return
        player, now = self.player(id), len(self.rounds) + 1
        player["leaves"] = now if player["leaves"] is None else min(player["leaves"], now)

    def roster(self, d, one):
        need(one["players"], "a roster names players")
        for listed in one["players"]:
            need(listed["player"] in self.entries, "who is on the roster has entered")
            entry_digest, entry = self.entries[listed["player"]]
            need(entry_digest == listed["entry"], "the roster names the entry")
            need(listed["player"] not in self.left, "who is on the roster has not left")
            need(all(other["id"] != listed["player"] for other in self.players), "nobody is on the roster twice")
            self.players.append({
                "id": listed["player"], "keys": [entry["key"]], "entry": entry_digest, "roster": len(self.rosters),
                "stated": listed.get("rating"), "team": listed.get("team"), "enters": len(self.rounds) + 1, "leaves": None, "penalty": 0,
            })
            need("team" not in listed or "teams" in self.plan, "only a tournament with teams has any")
        number = len(self.rounds) + 1
        active = sum(player["leaves"] is None or player["leaves"] > number for player in self.players)
        need(active <= self.plan.get("most_players", active), "the tournament has room for who plays")
        if self.plan.get("teams", {}).get("apart"):
            self.apart |= {frozenset((a["id"], b["id"])) for a in self.players for b in self.players
                           if a["id"] != b["id"] and a["team"] is not None and a["team"] == b["team"]}
        self.rosters.append([listed["entry"] for listed in one["players"]])

    # Rounds.

    def schedule(self):
        entered, found = sum(player["enters"] == 1 for player in self.players), []
        everybody = lambda count: count - 1 if count % 2 == 0 else count
        for n, stage in enumerate(self.plan["stages"]):
            (format, rules), = stage["format"].items()
            if format == "swiss":
                count = rules["rounds"]
            elif format == "round_robin":
                count = everybody(entered) * rules["cycles"]
            elif format == "pools":
                pools = max(-(-entered // max(rules["size"], 2)), 1)
                count = everybody(-(-entered // pools)) * rules["cycles"]
            else:
                count = (max(min(rules.get("players") or entered, entered), 1) - 1).bit_length()
            for at in range(count):
                found.append({"stage": n, "at": at, "format": format, "rules": rules, "legs": stage.get("legs", 1),
                              "game": stage["games"][at % len(stage["games"])]})
        return found

    def table(self):
        lots, schedule = {}, self.schedule()
        if self.seed:
            for enters in sorted({player["enters"] for player in self.players}):
                ordered = sorted(player["entry"] for player in self.players if player["enters"] == enters)
                key = sha256(b"adjutant/1 lots\n", bytes.fromhex(self.chain.id), bytes.fromhex(self.seed),
                             *map(bytes.fromhex, ordered))
                before = len(lots)
                for place, at in enumerate(shuffle(key, 0, len(ordered))):
                    lots[ordered[at]] = before + place + 1
        players = []
        for n, one in enumerate(self.players):
            rating = one["stated"] if self.plan["seeding"] == "rating" else None
            players.append({**one, "lot": lots.get(one["entry"], n + 1), "rating": rating})
        rounds = []
        for one, due in zip(self.rounds, schedule):
            formats = {"pools": "round_robin"}
            sides = self.game(one["game"])["sides"]
            index = lambda id: next(n for n, player in enumerate(self.players) if player["id"] == id)
            boards = []
            for board in one["boards"]:
                legs = []
                for leg in range(1, due["legs"] + 1):
                    result = self.results.get((one["round"], board["board"], leg))
                    if result:
                        _, result = result
                        winner = index(result["winner"]) if result.get("winner") else None
                        result = {"how": result["how"], "winner": winner, "margin": result.get("margin", 0)}
                    legs.append(result)
                boards.append({"pair": [index(board["sides"][side]) for side in sides], "legs": legs})
            byes = [{"player": index(bye["player"]), "kind": bye["kind"]} for bye in one.get("byes", [])]
            rounds.append({"format": formats.get(due["format"], due["format"]), "boards": boards, "byes": byes})
        scored = [due for due in schedule if due["format"] != "knockout"]
        legs = max((due["legs"] for due in scored), default=1)
        (first, rules), = self.plan["stages"][0]["format"].items()
        accelerated = rules["rounds"] if first == "swiss" and "acceleration" in rules else None
        number = {player["id"]: n for n, player in enumerate(self.players)}
        apart = [[number[id] for id in pair] for pair in self.apart]
        return crosstable.Table(players, rounds, self.plan["scoring"], legs, len(scored), self.plan["unplayed"],
                                accelerated, apart)

    def game(self, id):
        return next(one for one in self.plan["games"] if one["id"] == id)

    def games(self):
        return [(one["round"], board["board"], leg) for one, due in zip(self.rounds, self.schedule())
                for board in one["boards"] for leg in range(1, due["legs"] + 1)]

    def open(self):
        return [key for key in self.games() if key not in self.results]

    def field(self, table, due):
        """The players of a knock-out, the first seed first: settled when its first round is paired."""
        if due["stage"] in self.fields:
            return self.fields[due["stage"]]
        before = sum(other["stage"] < due["stage"] for other in self.schedule())
        then = table.after(before)
        places = due["rules"].get("players") or len(self.players)
        if due["stage"] == 0:
            return then.seeding()[:places]
        rows = crosstable.standings(then, self.plan["tie_breaks"])
        return [row["player"] for row in rows if then.is_here(row["player"], before + 1)][:places]

    def due_boards(self, asked):
        """The boards and full byes that the rules give for the next round, by number; or None."""
        table, due = self.table(), self.schedule()[len(self.rounds)]
        number = len(self.rounds) + 1
        if due["format"] == "swiss":
            return crosstable.swiss(table, asked)
        if due["format"] == "knockout":
            return crosstable.knockout(table, self.field(table, due))
        first = [n for n, one in enumerate(self.players) if one["enters"] == 1]
        if due["format"] == "round_robin":
            rounds = crosstable.round_robin(sorted(first, key=lambda n: table.players[n]["lot"]), due["rules"]["cycles"])
        else:
            seeded = [n for n in table.seeding() if n in first]
            drawn = crosstable.pools(seeded, max(-(-len(seeded) // due["rules"]["size"]), 1))
            rounds = crosstable.side_by_side([crosstable.round_robin(pool, due["rules"]["cycles"]) for pool in drawn])
        return [pair for pair in rounds[due["at"]] if all(table.is_here(one, number) for one in pair)], []

    def round(self, d, one):
        number, schedule = len(self.rounds) + 1, self.schedule()
        need(one["round"] == number, "it is the next round")
        need(self.rosters and not self.open(), "every game before it has a result")
        need(number <= len(schedule), "the announcement has such a round")
        need(("seed" in one) == (self.seed is None), "the first round alone shows the seed")
        if "seed" in one:
            committed = sha256(b"adjutant/1 lots\n", bytes.fromhex(one["seed"])).hex()
            need(committed == self.plan["lots"], "the seed is the one that was committed to")
            self.seed = one["seed"]
        due = schedule[number - 1]
        need(one["game"] == due["game"], "it plays the game of the announcement")
        sides = self.game(one["game"])["sides"]
        active = {player["id"] for player in self.players if player["leaves"] is None or player["leaves"] > number}
        seen = []
        for n, board in enumerate(one["boards"]):
            need(board["board"] == n + 1 and set(board["sides"]) == set(sides), "boards are numbered, with two sides")
            seen += board["sides"].values()
        seen += [bye["player"] for bye in one.get("byes", [])]
        need(len(set(seen)) == len(seen) and set(seen) <= active, "who is here stands in it at most once")
        need(due["format"] != "swiss" or set(seen) == active, "everybody has a board or a bye")
        asked = [n for n, player in enumerate(self.players)
                 for bye in one.get("byes", []) if bye["player"] == player["id"] and bye["kind"] != "full"]
        rules = self.due_boards(asked)
        half = [bye["player"] for bye in one.get("byes", []) if bye["kind"] == "half"]
        need(not half or due["format"] == "swiss", "half byes belong to a Swiss")
        asked_for = [id for id, asked_round in self.asked if asked_round == number and id in active]
        self.words += sum(id not in asked_for or not self.grants(id, number) for id in half)
        self.words += sum(id not in half for id in asked_for)
        ids = [player["id"] for player in self.players]
        boards = [[board["sides"][side] for side in sides] for board in one["boards"]]
        if rules is None:
            self.unpaired.append(number)
        elif boards != [[ids[n] for n in pair] for pair in rules[0]] or (
                due["format"] == "swiss" and crosstable.unlawful(self.table(), *rules)):
            need(one.get("reason", "").strip(), "the rules give its pairings, or it gives a reason")
            self.by_hand += 1
        else:
            self.paired += 1
            full = sorted(bye["player"] for bye in one.get("byes", []) if bye["kind"] == "full")
            need(full == sorted(ids[n] for n in rules[1]) or one.get("reason", "").strip(),
                 "the byes of the pairing are those that the rules give, or it gives a reason")
        if due["format"] == "knockout" and due["at"] == 0:
            self.fields[due["stage"]] = self.field(self.table(), due)
        self.rounds.append(one)

    def grants(self, id, number):
        """Whether the announced rule grants a player the bye that he asks for."""
        rule = self.plan.get("byes")
        had = sum(bye["player"] == id and bye["kind"] == "half" for one in self.rounds for bye in one.get("byes", []))
        return rule is not None and had < rule["most"] and number <= len(self.schedule()) - rule.get("except_last", 0)

    # Results, decisions, standings.

    def players_of(self, key):
        number, board, leg = key
        need(1 <= number <= len(self.rounds), "the round is paired")
        one = self.rounds[number - 1]
        found = next((other for other in one["boards"] if other["board"] == board), None)
        need(found and 1 <= leg <= self.schedule()[number - 1]["legs"], "there is such a game")
        return [found["sides"][side] for side in self.game(one["game"])["sides"]]

    def no_party(self, by, ids):
        for id in ids:
            # Who waits for a place is in no game.
            keys = [] if self.waits(id) else self.player(id)["keys"]
            need(self.chain.keys[by] not in keys, f"{by} does not judge his own game")

    def result(self, d, one):
        key = (one["round"], one["board"], one.get("leg", 1))
        players, how, winner = self.players_of(key), one["how"], one.get("winner")
        self.no_party(one["by"], players)
        need(winner is None or winner in players, "the winner plays")
        need(how != "played" or ("match" in one and "state" in one), "what was played names its match and last state")
        need(how == "played" or (one.get("reason") or "").strip(), "what no match proves has a reason")
        need(how != "forfeit" or winner, "a forfeit has a winner")
        need(how != "double_forfeit" or not winner, "a double forfeit has none")
        need(winner or not one.get("margin"), "nobody leads in a drawn game")
        need(one.get("margin", 0) <= 1_000_000_000, "a margin is at most a thousand million")
        others = [other.get("match") for other_key, (_, other) in self.results.items() if other_key != key]
        need("match" not in one or one["match"] not in others, "a match counts once")
        earlier = self.results.get(key)
        need(("supersedes" in one) == (earlier is not None), "a result replaces another, and says so")
        if earlier:
            need(one["supersedes"] == earlier[0], "it replaces the result that counts")
            ordered = self.decisions.get(one.get("decision"), {}).get("effect")
            need(ordered == {"replace": {"round": key[0], "board": key[1], "leg": key[2]}}, "a decision orders it")
            used = [other.get("decision") for _, other in [*self.results.values(), *self.superseded]]
            need(one["decision"] not in used, "a decision replaces one result")
            self.superseded.append(earlier)
        self.results[key] = d, one
        self.words += how != "played"

    def decision(self, d, one):
        need(one["reason"].strip(), "a decision gives its reason")
        about, on, effect = [], one.get("on"), one.get("effect") or {}
        if on in self.appeals:
            need(not self.appeals[on]["decided"], "an appeal is decided once")
            self.appeals[on]["decided"] = True
            about.append(self.appeals[on]["player"])
        need(on is None or on in self.appeals or on in self.known, "it is about a document of the chain")
        about += [id for key, (digest, _) in self.results.items() if digest == on for id in self.players_of(key)]
        (name, what), = effect.items() or [(None, None)]
        if name == "withdraw":
            about.append(what)
        elif name == "apart":
            about += what
        elif name in ("penalty", "key"):
            about.append(what["player"])
        elif name:
            about += self.players_of((what["round"], what["board"], what.get("leg", 1)))
        self.no_party(one["by"], about)
        if name == "withdraw":
            self.withdraw(what)
        elif name == "penalty":
            self.player(what["player"])["penalty"] += what["points"]
            need(self.player(what["player"])["penalty"] <= 1_000_000, "nobody loses more than a million points")
        elif name == "key":
            need(all(what["key"] not in player["keys"] for player in self.players), "nobody has used the new key")
            need(all(what["key"] != entry["key"] for id, (_, entry) in self.entries.items() if id != what["player"]),
                 "nobody has entered with the new key")
            self.player(what["player"])["keys"].append(what["key"])
        elif name == "apart":
            need(2 <= len(what) <= 64 and len(set(what)) == len(what), "players are kept apart, each named once")
            need(all(self.player(id) for id in what), "who is kept apart is on the roster")
            self.apart |= {frozenset((a, b)) for a in what for b in what if a != b}
        elif name == "replace":
            need((what["round"], what["board"], what["leg"]) in self.results, "there is a result to replace")
        self.decisions[d] = one
        self.words += 1

    def rows(self):
        table = self.table()
        rows, due = crosstable.standings(table, self.plan["tie_breaks"]), self.schedule()[len(self.rounds) - 1]
        if due["format"] == "knockout":
            rows = crosstable.with_knockout(table, rows, self.field(table, due))
        return [{**row, "player": self.players[row["player"]]["id"]} for row in rows]

    def teams(self, rows):
        """The standings of the teams: points, then the lower sum of places, of the best members."""
        if "teams" not in self.plan:
            return []
        members = {}
        for row in rows:
            team = self.player(row["player"])["team"]
            if team is not None:
                members.setdefault(team, []).append(row)
        counted = self.plan["teams"].get("counted")
        found = []
        for team, of_team in members.items():
            best = of_team[:counted]
            found.append((-sum(row["points"] for row in best), sum(row["rank"] for row in best), team))
        found.sort()
        return [{"rank": 1 + sum(other[:2] < one[:2] for other in found), "team": one[2], "points": -one[0], "places": one[1]}
                for one in found]

    def standings(self, d, one):
        need(self.rounds and one["after"] == len(self.rounds) and not self.open(), "they come after a whole round")
        need(one["rows"] == self.rows(), "they follow from the results")
        need(one.get("teams", []) == self.teams(one["rows"]), "those of the teams follow from them")


# --- Matches and checkpoints (12.3, 12.5) ---------------------------------------------------------------------------------


def match_holds(folder, season, key, result):
    """Whether a match is this game, and proves this result."""
    found = verify.documents(folder)
    charter = next(doc for doc, _ in found.values() if doc["kind"] == "charter")
    number, board, leg = key
    plan = season.game(season.rounds[number - 1]["game"])
    yield "the charter names the game", charter.get("event") == {
        "tournament": season.chain.id, "round": number, "board": board, "leg": leg}
    terms = ("ruleset", "packs", "scenario", "options", "trust", "pace")
    yield "it begins at its set-up", "from" not in charter
    yield "the terms are those announced", all(charter.get(term) == plan[term] for term in terms)
    players = season.players_of(key)
    players = players if leg % 2 else players[::-1]
    seat_of = {entry["side"]: entry for entry in charter["seats"] if entry.get("side")}
    for side, id in zip(plan["sides"], players):
        yield f"{id} has his side", side in seat_of and seat_of[side]["key"] in season.player(id)["keys"]
    states = {d: doc for d, (doc, _) in found.items() if doc["kind"] == "state"}
    last = max(states, key=lambda d: states[d]["step"])
    yield "the result names the last state", result["state"] == last
    outcome = states[last].get("outcome")
    yield "the match is over", outcome is not None or result["how"] != "played"
    if result["how"] == "played" and outcome:
        winner = dict(zip(plan["sides"], players)).get(outcome.get("winner"))
        # Where players bid for sides, the position says who got which, and this program knows no game.
        bids = bool(plan["options"].get("side_bids"))
        yield "the winner is who plays the winning side", bids or winner == result.get("winner")
        points = outcome.get("points") or {}
        lead = points.get(outcome.get("winner"), 0) - max(
            (value for side, value in points.items() if side != outcome.get("winner")), default=0)
        yield "the margin is that of the last position", not winner or not points or result.get("margin", 0) == max(lead, 0)
    for what, holds in verify.match(folder):
        yield what, holds


def tree_hash(leaves):
    if len(leaves) == 1:
        return sha256(b"\0", leaves[0])
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\1", tree_hash(leaves[:left]), tree_hash(leaves[left:]))


def checkpoint_holds(note, chain):
    text, _, signatures = note.partition("\n\n")
    text += "\n"
    origin, size, root = text.split("\n")[:3]
    leaves = [bytes.fromhex(d) for d in [chain.id] + [d for d, _ in chain.line]]
    if origin != f"adjutant/tournament/{chain.id}" or not 0 < int(size) <= len(leaves):
        return False
    key = bytes.fromhex(chain.keys["director"])
    line = next(line for line in signatures.split("\n") if line.startswith("\u2014 director "))
    data = base64.b64decode(line.split(" ")[2])
    named = sha256(b"director\n\x01", key)[:4] == data[:4]
    holds = signature_holds(key, text.encode(), base64.b64encode(data[4:]).decode())
    return named and holds and base64.b64decode(root) == tree_hash(leaves[: int(size)])


# --- What is asked --------------------------------------------------------------------------------------------------------


def run(found):
    """The chain of some documents, what it comes to, and the first thing that is wrong, or None."""
    try:
        chain = Chain(found)
        season = Season(chain)
    except Wrong as wrong:
        return None, None, str(wrong)
    for d, one in chain.line:
        try:
            season.apply(d, one)
        except Wrong as wrong:
            return chain, season, f"{one['kind']}, number {one['number']}: not so: {wrong}"
    return chain, season, chain.wrong[0] if chain.wrong else None


def season(folder, with_matches=True):
    found = {}
    for part in ("documents", "players"):
        place = os.path.join(folder, part)
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
            one = verify.read(os.path.join(place, name))
            found[digest(one)] = one
    chain, state, wrong = run(found)
    yield f"the chain and what follows from it{': ' + wrong if wrong else ''}", wrong is None
    if wrong:
        return
    for number in state.unpaired:
        yield f"the pairings of round {number} (networkx is missing)", None
    for name in sorted(os.listdir(folder)):
        if name.endswith(".checkpoint"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield f"{name} holds", checkpoint_holds(file.read(), chain)
    matches = {}
    place = os.path.join(folder, "matches")
    for name in sorted(os.listdir(place)) if with_matches and os.path.isdir(place) else []:
        match = os.path.join(place, name)
        for d, (one, _) in (verify.documents(match) if os.path.isdir(match) else {}).items():
            if one["kind"] == "charter":
                matches[d] = match
    proved = 0
    for key, (_, result) in sorted(state.results.items()) if with_matches else []:
        if "match" not in result:
            continue
        yield f"the match of {key} is here", result["match"] in matches
        if result["match"] in matches:
            for what, holds in match_holds(matches[result["match"]], state, key, result):
                yield f"{key}: {what}", holds
            proved += 1
    print(f"{len(chain.line) + 1} documents, {state.paired} rounds paired as the rules say, {state.by_hand} by hand, "
          f"{len(state.results)} results, {proved} of them proved by matches, {state.words} words of officials")


def sealed(document, secret):
    """The document with its signature."""
    by = document.get("by") or document.get("player") or "director"
    key, sig = sign(secret, message(document["kind"], digest(document)))
    return {**document, "signatures": [{"by": by, "key": key.hex(), "sig": sig}]}


def encoded(point):
    x, y, z, _ = point
    inverse = pow(z, verify.P - 2, verify.P)
    x, y = x * inverse % verify.P, y * inverse % verify.P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def sign(secret, data):
    hashed = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(hashed[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    key = encoded(verify.times(scalar, verify.BASE))
    nonce = int.from_bytes(hashlib.sha512(hashed[32:] + data).digest(), "little") % verify.L
    r = encoded(verify.times(nonce, verify.BASE))
    k = int.from_bytes(hashlib.sha512(r + key + data).digest(), "little") % verify.L
    s = (nonce + k * scalar) % verify.L
    return key, base64.b64encode(r + s.to_bytes(32, "little")).decode()


def vectors(path):
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    found = {}
    for one in given["documents"]:
        content, secret = one["content"], bytes.fromhex(given["secret_seeds"][one["signer"]])
        yield "canonical form", canonical(content) == one["canonical"]
        yield "digest", digest(content) == one["digest"]
        yield "signature", sealed(content, secret)["signatures"][0] == one["signature"]
        found[one["digest"]] = {**content, "signatures": [one["signature"]]}
    chain, state, wrong = run(found)
    yield f"the chain holds{': ' + wrong if wrong else ''}", wrong is None
    yield "the head", state.head == given["head"]
    yield "the lots", {player["id"]: player["lot"] for player in state.table().players} == given["lots"]
    yield "the standings", state.rows() == given["standings"]
    yield "the checkpoint", checkpoint_holds(given["checkpoint"], chain)
    for one in given["wrong"]:
        kept = {d: doc for d, doc in found.items() if d not in one["without"]}
        kept.update({digest(doc): doc for doc in one["documents"]})
        yield "found: " + one["why"], run(kept)[2] is not None


def main(arguments):
    if arguments in (["make"], ["make", "clubs"]):
        import tournament_vectors

        made = tournament_vectors.made if arguments == ["make"] else tournament_vectors.made_for_clubs
        print(json.dumps(made(), indent=1, ensure_ascii=False))
        return 0
    with_matches = "--documents-only" not in arguments
    arguments = [one for one in arguments if one != "--documents-only"]
    if len(arguments) != 2 or arguments[0] not in ("season", "vectors"):
        print(__doc__, file=sys.stderr)
        return 2
    checks = vectors(arguments[1]) if arguments[0] == "vectors" else season(arguments[1], with_matches)
    count = failed = unproved = 0
    for what, holds in checks:
        count += holds is not None
        unproved += holds is None
        if not holds:
            failed += holds is False
            print(f"{'not proved' if holds is None else 'FAILED'}: {what}")
    print(f"{count} checks, {failed} failed" + (f", {unproved} not proved" if unproved else ""))
    return 1 if failed or unproved or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
