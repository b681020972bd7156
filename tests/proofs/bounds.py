#!/usr/bin/env python3
"""Checks the certificate in a folder that `jigsat sokoban solve LEVEL --proof FOLDER` wrote: `bounds.py FOLDER LEVEL`.

It shares nothing with jigsat: not even the level is taken from the folder, only the prices and the bounds. LEVEL is a
file with one level in XSB. It prints what the certificate shows, or the line that does not follow, and exits with 1.
"""
import json
import sys
from itertools import combinations

NEVER = float("inf")


def read_level(path):
    rows = [row.rstrip("\n").replace("-", " ").replace("_", " ") for row in open(path)]
    rows = [row for row in rows if "#" in row and set(row) <= set("# .$*@+")]
    cols = max(map(len, rows))
    squares = "".join(row.ljust(cols) for row in rows)
    where = lambda kinds: {place for place, kind in enumerate(squares) if kind in kinds}
    player = min(where("@+"))
    steps = (-cols, 1, cols, -1)
    room, todo = {player}, [player]
    while todo:
        at = todo.pop()
        for step in steps:
            if squares[at + step] != "#" and at + step not in room:
                room.add(at + step)
                todo.append(at + step)
    return cols, steps, room, where(".*+") & room, tuple(sorted(where("$*") & room)), player


def main(folder, level):
    cols, steps, room, goals, start, player = read_level(level)

    def walk(at, boxes):
        moves, todo = {at: 0}, [at]
        for here in todo:
            for step in steps:
                if here + step in room and here + step not in boxes and here + step not in moves:
                    moves[here + step] = moves[here] + 1
                    todo.append(here + step)
        return moves

    square = lambda name: (int(name[1:].split("c")[0]) - 1) * cols + int(name.split("c")[1]) - 1
    ground = next(g for g in json.load(open(f"{folder}/manifest.json"))["grounds"] if g["kind"] == "assignment")
    of_goal = {square(price["cell"]): price["price"] for price in ground["goals"]}
    of_box = {square(price["cell"]): price["price"] for price in ground["boxes"]}
    assert set(of_goal) == goals and set(of_box) == set(start) and max(of_goal.values()) <= 0

    # What a single box is worth: the pushes to the cheapest goal after paying the goal's price.
    state = lambda box, at: (box, min(walk(at, {box})))
    pushes, before = {}, {}
    for box in room:
        for step in steps:
            if box - step in room and box + step in room:
                pushes[box, step] = state(box, box - step), state(box + step, box)
                before.setdefault(pushes[box, step][1], []).append(pushes[box, step][0])
    worth = {}
    for goal, price in of_goal.items():
        todo = [(state(goal, goal + step), -price) for step in steps if goal + step in room]
        while todo:
            now, worths = todo.pop(0)
            if worths < worth.get(now, NEVER):
                worth[now] = worths
                todo += [(earlier, worths + 1) for earlier in before.get(now, [])]
    known = lambda box, at: worth.get(state(box, at), NEVER)
    waste = {push: 1 + known(push[0] + push[1], push[0]) - known(push[0], push[0] - push[1])
             if known(push[0], push[0] - push[1]) < NEVER else NEVER for push in pushes}
    assert min(waste.values()) >= 0
    assert all(price <= known(box, player) for box, price in of_box.items())
    least = sum(of_box.values()) + sum(of_goal.values())

    bounds = {}
    with open(f"{folder}/certificate.txt") as file:
        _, unit, below = next(file).split()
        for number, line in enumerate(file, 2):
            words = line.split()
            boxes = tuple(map(int, words[2].split(",")))
            fence = set(map(int, words[3].split(","))) if len(words) > 3 else set()
            amount = NEVER if words[0] == "x" else int(words[0])
            assert set(boxes) <= room and len(set(boxes)) == len(boxes) <= len(start) and fence <= set(boxes)
            bounds.setdefault(boxes, []).append((number, amount, words[1], fence))

    def holds_for(place, at, boxes):
        """Whether a bound is about a player in this square."""
        if place == "*":
            return True
        return at in walk(int(place[1:]), boxes) if place[0] == "~" else int(place) == at

    def due(boxes, at):
        """What is wasted even if there are no more pushes."""
        if len(boxes) == len(start):
            return -sum(known(box, at) for box in boxes) - sum(of_goal.values())
        return sum(-of_goal[box] - known(box, at) for box in boxes) if set(boxes) <= goals else -NEVER

    def covers(boxes, at, amount):
        if amount <= 0 or any(a >= amount and holds_for(p, at, boxes) for _, a, p, _ in bounds.get(boxes, [])):
            return True
        if amount < NEVER and due(boxes, at) >= amount:
            return True
        parts = [(set(part), max(amounts)) for count in range(2, len(boxes)) for part in combinations(boxes, count)
                 if (amounts := [a for _, a, p, _ in bounds.get(part, []) if holds_for(p, at, part)])]

        def adds_up(place, taken, left):
            return left <= 0 or place < len(parts) and (
                not parts[place][0] & taken and adds_up(place + 1, taken | parts[place][0], left - parts[place][1])
                or adds_up(place + 1, taken, left))
        return any(a >= amount for _, a in parts) or amount < NEVER and adds_up(0, set(), amount)

    def fault(boxes, amount, place, fence):
        """Why a bound does not follow, if it does not."""
        exact = place[0] not in "~*"
        at = None if place == "*" else int(place.lstrip("~"))
        if exact and (unit != "moves" or len(boxes) < len(start)):
            return "counts walks"
        moves = {free: 0 for free in room - set(boxes)} if at is None else walk(at, boxes)
        if set(boxes) <= goals and (at is None or amount > due(boxes, at)):
            return "is solved"
        inside = set()
        if fence:
            if fence <= goals or at is None:
                return "has no need of its fence"
            for free in room - set(boxes) - set(moves):
                part = walk(free, boxes)
                if not ({near + step for near in part for step in steps} & set(boxes)) - fence:
                    inside |= set(part)
        for box in sorted(fence or boxes):
            for step in steps:
                stand, to = box - step, box + step
                if waste.get((box, step), NEVER) == NEVER:
                    continue
                if fence:
                    if stand in inside | fence or to in fence:
                        continue
                    if to not in inside or stand not in moves or exact:
                        return "has an open fence"
                if stand not in moves or to in boxes:
                    continue
                left = amount - waste[box, step] - (moves[stand] if exact else 0)
                if not covers(tuple(sorted({*boxes, to} - {box})), box, left):
                    return f"does not follow after the push of {box} to {to}"
        return None

    for boxes, lines in bounds.items():
        for number, amount, place, fence in lines:
            if found := fault(boxes, amount, place, fence):
                sys.exit(f"line {number} {found}")
    amount = NEVER if below == "none" else int(below) - least
    if set(start) <= goals or not covers(start, player, amount):
        sys.exit("no bound shows it for the start")
    print("there is no plan" if below == "none" else f"no plan has fewer than {below} {unit}")


main(*sys.argv[1:])
