"""The vectors of a tournament (docs/protocol.md, section 12): a small one with every kind of document, and what breaks it.

`tournament.py make` prints them. The keys are for these vectors alone and are used nowhere else.
"""

import base64

import tournament
from verify import canonical, digest, sha256

SECRETS = {name: sha256(b"a key of the tournament vectors: " + name.encode()) for name in
           ("director", "dep", "ann", "bob", "cleo", "dan", "eve", "cleo, anew", "finn", "gus", "hal", "ida")}
FIRST = ("director", "dep", "ann", "bob", "cleo", "dan", "eve", "cleo, anew")
SEED = sha256(b"the seed of the tournament vectors")
ZERO = "00" * 32


def key_of(name):
    return tournament.sign(SECRETS[name], b"")[0].hex()


class Maker:
    """Signs documents one after another; `documents` has them in order, with their signers."""

    def __init__(self):
        self.documents, self.found, self.parent, self.number, self.takes = [], {}, None, 0, []

    def put(self, content, signer):
        signed = tournament.sealed(content, SECRETS[signer])
        self.documents.append((signed, signer))
        self.found[digest(signed)] = signed
        return digest(signed)

    def announce(self, **more):
        """The announcement; `more` are fields that it has beside the usual ones, or instead of them."""
        self.id = self.parent = self.put({
            "adjutant": 1, "kind": "tournament", "title": "A tournament of vectors", "date": "2026-11-26T09:00:00Z",
            "director": {"id": "director", "name": "Dora", "key": key_of("director")},
            "deputies": [{"id": "dep", "name": "Deputy", "key": key_of("dep")}],
            "lots": sha256(b"adjutant/1 lots\n", SEED).hex(), "seeding": "rating",
            "games": [{"id": "game", "ruleset": {"id": "crossroads", "revision": 1},
                       "packs": [{"name": "crossroads", "sha256": ZERO}], "scenario": "meeting", "options": {},
                       "trust": "head-to-head", "pace": {"days": 3}, "sides": ["union", "confederate"]}],
            "stages": [{"format": {"swiss": {"rounds": 3}}, "games": ["game"]},
                       {"format": {"knockout": {"players": 2}}, "games": ["game"]}],
            "scoring": {"win": 2, "draw": 1, "loss": 0, "forfeit_win": 2, "forfeit_loss": 0, "full_bye": 2,
                        "half_bye": 1, "zero_bye": 0, "per_point": 2},
            "tie_breaks": ["buchholz_cut_1", "buchholz", "direct_encounter", "sonneborn_berger", "progressive", "wins",
                           "games_won", "second_side_games", "margin", "rating", "lot"],
            "unplayed": "fide2026", "byes": {"most": 1, "except_last": 1}, "rules": "Who is ahead wins.",
            **more,
        }, "director")

    def of_player(self, kind, player, signer=None, **more):
        content = {"adjutant": 1, "kind": kind, "tournament": self.id, "player": player, **more,
                   "written": "2026-11-26T10:00:00Z"}
        d = self.put(content, signer or player)
        self.takes.append(d)
        return d

    def linked(self, kind, by="director", **more):
        content = {"adjutant": 1, "kind": kind, "tournament": self.id, "number": self.number + 1, "parent": self.parent,
                   "by": by, **more, "issued": "2026-11-26T12:00:00Z"}
        return {**content, **({"takes": self.takes} if self.takes else {})}

    def chain(self, kind, by="director", **more):
        self.parent = self.put(self.linked(kind, by, **more), by)
        self.number, self.takes = self.number + 1, []
        return self.parent

    def season(self):
        chain, season, wrong = tournament.run(self.found)
        assert wrong is None, wrong
        return season

    def pair(self, **byes):
        """A round as the rules give it; `byes` are of the players who miss it, by kind."""
        season = self.season()
        for d in self.takes:
            season.take(d, self.found[d])
        season.seed = season.seed or SEED.hex()
        ids = [player["id"] for player in season.players]
        boards, full = season.due_boards([ids.index(player) for player in byes])
        sides = ["union", "confederate"]
        more = {"byes": [{"player": ids[n], "kind": "full"} for n in full]
                + [{"player": player, "kind": kind} for player, kind in byes.items()]}
        more = more if more["byes"] else {}
        if season.next == self.number + 1 and not season.rounds:
            more["seed"] = SEED.hex()
        self.chain("round", round=len(season.rounds) + 1, game="game", until="2027-01-01T00:00:00Z",
                   boards=[{"board": n + 1, "sides": {side: ids[one] for side, one in zip(sides, pair)}}
                           for n, pair in enumerate(boards)], **more)
        return [[ids[one] for one in pair] for pair in boards]

    def standings(self):
        season = self.season()
        teams = season.teams(season.rows())
        self.chain("standings", after=len(season.rounds), rows=season.rows(), **({"teams": teams} if teams else {}))


def made():
    maker = Maker()
    maker.announce()
    entries = {}
    for player in ("ann", "bob", "cleo", "dan", "eve"):
        entries[player] = maker.of_player("entry", player, name=player.capitalize(), key=key_of(player))
    ratings = {"ann": 5300, "bob": 5200, "cleo": 5100, "dan": 5000}
    maker.chain("roster", players=[
        {"player": player, "entry": entry, **({"rating": ratings[player]} if player in ratings else {})}
        for player, entry in entries.items()])

    one, two = maker.pair()
    forfeit = maker.chain("result", round=1, board=1, how="forfeit", winner=one[0], reason="no answer")
    maker.chain("result", round=1, board=2, how="adjudicated", reason="level at the limit")
    appeal = maker.of_player("appeal", one[1], of=forfeit, reason="I had told you")
    decision = maker.chain("decision", "dep", on=appeal, reason="the letter was overlooked",
                           effect={"replace": {"round": 1, "board": 1, "leg": 1}})
    maker.chain("result", "dep", round=1, board=1, how="adjudicated", winner=one[1], margin=3, reason="ahead when it stopped",
                supersedes=forfeit, decision=decision)
    maker.standings()

    maker.of_player("bye_request", "dan", round=2, reason="a wedding")
    boards = maker.pair(dan="half")
    maker.chain("result", round=2, board=1, how="adjudicated", winner=boards[0][0], margin=2, reason="ahead")
    maker.chain("result", round=2, board=2, how="double_forfeit", reason="neither answered")
    maker.chain("decision", reason="a lost laptop", effect={"key": {"player": "cleo", "key": key_of("cleo, anew")}})
    maker.chain("decision", reason="two late turns", effect={"penalty": {"player": "ann", "points": 1}})
    maker.chain("decision", reason="he asked for it", effect={"extend": {
        "round": 2, "board": 1, "until": "2027-02-01T00:00:00Z"}})
    maker.of_player("withdrawal", "cleo", "cleo, anew", reason="no time")
    boards = maker.pair()
    for n, pair in enumerate(boards):
        maker.chain("result", round=3, board=n + 1, how="adjudicated", winner=pair[1], margin=1, reason="ahead")
    maker.standings()
    pair, = maker.pair()
    maker.chain("result", round=4, board=1, how="adjudicated", winner=pair[0], reason="ahead")
    maker.standings()

    return told(maker, wrongs_of_first)


def told(maker, wrongs):
    """What the vectors say of a tournament, with what breaks it."""
    season, chain = maker.season(), [maker.id] + [d for d, _ in tournament.run(maker.found)[0].line]
    leaves = [bytes.fromhex(d) for d in chain]
    text = f"adjutant/tournament/{maker.id}\n{len(leaves)}\n{base64.b64encode(tournament.tree_hash(leaves)).decode()}\n"
    key, sig = tournament.sign(SECRETS["director"], text.encode())
    named = base64.b64encode(sha256(b"director\n\x01", key)[:4] + base64.b64decode(sig)).decode()
    return {
        "secret_seeds": {name: secret.hex() for name, secret in SECRETS.items() if name in FIRST or wrongs is not wrongs_of_first},
        "documents": [{"content": {k: v for k, v in doc.items() if k != "signatures"}, "signer": signer,
                       "canonical": canonical({k: v for k, v in doc.items() if k != "signatures"}),
                       "digest": digest(doc), "signature": doc["signatures"][0]} for doc, signer in maker.documents],
        "head": season.head,
        "lots": {player["id"]: player["lot"] for player in season.table().players},
        "standings": season.rows(),
        "checkpoint": f"{text}\n\u2014 director {named}\n",
        "wrong": list(wrongs(maker, chain)),
    }


def made_for_clubs():
    """A tournament with teams, players who are kept apart, a limit of players, holidays and accelerated rounds."""
    maker = Maker()
    maker.announce(
        title="A tournament for clubs", most_players=8, teams={"counted": 1, "apart": True}, byes={"most": 1},
        stages=[{"format": {"swiss": {"rounds": 5, "acceleration": "baku"}}, "games": ["game"]}],
        games=[{"id": "game", "ruleset": {"id": "crossroads", "revision": 1},
                "packs": [{"name": "crossroads", "sha256": ZERO}], "scenario": "meeting", "options": {},
                "trust": "head-to-head", "sides": ["union", "confederate"],
                "pace": {"days": 3, "holidays": [{"from": "2026-12-24T00:00:00Z", "until": "2027-01-02T00:00:00Z"}]}}])
    names, entries = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal", "ida"), {}
    for n, player in enumerate(names):
        team = {"team": ("rifles", "guards", "zouaves", "lancers")[n % 4]} if n < 8 else {}
        entries[player] = maker.of_player("entry", player, name=player.capitalize(), key=key_of(player), **team)

    def listed(n, player):
        team = {"team": ("rifles", "guards", "zouaves", "lancers")[n % 4]} if n < 7 else {}
        return {"player": player, "entry": entries[player], "rating": 5400 - 50 * n, **team}

    maker.chain("roster", players=[listed(n, player) for n, player in enumerate(names[:8])])
    maker.chain("decision", reason="they live together", effect={"apart": ["ann", "cleo"]})
    for number in range(1, 5):
        if number == 3:
            maker.of_player("withdrawal", "hal", reason="no time")
            maker.chain("roster", players=[{"player": "ida", "entry": entries["ida"], "rating": 5375}])
        boards = maker.pair()
        for n, pair in enumerate(boards):
            winner = {"winner": pair[(n + number) % 2], "margin": n + 1} if (n + number) % 3 else {}
            maker.chain("result", round=number, board=n + 1, how="adjudicated", reason="at the limit", **winner)
        maker.standings()
    return told(maker, wrongs_of_clubs)


def replacer(documents, chain):
    """What makes the vectors in which another document is in the place of one."""

    def instead(why, d, alter, signer=None, cut=True):
        """Another document in the place of one; the chain ends there."""
        content = {k: v for k, v in documents[d].items() if k != "signatures"}
        content = __import__("copy").deepcopy(content)
        alter(content)
        signed = tournament.sealed(content, SECRETS[signer or content.get("by") or content.get("player") or "director"])
        later = [other for other in chain if documents[other].get("number", 0) >= documents[d].get("number", 0)]
        return {"why": why, "without": later if cut else [], "documents": [signed]}

    return instead


def sets(**more):
    return lambda content: content.update(more)


def wrongs_of_clubs(maker, chain):
    """What breaks the tournament for clubs."""
    documents, instead = dict(maker.found), replacer(dict(maker.found), chain)
    of_kind = lambda kind: [d for d in chain if documents[d]["kind"] == kind]
    rosters, rounds, standings = of_kind("roster"), of_kind("round"), of_kind("standings")
    decision, announced = of_kind("decision")[0], documents[chain[0]]
    ida = next(one for one in documents[rosters[1]]["players"])

    def exchanged(content):
        """The opponents of the first two boards exchanged, as without acceleration or apartness might be."""
        one, two = content["boards"][0]["sides"], content["boards"][1]["sides"]
        one["confederate"], two["confederate"] = two["confederate"], one["confederate"]

    yield instead("more players than there is room for", rosters[0], lambda c: c["players"].append(ida))
    yield instead("a late player before somebody has left", rosters[1], lambda c: c.pop("takes"))
    yield instead("a player kept apart from himself", decision, sets(effect={"apart": ["ann", "ann"]}))
    yield instead("one player alone kept apart", decision, sets(effect={"apart": ["ann"]}))
    yield instead("a stranger kept apart", decision, sets(effect={"apart": ["ann", "zoe"]}))
    yield instead("a stranger who waits kept apart", decision, sets(effect={"apart": ["ann", "ida"]}))
    yield instead("another pairing of an accelerated round", rounds[0], exchanged)
    yield instead("another pairing by hand without a reason that says anything", rounds[0],
                  lambda c: (exchanged(c), c.update(reason="  ")))
    yield instead("standings without those of the teams", standings[0], lambda c: c.pop("teams"))
    yield instead("standings of teams with places exchanged", standings[0], lambda c: c["teams"].reverse())
    yield instead("standings of a team with other points", standings[0], lambda c: c["teams"][0].update(points=99))
    yield instead("standings of a team with other places", standings[0], lambda c: c["teams"][0].update(places=99))
    swiss = [{"format": {"swiss": {"rounds": 2}}, "games": ["game"]}]
    fast = [{"format": {"swiss": {"rounds": 2, "acceleration": "baku"}}, "games": ["game"]}]
    for why, more in (("a second stage that is accelerated", {"stages": swiss + fast}),
                      ("an acceleration that nobody knows", {"stages": [{"format": {"swiss": {
                          "rounds": 5, "acceleration": "classic"}}, "games": ["game"]}]}),
                      ("room for one player", {"most_players": 1}),
                      ("teams of which nobody counts", {"teams": {"counted": 0}}),
                      ("a holiday that ends before it begins", {"games": [{**announced["games"][0], "pace": {
                          "days": 3, "holidays": [{"from": "2027-01-02T00:00:00Z", "until": "2026-12-24T00:00:00Z"}]}}]})):
        content = {**{k: v for k, v in announced.items() if k != "signatures"}, **more}
        yield {"why": why, "without": list(documents), "documents": [tournament.sealed(content, SECRETS["director"])]}


def wrongs_of_first(maker, chain):
    """What breaks the chain: each takes documents out and puts others in, which true keys have signed."""
    documents = {d: doc for d, doc in maker.found.items()}
    at = {documents[d].get("number", 0): d for d in chain}
    of_kind = lambda kind: [d for d in chain if documents[d]["kind"] == kind]
    instead = replacer(documents, chain)
    rounds, results, decisions = of_kind("round"), of_kind("result"), of_kind("decision")
    roster, standings = of_kind("roster")[0], of_kind("standings")
    yield {"why": "a decision is missing", "without": [decisions[0]], "documents": []}
    yield {"why": "an entry that was taken is missing", "without": [documents[roster]["takes"][0]], "documents": []}
    yield instead("two documents of one official for one place", chain[-1], sets(issued="2026-11-27T12:00:00Z"), cut=False)
    yield instead("the number is not the next", rounds[1], sets(number=documents[rounds[1]]["number"] + 1))
    yield instead("somebody else has signed", rounds[0], sets(issued="2026-11-27T12:00:00Z"), "ann")
    yield instead("a deputy signs with his key as the director", rounds[0], sets(), "dep")
    yield instead("another tournament", roster, sets(tournament=ZERO))
    yield instead("an entry that nobody made", roster, lambda c: c["players"][0].update(entry=ZERO))
    yield instead("a player twice on the roster", roster, lambda c: c["players"].append(c["players"][0]))
    yield instead("a seed that nothing committed to", rounds[0], sets(seed=ZERO))
    yield instead("no seed in the first round", rounds[0], lambda c: c.pop("seed"))
    yield instead("the seed a second time", rounds[1], sets(seed=SEED.hex()))
    yield instead("a round that is not the next", rounds[1], sets(round=3))
    yield instead("sides exchanged", rounds[0], lambda c: c["boards"][0].update(
        sides=dict(zip(("union", "confederate"), reversed([c["boards"][0]["sides"][s] for s in ("union", "confederate")])))))
    yield instead("boards exchanged", rounds[0], lambda c: (
        c["boards"].reverse(), [board.update(board=n + 1) for n, board in enumerate(c["boards"])]))
    yield instead("nobody has the bye", rounds[0], lambda c: c.pop("byes"))
    yield instead("a player on two boards", rounds[0], lambda c: c["boards"][1]["sides"].update(
        union=c["boards"][0]["sides"]["union"]))
    yield instead("another game", rounds[0], sets(game="other"))
    yield instead("a board that is not", results[0], sets(board=9))
    yield instead("a winner who does not play", results[0], lambda c: c.update(
        winner=next(p for p in ("ann", "bob", "cleo", "dan", "eve")
                    if p not in documents[rounds[0]]["boards"][0]["sides"].values())))
    yield instead("a forfeit without a winner", results[0], lambda c: c.pop("winner"))
    yield instead("a forfeit without a reason", results[0], lambda c: c.pop("reason"))
    yield instead("played, and no match", results[1], sets(how="played"))
    yield instead("a drawn game with a margin", results[1], sets(margin=2))
    yield instead("a second result of a game", results[1], sets(board=1, how="double_forfeit"))
    yield instead("a result that no decision replaces", results[2], lambda c: c.pop("decision"))
    yield instead("a result that replaces another than the one that counts", results[2], sets(supersedes=results[1]))
    yield instead("an appeal against nothing that is known", decisions[0], sets(on=ZERO))
    yield instead("a decision without a reason", decisions[0], sets(reason=" "))
    yield instead("a key that another player has used", decisions[1], lambda c: c["effect"]["key"].update(key=key_of("bob")))
    yield instead("a penalty of a stranger", decisions[2], lambda c: c["effect"]["penalty"].update(player="zoe"))
    yield instead("standings with places exchanged", standings[0], lambda c: c["rows"].reverse())
    yield instead("standings with other points", standings[0], lambda c: c["rows"][0].update(points=9))
    yield instead("standings with another tie-break", standings[0], lambda c: c["rows"][0]["tie_breaks"].update(buchholz=99))
    yield instead("standings before a round is over", at[documents[standings[1]]["number"] - 1],
                  lambda c: (c.clear(), c.update({k: v for k, v in documents[standings[1]].items() if k != "signatures"},
                                                 number=documents[standings[1]]["number"] - 1,
                                                 parent=documents[at[documents[standings[1]]["number"] - 1]]["parent"])))
    yield instead("a bye in the final, for somebody who is out", rounds[3], lambda c: c.update(byes=[
        {"player": next(p for p in ("ann", "bob", "dan", "eve") if p not in c["boards"][0]["sides"].values()), "kind": "full"}]))
    yield instead("a margin that is too large", results[3], sets(margin=2_000_000_000))
    yield instead("a penalty that is too large", decisions[2], lambda c: c["effect"]["penalty"].update(points=2_000_000))
    yield instead("a name of two lines", documents[roster]["takes"][0], sets(name="Ann\nThe roster has 9 players"), cut=False)
    yield {"why": "an official who signs two documents of one number on two ways", "without": [], "documents": other_way(
        maker, documents, chain)}
    request = next(d for d, doc in documents.items() if doc["kind"] == "bye_request")
    yield {"why": "a request for a bye that is missing", "without": [request], "documents": []}
    withdrawal = next(d for d, doc in documents.items() if doc["kind"] == "withdrawal")
    old = tournament.sealed({k: v for k, v in documents[withdrawal].items() if k != "signatures"}, SECRETS["cleo"])
    yield {"why": "a withdrawal under a key that was replaced", "without": [], "documents": [old]}


def other_way(maker, documents, chain):
    """A deputy's document in the place of the last but one, and two of the director upon it: a longer way."""
    made, parent, number = [], documents[chain[-2]]["parent"], documents[chain[-2]]["number"]
    for n, by in enumerate(("dep", "director", "director")):
        content = {"adjutant": 1, "kind": "decision", "tournament": maker.id, "number": number + n, "parent": parent,
                   "by": by, "reason": "another way", "issued": "2026-11-26T12:00:00Z"}
        made.append(tournament.sealed(content, SECRETS[by]))
        parent = digest(made[-1])
    return made
