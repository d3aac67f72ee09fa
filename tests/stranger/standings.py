#!/usr/bin/env python3
"""Points, tie-breaks and places of a Swiss tournament, worked out by a stranger from FIDE's tie-break regulations (C.07).

    standings.py FILE.trf [--edition 2023]    print them
    standings.py FOLDER                       check every NAME.trf there against NAME.2026.txt and NAME.2023.txt

It shares no code with Adjutant, reads nothing but the report file, and needs nothing but Python. The edition is that of article 16
on unplayed rounds: of March 2026, or before. A line of a text that is checked is a player's number, his place, his points, and
his tie-breaks in the order of the first line. Exits 1 if anything differs.
"""

import sys
from fractions import Fraction
from pathlib import Path

WIN, DRAW = Fraction(1), Fraction(1, 2)
WORTH = {"1": WIN, "+": WIN, "U": WIN, "F": WIN, "W": WIN, "=": DRAW, "D": DRAW, "H": DRAW}


class Player:
    """A player's line. A round is (opponent or None, side, letter of the result)."""

    def __init__(self, line):
        self.number = int(line[4:8])
        self.rounds = []
        for at in range(91, len(line), 10):
            opponent, side, letter = line[at : at + 4].strip(), line[at + 5 : at + 6], line[at + 7 : at + 8]
            self.rounds.append((int(opponent or 0) or None, side.strip(), letter.strip() or "Z"))

    def scores(self):
        return [WORTH.get(letter, Fraction(0)) for _, _, letter in self.rounds]

    def points(self):
        return sum(self.scores(), Fraction(0))


def played(one):
    opponent, _, letter = one
    return opponent is not None and letter in "1=0WDL"


def requested_bye(one):  # 16.1.1
    return one[0] is None and one[2] in "HZ"


def voluntary(one):  # 16.1.2
    return requested_bye(one) or (one[0] is not None and one[2] == "-")


def adjusted(player):
    """16.3: the points that a player is worth to his opponents."""
    total = Fraction(0)
    for index, one in enumerate(player.rounds):
        never_back = all(voluntary(later) for later in player.rounds[index:])
        total += DRAW if requested_bye(one) and never_back else WORTH.get(one[2], 0)
    return total


def opponents(players, player, edition, planned):
    """For each round: the points of the opponent or the dummy, the own score, whether it was missed by own doing."""
    found = []
    for one, score in zip(player.rounds, player.scores()):
        if played(one):
            worth = adjusted(players[one[0]])
        else:  # 16.4
            worth = player.points()
            if edition >= 2026:
                worth = min(worth, adjusted(players[one[0]]) if one[0] else planned * DRAW)
        found.append((worth, score, voluntary(one)))
    return found


def buchholz(rounds, low=0, high=0):
    rounds = list(rounds)
    for _ in range(min(low, len(rounds))):  # 14.1, 16.5
        pool = [one for one in rounds if one[2]] or rounds
        rounds.remove(min(pool, key=lambda one: one[0]))
    for _ in range(min(high, len(rounds))):
        rounds.remove(max(rounds, key=lambda one: one[0]))
    return sum((one[0] for one in rounds), Fraction(0))


def encounters(players, tied):
    """Article 6: the tied players in groups, best first."""
    if len(tied) == 1:
        return [tied]
    score = {number: Fraction(0) for number in tied}
    missing = {number: len(tied) - 1 for number in tied}
    for number in tied:
        for one, points in zip(players[number].rounds, players[number].scores()):
            if played(one) and one[0] in score:
                score[number] += points
                missing[number] -= 1
    if not any(missing.values()):  # 6.2
        groups = [[n for n in tied if score[n] == points] for points in sorted(set(score.values()), reverse=True)]
    else:  # 6.3
        groups, left = [], list(tied)
        while left:
            best = max(left, key=lambda n: score[n])
            if any(score[n] + missing[n] * WIN >= score[best] for n in left if n != best):
                break
            groups.append([best])
            left.remove(best)
        if left:
            groups.append(left)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in encounters(players, group)]


def numbers(players, edition, planned):
    """Every tie-break of every player but the direct encounter."""
    table = {}
    for number, player in players.items():
        rounds = opponents(players, player, edition, planned)
        scores = player.scores()
        over = [(one[1], points) for one, points in zip(player.rounds, scores) if played(one)]
        table[number] = {
            "buchholz": buchholz(rounds),
            "buchholz_cut_1": buchholz(rounds, 1),
            "buchholz_cut_2": buchholz(rounds, 2),
            "buchholz_median": buchholz(rounds, 1, 1),
            "sonneborn_berger": sum((worth * score for worth, score, _ in rounds), Fraction(0)),
            "wins": sum(points == WIN for points in scores),
            "games_won": sum(points == WIN for _, points in over),
            "second_side_games": sum(side == "b" for side, _ in over),
            "second_side_wins": sum(side == "b" and points == WIN for side, points in over),
            "progressive": sum((sum(scores[: n + 1], Fraction(0)) for n in range(len(scores))), Fraction(0)),
        }
    return table


def standings(text, tie_breaks, edition):
    lines = text.splitlines()
    players = {player.number: player for player in (Player(line) for line in lines if line.startswith("001"))}
    longest = max(len(player.rounds) for player in players.values())
    for player in players.values():
        player.rounds += [(None, "", "Z")] * (longest - len(player.rounds))
    planned = next((int(line[3:]) for line in lines if line.startswith(("XXR", "142"))), longest)
    table = numbers(players, edition, planned)
    groups = [[n for n in players if players[n].points() == points]
              for points in sorted({player.points() for player in players.values()}, reverse=True)]
    for name in tie_breaks:
        parts = []
        for group in groups:
            if name == "direct_encounter":
                separate = encounters(players, group)
                place = 1
                for part in separate:
                    for number in part:
                        table[number][name] = place if len(group) > 1 else None
                    place += len(part)
                parts += separate
            else:
                values = sorted({table[n][name] for n in group}, reverse=True)
                parts += [[n for n in group if table[n][name] == value] for value in values]
        groups = parts
    place, rows = 1, {}
    for group in groups:
        for number in group:
            rows[number] = [place, players[number].points()] + [table[number][name] for name in tie_breaks]
        place += len(group)
    return rows


DEFAULT = ["direct_encounter", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins", "progressive"]


def shown(value):
    return "-" if value is None else str(float(value)).removesuffix(".0")


def check(folder):
    wrong = checked = values = 0
    for file in sorted(folder.glob("*.trf")):
        for edition in (2026, 2023):
            said = file.with_suffix(f".{edition}.txt").read_text().splitlines()
            rows = standings(file.read_text(), said[0].split()[3:], edition)
            told = {int(line.split()[0]): line.split()[1:] for line in said[1:]}
            checked += 1
            for number in rows.keys() | told.keys():
                mine = [shown(value) for value in rows.get(number, [])]
                values += len(mine)
                if mine != told.get(number):
                    wrong += 1
                    print(f"{file.name}, {edition}, player {number}: {' '.join(mine)}, not {' '.join(told.get(number, []))}")
    print(f"{checked} standings, {values} values, {wrong} lines that differ")
    return 1 if wrong or not checked else 0


def main(arguments):
    edition = 2026
    if "--edition" in arguments:
        at = arguments.index("--edition")
        edition = int(arguments[at + 1])
        del arguments[at : at + 2]
    if len(arguments) != 1:
        print(__doc__)
        return 2
    path = Path(arguments[0])
    if path.is_dir():
        return check(path)
    print("number place points " + " ".join(DEFAULT))
    rows = standings(path.read_text(), DEFAULT, edition)
    for number, row in sorted(rows.items(), key=lambda item: (item[1][0], item[0])):
        print(number, " ".join(shown(value) for value in row))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
