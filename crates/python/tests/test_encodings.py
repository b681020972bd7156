"""Encodings in Python, and what tests of them find."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jigsat
from jigsat.encoding import neg
from jigsat.testing import EncodingError, assert_equivalent, check_encoding, of_clauses, solutions_by_referee

pytest_plugins = ["pytester"]


def queens(size: int, diagonals: int | None = None, wrong: str = "") -> jigsat.Encoding:
    """Queens that don't attack each other, with a mistake if one is wanted."""
    e = jigsat.Encoding("queens")
    board = list(itertools.product(range(size), repeat=2))
    for row, col in board:
        e.atom((row, col), f"r{row + 1}c{col + 1}")
    in_row = e.rule("row", "row {0} has exactly one queen")
    in_col = e.rule("column", "column {0} has at most one queen")
    apart = e.rule("diagonal", "queens on {0} and {1} attack each other")
    for line in range(size):
        in_row(line + 1).exactly_one((line, col) for col in range(size))
        in_col(line + 1).at_most_one((row, line) for row in range(size))
    for one, other in itertools.combinations(board, 2):
        if abs(one[0] - other[0]) == abs(one[1] - other[1]):
            if wrong == "falling" and (one[0] - other[0]) == (one[1] - other[1]):
                continue
            apart(one, other).clause([neg(one), neg(other)])
    if wrong == "useless":
        e.rule("useless", "there is a queen")().clause(board)

    @e.referee
    def check(placed: set[tuple[int, int]]) -> None:
        # Not by 'assert': pytest takes its time to explain a false one.
        if len(placed) != size:
            raise jigsat.Violation(f"there are {len(placed)} queens")
        for one, other in itertools.combinations(sorted(placed), 2):
            meets = one[0] == other[0] or one[1] == other[1] or abs(one[0] - other[0]) == abs(one[1] - other[1])
            if meets:
                raise jigsat.Violation(f"the queens on {one} and {other} attack each other")

    return e


def test_queens() -> None:
    e = queens(4)
    assert e.count() == 2
    assert e.solve() in ({(0, 1), (1, 3), (2, 0), (3, 2)}, {(0, 2), (1, 0), (2, 3), (3, 1)})
    assert sorted(map(sorted, e.solutions())) == sorted(map(sorted, solutions_by_referee(e)))
    assert queens(6).count() == 4 and queens(3).solve() is None
    check_encoding(e, brute_force=True, flavours=[{}, {"amo": "ladder"}, {"amo": "product"}])
    assert "row 1 has exactly one queen" in e.text()


def test_a_wrong_encoding_is_caught_in_three_ways() -> None:
    wrong = queens(4, wrong="falling")
    # The referee, as soon as somebody solves it.
    with pytest.raises(jigsat.Bug, match="attack each other"):
        wrong.solutions()
    # Brute force.
    with pytest.raises(EncodingError):
        check_encoding(wrong, brute_force=True)
    # A proof that it means the same as another one.
    with pytest.raises(EncodingError, match="can't be, because"):
        assert_equivalent(wrong, queens(4))
    # And rules that say nothing.
    with pytest.raises(EncodingError, match="'useless'"):
        check_encoding(queens(4, wrong="useless"))
    assert_equivalent(queens(4), queens(4, wrong="useless"))


def test_a_referee_fails_with_its_own_traceback() -> None:
    e = jigsat.Encoding()
    e.atoms("ab")
    e.rule("some", "something is true")().clause("a b".split())

    @e.referee
    def check(true: set[str]) -> None:
        raise ZeroDivisionError("my own mistake")

    for ask in (e.solve, e.count, e.solutions, lambda: e.compare_with_brute_force([])):
        with pytest.raises(ZeroDivisionError, match="my own mistake") as caught:
            ask()
        assert caught.traceback[-1].name == "check"


def test_explanations() -> None:
    e = queens(4)
    e.given((0, 1))
    explained = e.explain()
    assert explained.steps and "queen" in str(explained)


def test_names_of_atoms_have_no_blanks() -> None:
    e = jigsat.Encoding()
    e.atoms([(0, 1), (0, 2), "a b"])
    e.rule("rule", "{0} holds")((0, 1)).clause([(0, 1), "a b"])
    assert "(0,1) | ab" in e.text()
    assert {(0, 1), (0, 2), "a b"} in [set(solution) for solution in e.solutions()]


def test_statements_that_are_mistakes() -> None:
    e = jigsat.Encoding()
    e.atom("a")
    rule = e.rule("rule", "{0} is true")
    with pytest.raises(ValueError, match="'b' is used, but was not declared"):
        rule("a").clause(["b"])
    with pytest.raises(ValueError, match="has 1 arguments, found 0"):
        rule()
    with pytest.raises(TypeError, match="several literals"):
        rule("a").clause("a")
    with pytest.raises(ValueError, match="already"):
        e.rule("rule", "again")
    with pytest.raises(ValueError, match="same name"):
        e.atom(("a",), "a")
    with pytest.raises(ValueError, match="one bound"):
        rule("a").sum([(1, "a")])
    with pytest.raises(ValueError, match="no amo 'none'"):
        e.check_each_rule(amo="none")


def counted(atoms: list[str], state: Any, holds: Any) -> None:
    """Compares a constraint with what Python says about every set of atoms."""
    for flavour in ({}, {"amo": "ladder", "card": "adder", "sum": "adder"}):
        e = jigsat.Encoding()
        e.atoms(atoms)
        state(e.rule("stated", "it holds")())
        subsets = [set(some) for size in range(len(atoms) + 1) for some in itertools.combinations(atoms, size)]
        assert e.compare_with_brute_force([some for some in subsets if holds(some)], **flavour) is None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5), st.sampled_from(["at_most", "at_least", "exactly"]), st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_counts_and_sums_mean_what_python_says(bound: int, kind: str, weights: list[int]) -> None:
    atoms = [f"x{number}" for number in range(len(weights))]
    fits = {"at_most": bound.__ge__, "at_least": bound.__le__, "exactly": bound.__eq__}[kind]
    counted(atoms, lambda group: getattr(group, kind)(bound, atoms), lambda some: fits(len(some)))
    weight = dict(zip(atoms, weights, strict=True))
    counted(
        atoms,
        lambda group: group.sum([(weight[atom], atom) for atom in atoms], **{kind: bound}),
        lambda some: fits(sum(weight[atom] for atom in some)),
    )


def test_implications_and_definitions() -> None:
    counted(["a", "b", "c"], lambda group: group.implies(["a", "b"], ["c"]), lambda some: not {"a", "b"} <= some or "c" in some)
    counted(["a", "b", "c"], lambda group: group.equals_any("a", ["b", "c"]), lambda some: ("a" in some) == bool(some & {"b", "c"}))
    counted(["a", "b", "c"], lambda group: group.equals_all("a", ["b", neg("c")]), lambda some: ("a" in some) == ("b" in some and "c" not in some))

    def by_aux(group: Any) -> None:
        both = group.aux("both")
        group.equals_all(both, ["a", "b"]).clause([~both, "c"])

    counted(["a", "b", "c"], by_aux, lambda some: not {"a", "b"} <= some or "c" in some)


def reached(nodes: set[Any], edges: list[tuple[Any, Any]]) -> bool:
    if not nodes:
        return True
    seen = {min(nodes)}
    while True:
        more = {b for a, b in [*edges, *((b, a) for a, b in edges)] if a in seen and b in nodes} - seen
        if not more:
            return seen == nodes
        seen |= more


@pytest.mark.parametrize("graph", ["lazy", "tree"])
def test_graph_constraints(graph: str) -> None:
    nodes = [(row, col) for row in range(3) for col in range(3)]
    edges = [(a, b) for a, b in itertools.combinations(nodes, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    subsets = [set(some) for size in range(10) for some in itertools.combinations(nodes, size)]
    e = jigsat.Encoding()
    for node in nodes:
        e.atom(node, f"r{node[0]}c{node[1]}")
    e.rule("connected", "the cells are connected")().connected(nodes, edges)
    assert e.compare_with_brute_force([some for some in subsets if reached(some, edges)], graph=graph) is None
    loop = jigsat.Encoding()
    for a, b in edges:
        loop.atom((a, b), f"{a[0]}{a[1]}-{b[0]}{b[1]}")
    loop.rule("loop", "one loop")().one_loop({edge: edge for edge in edges})
    # The cycles of a square of 3x3 nodes: 4 of one face, 4 of two, 4 of three, 1 around all.
    assert len(loop.solutions()) == 13 and loop.count() == 13


def test_clauses_that_anybody_made() -> None:
    pysat = pytest.importorskip("pysat.card")
    atoms = ["a", "b", "c", "d"]
    made = pysat.CardEnc.atmost(lits=[1, 2, 3, 4], bound=2, encoding=pysat.EncType.seqcounter)
    e = of_clauses(made.clauses, atoms)
    right = [set(some) for size in range(3) for some in itertools.combinations(atoms, size)]
    assert e.compare_with_brute_force(right) is None
    wrong = of_clauses(made.clauses[:-1], atoms)
    missing = wrong.compare_with_brute_force(right)
    assert missing is not None and "brute force does not have" in missing
    with pytest.raises(ValueError, match="other than 0"):
        of_clauses([[1, 0]], atoms)
    ours = jigsat.Encoding()
    ours.atoms(atoms)
    ours.rule("two", "at most two")().at_most(2, atoms)
    assert_equivalent(e, ours)


def test_the_plugin(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_lamps="""
        import jigsat

        def lamps(pairs):
            e = jigsat.Encoding("lamps")
            e.atoms("abc")
            pair = e.rule("pair", "one of {0} and {1} is lit")
            for one, other in pairs:
                pair(one, other).clause([one, other])

            @e.referee
            def check(lit):
                return all(one in lit or other in lit for one, other in ["ab", "bc"])
            return e

        def test_right(assert_encoding):
            assert_encoding(lamps(["ab", "bc"]), brute_force=True)

        def test_wrong(assert_encoding):
            assert_encoding(lamps(["ab"]), brute_force=True, snapshot=False)
        """
    )
    new = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    new.assert_outcomes(failed=2)
    new.stdout.fnmatch_lines(["*there is no snapshot*", "*accept it by --snapshot-update*"])
    new.stdout.fnmatch_lines(["*the referee rejects what sat found*"])
    pytester.runpytest_subprocess("--snapshot-update").assert_outcomes(passed=1, failed=1)
    pytester.runpytest_subprocess().assert_outcomes(passed=1, failed=1)
    kept = pytester.path / "snapshots" / "test_lamps__test_right.txt"
    assert "one of a and b is lit" in kept.read_text()
    kept.write_text(kept.read_text().replace("a and b", "a and c"))
    changed = pytester.runpytest_subprocess()
    changed.assert_outcomes(failed=2)
    changed.stdout.fnmatch_lines(["*-*a and c*", "*+*a and b*"])
