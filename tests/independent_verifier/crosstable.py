"""Pairings and standings of a tournament, worked out by a stranger from docs/tournaments.md.

It shares no code with Adjutant. A table is a list of rounds, each `{"format", "boards", "byes"}`: a board is
`{"pair": [player, player], "legs": [result or None, …]}` with the players by number, a bye `{"player", "kind"}`. A result is that
of a document: `how`, `winner` (a number), `margin`. The pair plays the two sides in that order, and the other way round in the
second leg.
"""

from fractions import Fraction
from functools import lru_cache

PLAYED = ("played", "adjudicated")


class Table:
    """Players (dicts with `lot`, `rating`, `enters`, `leaves`, `penalty`), rounds, and what was announced of points."""

    def __init__(self, players, rounds, scoring, legs, planned, unplayed, accelerated=None, apart=()):
        self.players, self.rounds, self.scoring = players, rounds, scoring
        self.legs, self.planned, self.unplayed = legs, planned, unplayed
        # How many rounds the accelerated Swiss has, or None; and who does not meet whom, as pairs of numbers.
        self.accelerated, self.apart = accelerated, {frozenset(pair) for pair in apart}
        self.cards = [[self.entry(one, player) for one in self.scored()] for player in range(len(players))]

    def after(self, count):
        return Table(self.players, self.rounds[:count], self.scoring, self.legs, self.planned, self.unplayed,
                     self.accelerated, self.apart)

    def given(self, number):
        """The points that each player has for the pairing of a round beside his own (C.04.5.1)."""
        none = [0] * len(self.players)
        if self.accelerated is None:
            return none
        fast = (self.accelerated + 1) // 2
        worth = self.scoring["win"] if number <= (fast + 1) // 2 else self.scoring["draw"] if number <= fast else 0
        order = self.seeding()
        first = [player for player in order if self.players[player]["enters"] <= 1]
        if not first or not worth:
            return none
        last = order.index(first[min(2 * -(-len(first) // 4), len(first)) - 1])
        return [worth * self.legs if order.index(player) <= last else 0 for player in range(len(self.players))]

    def scored(self):
        return [one for one in self.rounds if one["format"] != "knockout"]

    def is_here(self, player, number):
        one = self.players[player]
        return one["enters"] <= number and (one["leaves"] is None or number < one["leaves"])

    def seeding(self):
        def key(player):
            rating = self.players[player]["rating"]
            return (rating is None, -(rating or 0), self.players[player]["lot"])

        return sorted(range(len(self.players)), key=key)

    def leg_points(self, result, player):
        won, worth = result and result.get("winner") == player, self.scoring
        if result is None:
            return 0
        if result["how"] == "double_forfeit":
            return worth["forfeit_loss"]
        if result["how"] == "forfeit":
            return worth["forfeit_win"] if won else worth["forfeit_loss"]
        if result.get("winner") is None:
            return worth["draw"]
        return worth["win"] if won else worth["loss"]

    def entry(self, one, player):
        """What a round came to: `what` is met, forfeited, free, or the kind of a bye."""
        board = next((board for board in one["boards"] if player in board["pair"]), None)
        if board:
            legs = board["legs"]
            other = board["pair"][1 - board["pair"].index(player)]
            gone = all(leg is not None and leg["how"] not in PLAYED for leg in legs)
            lead = sum((leg.get("margin") or 0) * (1 if leg["winner"] == player else -1)
                       for leg in legs if leg and leg.get("winner") is not None)
            return {
                "what": "forfeited" if gone else "met",
                "other": other,
                "won": any(leg and leg.get("winner") == player for leg in legs),
                "points": sum(self.leg_points(leg, player) for leg in legs),
                "margin": lead,
                "legs": legs,
                "second": [(board["pair"].index(player) + n) % 2 == 1 for n in range(len(legs))],
                "scheduled": one["format"] == "round_robin",
            }
        kind = next((bye["kind"] for bye in one["byes"] if bye["player"] == player), None)
        blank = {"other": None, "won": False, "margin": 0, "legs": [], "second": [],
                 "scheduled": one["format"] == "round_robin"}
        if kind is None and one["format"] != "swiss":
            return {"what": "free", "points": 0, **blank}
        kind = kind or "zero"
        return {"what": kind, "points": self.scoring[kind + "_bye"] * self.legs, **blank}

    def points(self, player, rounds=None):
        return sum(entry["points"] for entry in self.cards[player][:rounds])


# --- Tie-breaks and standings ------------------------------------------------------------------------------------------


def requested(entry):
    return entry["what"] in ("half", "zero")


def voluntary(entry):
    return requested(entry) or (entry["what"] == "forfeited" and not entry["won"])


def worth_to_others(table, player):
    card, draw = table.cards[player], table.scoring["draw"] * table.legs
    total = 0
    for n, entry in enumerate(card):
        for_good = all(voluntary(later) for later in card[n:])
        total += draw if requested(entry) and for_good and not entry["scheduled"] else entry["points"]
    return total


def rounds_for_sums(table, player):
    """For each round: the points of the opponent or dummy, the points scored, whether it was missed by own doing."""
    own, found = table.points(player), []
    most = table.scoring["draw"] * table.legs * table.planned
    recent = table.unplayed == "fide2026"
    for entry in table.cards[player]:
        his = worth_to_others(table, entry["other"]) if entry["other"] is not None else None
        if entry["what"] == "met" or (entry["what"] == "forfeited" and entry["scheduled"]):
            worth = his
        elif entry["what"] == "free" or entry["scheduled"]:
            continue
        elif entry["what"] == "forfeited":
            worth = min(own, his) if recent else own
        else:
            worth = min(own, most) if recent else own
        found.append((worth, entry["points"], voluntary(entry) and not entry["scheduled"]))
    return found


def buchholz(table, player, low=0, high=0):
    rounds = rounds_for_sums(table, player)
    for _ in range(min(low, len(rounds))):
        missed = [one for one in rounds if one[2]]
        rounds.remove(min(missed or rounds, key=lambda one: one[0]))
    rounds.sort(key=lambda one: one[0])
    return sum(one[0] for one in rounds[: max(len(rounds) - high, 0)])


def wins(table, player):
    count = 0
    for entry in table.cards[player]:
        if entry["legs"]:
            count += sum(leg is not None and table.leg_points(leg, player) == table.scoring["win"] for leg in entry["legs"])
        elif entry["what"] != "free":
            count += table.legs * (table.scoring[entry["what"] + "_bye"] == table.scoring["win"])
    return count


def games(table, player, counts):
    return sum(bool(counts(leg.get("winner") == player, second))
               for entry in table.cards[player] for leg, second in zip(entry["legs"], entry["second"])
               if leg and leg["how"] in PLAYED)


def value(table, player, name):
    if name in ("rating", "lot"):
        return table.players[player][name]
    return {
        "buchholz": lambda: buchholz(table, player),
        "buchholz_cut_1": lambda: buchholz(table, player, 1),
        "buchholz_cut_2": lambda: buchholz(table, player, 2),
        "buchholz_median": lambda: buchholz(table, player, 1, 1),
        "sonneborn_berger": lambda: sum(worth * scored for worth, scored, _ in rounds_for_sums(table, player)),
        "wins": lambda: wins(table, player),
        "games_won": lambda: games(table, player, lambda won, second: won),
        "second_side_games": lambda: games(table, player, lambda won, second: second),
        "second_side_wins": lambda: games(table, player, lambda won, second: won and second),
        "progressive": lambda: sum(table.points(player, n + 1) for n in range(len(table.cards[player]))),
        "margin": lambda: sum(entry["margin"] for entry in table.cards[player]),
    }[name]()


def encounters(table, tied):
    """The tied players in groups, best first (article 6)."""
    if len(tied) == 1:
        return [tied]
    met = lambda one, other: [e for e in table.cards[one] if e["other"] == other
                              and (e["what"] == "met" or e["scheduled"])]
    average = lambda found: Fraction(sum(e["points"] for e in found), len(found)) if found else 0
    score = {one: sum(average(met(one, other)) for other in tied) for one in tied}
    missing = {one: sum(1 for other in tied if other != one and not met(one, other)) for one in tied}
    if not any(missing.values()):
        groups = [[one for one in tied if score[one] == points] for points in sorted(set(score.values()), reverse=True)]
    else:
        groups, left = [], list(tied)
        most = table.scoring["win"] * table.legs
        while left:
            best = max(left, key=lambda one: score[one])
            if any(score[one] + missing[one] * most >= score[best] for one in left if one != best):
                break
            groups.append([best])
            left.remove(best)
        if left:
            groups.append(left)
    return groups if len(groups) == 1 else [part for group in groups for part in encounters(table, group)]


def standings(table, tie_breaks):
    """Rows `{"rank", "player", "points", "tie_breaks"}`, best first; who shares a place is listed by lot."""
    points = [table.points(n) - one["penalty"] for n, one in enumerate(table.players)]
    values = [{name: None if name == "direct_encounter" else value(table, n, name) for name in tie_breaks}
              for n in range(len(table.players))]
    apart = lambda group, key: [[one for one in group if key(one) == k] for k in sorted({key(one) for one in group})]
    groups = apart(range(len(table.players)), lambda one: -points[one])
    for name in tie_breaks:
        parts = []
        for group in groups:
            if len(group) == 1:
                parts.append(group)
            elif name == "direct_encounter":
                place = 1
                for part in encounters(table, group):
                    for one in part:
                        values[one][name] = place
                    place += len(part)
                    parts.append(part)
            else:
                sign = 1 if name == "lot" else -1
                key = lambda one: (values[one][name] is None, sign * (values[one][name] or 0))
                parts += apart(group, key)
        groups = parts
    rows = []
    for group in groups:
        rank = len(rows) + 1
        for one in sorted(group, key=lambda one: table.players[one]["lot"]):
            known = {name: number for name, number in values[one].items() if number is not None}
            rows.append({"rank": rank, "player": one, "points": points[one], "tie_breaks": known})
    return rows


# --- Sides -------------------------------------------------------------------------------------------------------------


def histories(table):
    """The sides that each player had, in order: 0 the first, 1 the second. A forfeit counts for nothing."""
    had = [[] for _ in table.players]
    for board in (board for one in table.rounds for board in one["boards"]):
        for n, leg in enumerate(board["legs"]):
            if leg is None or leg["how"] in PLAYED:
                for at, player in enumerate(board["pair"]):
                    had[player].append((at + n) % 2)
    return had


def balance(had):
    return sum(1 if side == 0 else -1 for side in had)


def due(had):
    """The side that a player is due, and how much: ordered."""
    if not had:
        return 0, (0, 0)
    more = balance(had)
    if abs(more) > 1:
        return int(more > 0), (3, abs(more))
    if had[-2:-1] == had[-1:]:
        return 1 - had[-1], (3, abs(more))
    if more:
        return int(more > 0), (2, 0)
    return 1 - had[-1], (1, 0)


def breaches(had, legs, pair):
    count = 0
    for at, player in enumerate(pair):
        then = had[player] + [(at + n) % 2 for n in range(legs)]
        count += (abs(balance(then)) > 2) + (len(then) > 2 and len(set(then[-3:])) == 1)
    return count


def by_lot(table, pair):
    low, high = sorted(pair, key=lambda player: table.players[player]["lot"])
    return [low, high] if table.players[low]["lot"] % 2 else [high, low]


def first_side(table, had, pair):
    """The pair, whose better player comes first, with the one first who plays the first side."""
    turned, legs = pair[::-1], table.legs
    here, there = breaches(had, legs, pair), breaches(had, legs, turned)
    if here != there:
        return pair if here < there else turned
    if legs % 2:
        (side, much), (his_side, his_much) = due(had[pair[0]]), due(had[pair[1]])
        grant_higher, grant_lower = (pair if side == 0 else turned), (pair if his_side == 1 else turned)
        if much != his_much:
            return grant_higher if much > his_much else grant_lower
        if much > (0, 0):
            if side != his_side:
                return grant_higher
            for one, other in zip(reversed(had[pair[0]]), reversed(had[pair[1]])):
                if one != other:
                    return turned if one == 0 else pair
            return grant_higher
    return by_lot(table, pair)


# --- Pairings ----------------------------------------------------------------------------------------------------------


def floated(table, player, back):
    """Whether a player met fewer points, and whether more, so many rounds ago."""
    at = len(table.cards[player]) - back
    if at < 0:
        return False, False
    entry = table.cards[player][at]
    if entry["what"] == "met":
        given = table.given(len(table.rounds) + 1 - back)
        own, his = (table.points(one, at) + given[one] for one in (player, entry["other"]))
        return own > his, own < his
    return entry["what"] != "free" and entry["points"] > 0, False


def matching(places, cost):
    """The perfect matching of least cost, a list of pairs of places, or None where a library is missing."""
    if places <= 16:
        @lru_cache(maxsize=None)
        def best(left):
            if not left:
                return 0, ()
            one, *others = left
            found = None
            for other in others:
                rest, pairs = best(tuple(place for place in others if place != other))
                total = cost(one, other) + rest
                if found is None or total < found[0]:
                    found = total, ((one, other),) + pairs
            return found

        return list(best(tuple(range(places)))[1])
    try:
        import networkx
    except ImportError:
        return None
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, cost(a, b)) for a in range(places) for b in range(a + 1, places))
    return sorted(tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph))


def had_before(table):
    """Whom each player has met, and whether he has had a bye, or as many points as for a win without playing."""
    win = table.scoring["win"] * table.legs
    met = [{entry["other"] for entry in card if entry["what"] == "met"} for card in table.cards]
    had_bye = [any(e["what"] == "full" or (e["what"] not in ("met", "free") and e["points"] >= win) for e in card)
               for card in table.cards]
    return met, had_bye


def unlawful(table, boards, full):
    """Whether players meet who may not, or somebody has a second bye."""
    met, had_bye = had_before(table)
    return any(b in met[a] or frozenset((a, b)) in table.apart for a, b in boards) or any(had_bye[one] for one in full)


def swiss(table, asked):
    """The boards and the full bye of the next round. `asked` are the players who miss it."""
    number, had = len(table.rounds) + 1, histories(table)
    given = table.given(number)
    points = [table.points(player) + given[player] for player in range(len(table.players))]
    field = [player for player in table.seeding() if table.is_here(player, number) and player not in asked]
    field.sort(key=lambda player: -points[player])
    places = len(field) + len(field) % 2
    met, had_bye = had_before(table)
    floats = {back: [floated(table, player, back) for player in range(len(table.players))] for back in (1, 2)}
    group = {}
    for place, player in enumerate(field):
        same = [other for other in field if points[other] == points[player]]
        group[place] = same.index(player), len(same)

    def criteria(high, low):
        one, (before, size) = field[high], group[high]
        end = size - 1 - before
        if low == len(field):
            return [had_bye[one], 0, points[one], 0, 0, 0, 0, floats[1][one][0], floats[2][one][0], end * end]
        other, (before_other, _) = field[low], group[low]
        pair = first_side(table, had, [one, other])
        apart = points[one] - points[other]
        unmet = unmet_more = 0
        if table.legs % 2:
            for at, player in enumerate(pair):
                side, much = due(had[player])
                unmet += much > (0, 0) and side != at
                unmet_more += much > (1, 0) and side != at
        again = lambda back: 0 if not apart else floats[back][one][0] + floats[back][other][1]
        order = (before_other - before - size // 2) ** 2 if not apart else end * end + before_other ** 2
        illegal = other in met[one] or frozenset((one, other)) in table.apart
        return [illegal, breaches(had, table.legs, pair), 0, apart, apart * apart, unmet, unmet_more,
                again(1), again(2), order]

    def cost(high, low):
        total = 0
        for part in criteria(high, low):
            total = (total << 40) + int(part)
        # Of several best rounds: the first player has the highest opponent, then the next who is left.
        return total * (places + 1) ** places + low * (places + 1) ** (places - 1 - high)

    pairs = matching(places, cost)
    if pairs is None:
        return None
    boards = [first_side(table, had, [field[one], field[other]]) for one, other in sorted(pairs) if other < len(field)]
    return boards, [field[one] for one, other in pairs if other == len(field)]


def berger(count):
    """The rounds of the Berger table for so many players, pairs of numbers from 0; with an odd count, without the free ones."""
    even = count + count % 2
    rounds = []
    for n in range(even - 1):
        first = n * (even // 2) % (even - 1)
        pairs = [[first, even - 1] if n % 2 == 0 else [even - 1, first]]
        pairs += [[(first + k) % (even - 1), (first - k) % (even - 1)] for k in range(1, even // 2)]
        rounds.append([pair for pair in pairs if max(pair) < count])
    return rounds


def round_robin(players, cycles):
    rounds = []
    for cycle in range(cycles):
        once = berger(len(players))
        if cycle == 0 and cycles > 1 and len(once) > 2:
            once[-2:] = reversed(once[-2:])
        for pairs in once:
            named = [[players[one], players[other]] for one, other in pairs]
            rounds.append([pair[::-1] for pair in named] if cycle % 2 else named)
    return rounds


def pools(seeded, count):
    drawn = [[] for _ in range(count)]
    for n, player in enumerate(seeded):
        row, step = divmod(n, count)
        drawn[step if row % 2 == 0 else count - 1 - step].append(player)
    return drawn


def side_by_side(schedules):
    longest = max(map(len, schedules))
    return [[pair for rounds in schedules if n < len(rounds) for pair in rounds[n]] for n in range(longest)]


def bracket(seeds):
    """The players in the order in which they meet; None for a bye."""
    order = [0]
    while len(order) < len(seeds):
        size = len(order) * 2
        order = [one for at, seed in enumerate(order)
                 for one in ((seed, size - 1 - seed) if at % 2 == 0 else (size - 1 - seed, seed))]
    return [seeds[seed] if seed < len(seeds) else None for seed in order]


def through(table, number, board):
    """Who goes on from a board of round so-and-so, from 0; None where both forfeited everything."""
    later = next((one for one in table.rounds[number + 1 :] if one["format"] == "knockout"), None)
    stands = lambda player: any(player in one["pair"] for one in later["boards"]) or any(
        bye["player"] == player for bye in later["byes"])
    paired = [player for player in board["pair"] if later and stands(player)]
    if len(paired) == 1:
        return paired[0]
    if all(leg["how"] == "double_forfeit" for leg in board["legs"]):
        return None
    gained = lambda player: sum(table.leg_points(leg, player) for leg in board["legs"])
    led = lambda player: sum(leg.get("margin") or 0 for leg in board["legs"] if leg.get("winner") == player)
    return max(board["pair"], key=lambda player: (gained(player), led(player), -table.players[player]["lot"]))


def knockout(table, seeds):
    """The boards and byes of the next round of a knock-out; the seeds stand in the order in which they entered it."""
    places, had = bracket(seeds), histories(table)
    here = lambda player, number: player if player is not None and table.is_here(player, number) else None
    for n, one in enumerate(table.rounds):
        if one["format"] != "knockout":
            continue
        onward = []
        for pair in zip(places[::2], places[1::2]):
            left = [player for player in (here(player, n + 1) for player in pair) if player is not None]
            if len(left) == 2:
                board = next((board for board in one["boards"] if set(board["pair"]) == set(left)), None)
                if board is None:
                    return None
                onward.append(through(table, n, board))
            else:
                onward.append(left[0] if left else None)
        places = onward
    boards, byes = [], []
    for pair in zip(places[::2], places[1::2]):
        left = [player for player in (here(player, len(table.rounds) + 1) for player in pair) if player is not None]
        if len(left) == 2:
            boards.append(first_side(table, had, sorted(left, key=seeds.index)))
        elif left:
            byes.append(left[0])
    return boards, byes


def out_of_knockout(table, player):
    """In which knock-out round a player was out, from 0; how many there are, where he still is in it."""
    played = [(at, one) for at, one in enumerate(table.rounds) if one["format"] == "knockout"]
    for n, (at, one) in enumerate(played):
        board = next((board for board in one["boards"] if player in board["pair"]), None)
        if board and all(board["legs"]) and through(table, at, board) != player:
            return n
    return len(played)


def with_knockout(table, rows, field):
    """Standings in which the players of a knock-out come first, who was out later before who was out earlier."""
    inside = [row for row in rows if row["player"] in field]
    inside.sort(key=lambda row: -out_of_knockout(table, row["player"]))
    ranked, levels = [], [out_of_knockout(table, row["player"]) for row in inside]
    for row, level in zip(inside, levels):
        ranked.append({**row, "rank": levels.index(level) + 1})
    outside = [row for row in rows if row["player"] not in field]
    ranks = [row["rank"] for row in outside]
    return ranked + [{**row, "rank": len(inside) + ranks.index(row["rank"]) + 1} for row in outside]
