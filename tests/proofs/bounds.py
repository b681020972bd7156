#!/usr/bin/env python3
"""Checks the certificate in a folder that `jigsat sokoban solve LEVEL --proof FOLDER` wrote: `bounds.py FOLDER LEVEL`.

It shares nothing with jigsat: not even the level is taken from the folder, only the prices and the bounds. LEVEL is a
file with one level in XSB. It prints what the certificate shows, or the line that does not follow, and exits with 1.
What each line claims and why the rules are sound is in docs/src/guide/certificates.md.
"""
import json
import re
import sys
from itertools import combinations

NEVER = float("inf")
LINE = re.compile(r"(x|[0-9]+) (\*|~?[0-9]+) ([0-9]+(?:,[0-9]+)*)(?: ([0-9]+(?:,[0-9]+)*))?")
HEADER = re.compile(r"bounds (pushes|moves) (none|[0-9]+)")
MOST_PRICE = 1 << 30
MOST = (1 << 32) - 1  # all other numbers are below, or as large in the header


class Wrong(Exception):
    """Why something is no certificate."""


def need(condition, why):
    if not condition:
        raise Wrong(why)


class Level:
    """The squares of a level, numbered row by row."""

    def __init__(self, text):
        rows = [row.rstrip().replace("-", " ").replace("_", " ") for row in text.splitlines()]
        rows = [row for row in rows if "#" in row and set(row) <= set("# .$*@+")]
        need(rows, "there is no level")
        self.cols = max(map(len, rows))
        squares = "".join(row.ljust(self.cols) for row in rows)
        where = lambda kinds: {place for place, kind in enumerate(squares) if kind in kinds}
        need(len(where("@+")) == 1, "a level has one player")
        self.player = min(where("@+"))
        self.steps = (-self.cols, 1, self.cols, -1)
        edge = lambda at: at < self.cols or at >= len(squares) - self.cols or at % self.cols in (0, self.cols - 1)
        self.room = {self.player}
        todo = [self.player]
        for at in todo:
            need(not edge(at), "the level is open")
            for step in self.steps:
                if squares[at + step] != "#" and at + step not in self.room:
                    self.room.add(at + step)
                    todo.append(at + step)
        self.goals = where(".*+") & self.room
        self.boxes = tuple(sorted(where("$*") & self.room))
        need(not where("$") - self.room, "a box outside the room is on no goal")

    def walk(self, at, boxes):
        """The number of moves to each square that boxes don't block."""
        moves, todo = {at: 0}, [at]
        for here in todo:
            for step in self.steps:
                if here + step in self.room and here + step not in boxes and here + step not in moves:
                    moves[here + step] = moves[here] + 1
                    todo.append(here + step)
        return moves

    def square(self, name):
        place = re.fullmatch("r([0-9]+)c([0-9]+)", name)
        need(place, f"{name} is no square")
        return (int(place[1]) - 1) * self.cols + int(place[2]) - 1


class Prices:
    """What a box is worth wherever it is, and what each push wastes."""

    def __init__(self, level, ground):
        self.level = level
        priced = lambda key: {level.square(price["cell"]): price["price"] for price in ground[key]}
        self.of_goal, of_box = priced("goals"), priced("boxes")
        need(len(ground["goals"]) == len(self.of_goal) and set(self.of_goal) == level.goals, "a price for each goal")
        need(len(ground["boxes"]) == len(of_box) and set(of_box) == set(level.boxes), "a price for each box")
        need(all(-MOST_PRICE <= price <= 0 for price in self.of_goal.values()), "a goal costs 0 or less")
        need(all(-MOST_PRICE <= price <= MOST_PRICE for price in of_box.values()), "a price is too large")
        # The states of a single box, and those from which a push leads to each.
        pushes, before = {}, {}
        for box in level.room:
            for step in level.steps:
                if box - step in level.room and box + step in level.room:
                    pushes[box, step] = self.state(box, box - step), self.state(box + step, box)
                    before.setdefault(pushes[box, step][1], []).append(pushes[box, step][0])
        # The pushes to the cheapest goal after paying the goal's price.
        self.worths = {}
        for goal, price in self.of_goal.items():
            todo = [(self.state(goal, goal + step), -price) for step in level.steps if goal + step in level.room]
            while todo:
                now, worth = todo.pop(0)
                if worth < self.worths.get(now, NEVER):
                    self.worths[now] = worth
                    todo += [(earlier, worth + 1) for earlier in before.get(now, [])]
        known = lambda state: self.worths.get(state, NEVER)
        self.waste = {push: 1 + known(after) - known(before) if known(before) < NEVER else NEVER
                      for push, (before, after) in pushes.items()}
        need(all(waste >= 0 for waste in self.waste.values()), "a push gains by the prices")
        need(all(price <= self.worth(box, level.player) for box, price in of_box.items()), "a box costs too much")
        self.pushes = sum(of_box.values()) + sum(self.of_goal.values())
        need(self.pushes == ground["pushes"] >= 0, "the prices add up to another number of pushes")

    def state(self, box, at):
        return box, min(self.level.walk(at, {box}))

    def worth(self, box, at):
        return self.worths.get(self.state(box, at), NEVER)

    def left(self, boxes, at):
        """The waste of a plan that ends here; of all boxes, also that of any plan from here."""
        goals = self.of_goal if len(boxes) == len(self.level.boxes) else boxes
        return -sum(self.of_goal[goal] for goal in goals) - sum(self.worth(box, at) for box in boxes)


class Bounds:
    """The lines of a certificate: (number, waste, player, fence) by boxes."""

    def __init__(self, level, prices, unit, lines):
        self.level, self.prices, self.unit, self.by_boxes = level, prices, unit, {}
        for number, line in enumerate(lines, 2):
            words = LINE.fullmatch(line)
            need(words, f"line {number} is no bound")
            squares = lambda part: tuple(map(int, words[part].split(","))) if words[part] else ()
            boxes, fence, player = squares(3), set(squares(4)), words[2]
            rises = lambda squares: all(one < other for one, other in zip(squares, squares[1:]))
            need(rises(boxes) and rises(squares(4)), f"line {number} lists boxes out of order")
            need(set(boxes) <= level.room and len(boxes) <= len(level.boxes), f"line {number} has other boxes")
            need(fence <= set(boxes), f"line {number} has a fence of other boxes")
            if player == "*":
                need(not fence, f"line {number} has a fence, but no player")
            else:
                need(int(player.lstrip("~")) in level.room - set(boxes), f"line {number} has no place for the player")
            if player[0] not in "~*":
                need(unit == "moves" and len(boxes) == len(level.boxes), f"line {number} counts walks")
            waste = NEVER if words[1] == "x" else int(words[1])
            need(waste == NEVER or waste < MOST, f"line {number} has too large a number")
            self.by_boxes.setdefault(boxes, []).append((number, waste, player, fence))

    def about(self, boxes, at, walks):
        """The waste in each bound for these boxes and a player in this square."""
        for _, waste, player, _ in self.by_boxes.get(boxes, []):
            if player == "*" or (at in self.level.walk(int(player[1:]), boxes) if player[0] == "~"
                                 else walks and int(player) == at):
                yield waste

    def cover(self, boxes, at, waste, walks):
        """Whether a plan wastes this much by the bounds, some of which may add up."""
        if waste <= 0 or any(known >= waste for known in self.about(boxes, at, walks)):
            return True
        parts = [(set(part), max(known)) for count in range(1, len(boxes)) for part in combinations(boxes, count)
                 if (known := list(self.about(part, at, False)))]

        def add_up(place, taken, left):
            return left <= 0 or place < len(parts) and (
                not parts[place][0] & taken and add_up(place + 1, taken | parts[place][0], left - parts[place][1])
                or add_up(place + 1, taken, left))
        return any(known >= waste for _, known in parts) or waste < NEVER and add_up(0, set(), waste)

    def follows(self, boxes, waste, player, fence):
        """Raises what is wrong with a bound."""
        level, prices, exact = self.level, self.prices, player[0] not in "~*"
        at = None if player == "*" else int(player.lstrip("~"))
        moves = dict.fromkeys(level.room - set(boxes), 0) if at is None else level.walk(at, boxes)
        if set(boxes) <= level.goals:
            need(at is not None and waste <= prices.left(boxes, at), "wastes too much: the boxes are on goals")
        need(not fence or not fence <= level.goals, "has a fence that need not move")
        inside = set()
        for free in level.room - set(boxes) - set(moves) if fence else ():
            part = level.walk(free, boxes)
            if not ({near + step for near in part for step in level.steps} & set(boxes)) - fence:
                inside |= set(part)
        for box in sorted(fence or boxes):
            for step in level.steps:
                stand, to = box - step, box + step
                wasted = prices.waste.get((box, step), NEVER)
                if wasted == NEVER:
                    continue
                if fence:
                    if stand in inside | fence or to in fence:
                        continue
                    need(to in inside and stand in moves and not exact, "has a fence that can be opened")
                if stand not in moves or to in boxes:
                    continue
                left = waste - wasted - (moves[stand] if exact else 0)
                after = tuple(sorted({*boxes, to} - {box}))
                need(self.cover(after, box, left, exact)
                     or len(boxes) == len(level.boxes) and left < NEVER and left <= prices.left(after, box),
                     f"does not follow after the push of {box} to {to}")


def check(level, ground, lines):
    """The unit of a certificate, and the length below which it shows that there is no plan, or None if there is no plan
    at all. Raises `Wrong`."""
    header = HEADER.fullmatch(lines[0]) if lines else None
    need(header, "there is no header")
    unit, below = header[1], None if header[2] == "none" else int(header[2])
    need(below is None or below <= MOST, "the header has too large a number")
    prices = Prices(level, ground)
    bounds = Bounds(level, prices, unit, lines[1:])
    for boxes, known in bounds.by_boxes.items():
        for number, waste, player, fence in known:
            try:
                bounds.follows(boxes, waste, player, fence)
            except Wrong as wrong:
                raise Wrong(f"line {number} {wrong}") from None
    waste = NEVER if below is None else below - prices.pushes
    need(bounds.cover(level.boxes, level.player, waste, unit == "moves"), "no bound shows it for the start")
    return unit, below


def main(folder, level):
    with open(level) as file:
        drawing = file.read()
    with open(f"{folder}/manifest.json") as file:
        ground = next(ground for ground in json.load(file)["grounds"] if ground["kind"] == "assignment")
    with open(f"{folder}/certificate.txt") as file:
        lines = file.read().splitlines()
    try:
        unit, below = check(Level(drawing), ground, lines)
    except Wrong as wrong:
        sys.exit(str(wrong))
    print("there is no plan" if below is None else f"no plan has fewer than {below} {unit}")


if __name__ == "__main__":
    main(*sys.argv[1:])
