"""The records of answers. `generate.py` wrote this from the library's schemas."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ._record import Answer, Field, Record, by_name, listed, maybe, number, plain


class Abilities(Record):
    """What a family can do besides solving."""

    explanation: bool
    """Whether its solutions can be explained."""
    horizon: bool
    """Whether its formulas are about solutions of one length, so that solutions have a minimum length."""
    symmetry: bool
    """Whether its boards have symmetries."""

    _fields: ClassVar[dict[str, Field]] = {
        "explanation": (plain, ...),
        "horizon": (plain, ...),
        "symmetry": (plain, ...),
    }


class ArgumentRecord(Record):
    """How a step follows, line by line."""

    cost: int
    """What it takes to follow the argument: small for what is seen at once."""
    lines: list[LineRecord]
    """Each line follows from facts and earlier lines. None can be left out."""
    told: list[list[SpanRecord]]
    """The argument in words, in paragraphs; none if the reasons in their order are all there is to say."""

    _fields: ClassVar[dict[str, Field]] = {
        "cost": (plain, ...),
        "lines": (listed(lambda value: LineRecord(value)), ...),
        "told": (listed(listed(lambda value: SpanRecord(value))), list),
    }


class BlankRecord(Record):
    """A place that can be filled in."""

    at: list[int]
    """The centre of the place in the picture, in half cells from the top and from the left: odd numbers are centres
    of cells."""
    name: str
    """The place's name."""

    _fields: ClassVar[dict[str, Field]] = {
        "at": (plain, ...),
        "name": (plain, ...),
    }


class BlanksRecord(Record):
    """Places of a board that take the same values."""

    givens: list[GivenRecord]
    """Places of the same kind that the puzzle has filled in, if they are not among the others."""
    places: list[BlankRecord]
    """The places."""
    values: list[str]
    """The values that a place can take; empty if a place is only chosen or not."""
    words: list[str]
    """What `yes` and `no` say of the first place, as sentences: `r1c1 is sea` and `r1c1 is land`; only where places
    are chosen or not."""

    _fields: ClassVar[dict[str, Field]] = {
        "givens": (listed(lambda value: GivenRecord(value)), list),
        "places": (listed(lambda value: BlankRecord(value)), ...),
        "values": (plain, ...),
        "words": (plain, list),
    }


class Certified(Record):
    """A proof of an answer: its size, and whether it was checked."""

    checked: bool
    """Whether each step or line was checked as soon as it was made."""
    formulas: int
    """Number of formulas that were refuted."""
    lines: int | None
    """Number of lines of the certificate that takes the place of formulas."""
    steps: int
    """Number of steps of their proofs together."""

    _fields: ClassVar[dict[str, Field]] = {
        "checked": (plain, ...),
        "formulas": (plain, ...),
        "lines": (plain, None),
        "steps": (plain, ...),
    }


class CheckAnswer(Answer):
    """The output of `check`."""

    complete: bool
    """Whether nothing is missing."""
    family: str
    """The puzzle's family."""
    file: str
    """The file with the puzzle."""
    legal: bool
    """Whether no broken rule was found."""
    more: str | None
    """The answer to a further question in words, such as whether a plan is optimal."""
    reason: str | None
    """Why the question was left open."""
    schema: int
    """The version of this format."""
    status: str
    """`solved` if the solution is legal and complete, `impossible` if not, `unknown` if that was left open."""
    violation: str | None
    """The broken rule, or what is missing."""

    _fields: ClassVar[dict[str, Field]] = {
        "complete": (plain, ...),
        "family": (plain, ...),
        "file": (plain, ...),
        "legal": (plain, ...),
        "more": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "status": (plain, ...),
        "violation": (plain, None),
    }


class ClueRecord(Record):
    """A value for a place."""

    place: str
    """The name of its place."""
    value: str
    """The value there."""

    _fields: ClassVar[dict[str, Field]] = {
        "place": (plain, ...),
        "value": (plain, ...),
    }


class CommonAnswer(Answer):
    """What all solutions have in common."""

    by: Provenance
    """What found the answer."""
    clues: list[ClueRecord]
    """The single clues that leave one solution, if all solutions were found."""
    complete: bool
    """Whether there are no others."""
    corrections: list[list[str]]
    """If there is no solution: the smallest sets of filled-in values, or of clues if these are at fault by
    themselves, without which there is one. A clue that is no value is the sentence that it states."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    found: int
    """Number of solutions that were found."""
    more_corrections: bool
    """Whether there may be further sets of that size."""
    nearest: list[ClueRecord]
    """What the nearest solution has in the places of the first set, if that is of filled-in values."""
    places: list[PlaceRecord]
    """The places of the board, in the order of `show`; empty if there is no solution."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """What was left open, and why; or that no solution contains what is filled in."""
    schema: int
    """The version of this format."""
    statements: bool
    """Whether the places are statements about solutions that are not filled in place by place, such as where a piece
    lies: `yes` if it holds. Those that hold in no solution are left out."""
    stats: Stats
    """The cost of the answer."""
    status: Literal["solved", "impossible", "unknown"]
    """The result: `solved` if there are solutions and every place was decided."""
    without: list[str]
    """The rules that were dropped from the formula."""

    _fields: ClassVar[dict[str, Field]] = {
        "by": (lambda value: Provenance(value), ...),
        "clues": (listed(lambda value: ClueRecord(value)), list),
        "complete": (plain, ...),
        "corrections": (plain, list),
        "family": (plain, ...),
        "file": (plain, ...),
        "found": (plain, ...),
        "more_corrections": (plain, False),
        "nearest": (listed(lambda value: ClueRecord(value)), list),
        "places": (listed(lambda value: PlaceRecord(value)), list),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "statements": (plain, False),
        "stats": (lambda value: Stats(value), ...),
        "status": (plain, ...),
        "without": (plain, list),
    }


class CompareAnswer(Answer):
    """A row of `compare`: the cost of one encoding, flavour and solver, or of one engine."""

    amo: str | None
    """The at-most-one flavour."""
    answer: str
    """The answer: solved, impossible, unknown if a limit was reached, or that the engine gave up."""
    auxiliaries: int
    """Number of auxiliary variables, that is, variables without an atom."""
    built: bool
    """False if the time limit was reached before the formula was built; all numbers are then 0. Otherwise left out."""
    clauses: int
    """Number of clauses."""
    conflicts: int
    """Number of conflicts of the search: the median over the seeds."""
    cuts: int | None
    """Number of cuts that the search added for graph constraints: the median over the seeds; left out if the formula
    has no graph constraints."""
    encoding: str | None
    """The encoding."""
    engine: str | None
    """The engine of the family's own that solved the puzzle; left out for a SAT solver. A row with an engine has no
    encoding, flavour or solver, and all numbers except its time are 0."""
    family: str
    """The puzzle's family."""
    graph: str | None
    """How graph constraints are enforced; left out if the formula has none."""
    literals: int
    """Number of literals in all clauses together."""
    median_s: float | None
    """Time for building, loading and solving, in seconds: the median over the seeds."""
    propagated: int
    """Number of literals that unit propagation derives before any search."""
    propagations: int
    """Number of literals that the solver propagated during the search: the median over the seeds."""
    schema: int
    """The version of this format."""
    size: str | None
    """The size of the board, if several were asked for."""
    solver: str | None
    """The solver."""
    variables: int
    """Number of variables of the formula."""

    _fields: ClassVar[dict[str, Field]] = {
        "amo": (plain, None),
        "answer": (plain, ...),
        "auxiliaries": (plain, ...),
        "built": (plain, False),
        "clauses": (plain, ...),
        "conflicts": (plain, ...),
        "cuts": (plain, None),
        "encoding": (plain, None),
        "engine": (plain, None),
        "family": (plain, ...),
        "graph": (plain, None),
        "literals": (plain, ...),
        "median_s": (plain, None),
        "propagated": (plain, ...),
        "propagations": (plain, ...),
        "schema": (plain, ...),
        "size": (plain, None),
        "solver": (plain, None),
        "variables": (plain, ...),
    }


class ConstraintRecord(Record):
    """A constraint of a formula."""

    cells: list[list[int]]
    """The cells of the picture that the constraint is about, each as row and column, counted from 0."""
    clauses: int
    """Number of clauses of the constraint."""
    rule: str
    """The constraint's rule."""
    sentence: str
    """The constraint as a sentence."""

    _fields: ClassVar[dict[str, Field]] = {
        "cells": (plain, list),
        "clauses": (plain, ...),
        "rule": (plain, ...),
        "sentence": (plain, ...),
    }


class CountAnswer(Answer):
    """The output of `count`."""

    by: Provenance
    """What counted the solutions."""
    certified: Certified | None
    """The proof that there is no solution, if one was asked for."""
    complete: bool
    """Whether there are no other solutions."""
    count: int
    """Number of solutions; as text if a JSON reader might round it."""
    distinct: int | None
    """Number of solutions up to the symmetries of the board; left out if a rule was dropped, and if the board is too
    large to tell."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """Why there may be more solutions."""
    schema: int
    """The version of this format."""
    stats: Stats
    """The cost of the answer."""
    status: str
    """The result."""

    _fields: ClassVar[dict[str, Field]] = {
        "by": (lambda value: Provenance(value), ...),
        "certified": (maybe(lambda value: Certified(value)), None),
        "complete": (plain, ...),
        "count": (number, ...),
        "distinct": (number, None),
        "family": (plain, ...),
        "file": (plain, ...),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "stats": (lambda value: Stats(value), ...),
        "status": (plain, ...),
    }


class CubesAnswer(Answer):
    """The output of `cubes`."""

    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    folder: str | None
    """The folder's path."""
    proof_steps: int | None
    """Number of steps of the proof that the tasks leave no solution out."""
    pruned: bool
    """Whether the proof relies on what the encoding leaves out because of the givens."""
    puzzle: str | None
    """The puzzle's title; left out if no folder was written."""
    reason: str | None
    """Why no folder was written."""
    refuted: int | None
    """Number of cubes that need no task, because propagation refutes them."""
    schema: int
    """The version of this format."""
    status: Literal["solved", "impossible", "unknown"]
    """`solved` if a folder was written, `impossible` if there is nothing to split, `unknown` if a limit was reached."""
    symmetries: int | None
    """Number of symmetries of the puzzle, including the identity."""
    task_s: float | None
    """Estimated time of a task, in seconds."""
    tasks: int | None
    """Number of tasks."""
    total_s: float | None
    """Estimated time of all tasks on one core, in seconds."""

    _fields: ClassVar[dict[str, Field]] = {
        "family": (plain, ...),
        "file": (plain, ...),
        "folder": (plain, None),
        "proof_steps": (plain, None),
        "pruned": (plain, False),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "refuted": (plain, None),
        "schema": (plain, ...),
        "status": (plain, ...),
        "symmetries": (plain, None),
        "task_s": (plain, None),
        "tasks": (plain, None),
        "total_s": (plain, None),
    }


class DerivedRecord(Record):
    """A literal that became known."""

    because: str | None
    """The constraint that forced the literal; left out if the literal was assumed."""
    literal: str
    """The literal's name."""

    _fields: ClassVar[dict[str, Field]] = {
        "because": (plain, None),
        "literal": (plain, ...),
    }


class DiffAnswer(Answer):
    """The output of `diff`."""

    changes: list[RuleChangeRecord]
    """What changed from the first side to the second, rule by rule, if the sides are stored texts or `changes` asks
    for it."""
    directions: list[DirectionRecord]
    """The solutions of the first side that the second lacks, and those of the second that the first lacks."""
    first: str
    """The first side, as it was named."""
    schema: int
    """The version of this format."""
    scope: str
    """What is compared: `rules` for this board whatever values are given, `board` with those that are, or `texts`
    for the formulas of stored texts."""
    second: str
    """The second side."""
    shown: int | None
    """Number of atoms that both show; left out if both show different atoms of one puzzle, and their solutions are
    compared."""
    size: str | None
    """The size of the board, if it was chosen by its size."""
    status: str
    """`same`, `differs`, or `unknown` if a limit was reached."""
    vacuous: bool
    """Whether neither side has a solution, so that the comparison says nothing about what they allow."""

    _fields: ClassVar[dict[str, Field]] = {
        "changes": (listed(lambda value: RuleChangeRecord(value)), list),
        "directions": (listed(lambda value: DirectionRecord(value)), ...),
        "first": (plain, ...),
        "schema": (plain, ...),
        "scope": (plain, ...),
        "second": (plain, ...),
        "shown": (plain, None),
        "size": (plain, None),
        "status": (plain, ...),
        "vacuous": (plain, False),
    }


class DiffRuleRecord(Record):
    """What is known of a rule."""

    constraints: int
    """Number of its constraints."""
    forbids: str | None
    """A constraint of it that forbids a solution of the other side."""
    implied: int
    """Number of those that follow from the other side."""
    rule: str
    """Its name."""

    _fields: ClassVar[dict[str, Field]] = {
        "constraints": (plain, ...),
        "forbids": (plain, None),
        "implied": (plain, ...),
        "rule": (plain, ...),
    }


class DifferenceRecord(Record):
    """A solution that one side lacks."""

    because: list[str]
    """The constraints that forbid them."""
    forbidden: list[str]
    """The values that the side forbids together; none can be left out."""
    holds: list[str]
    """The atoms that are true in the solution."""
    refused: str | None
    """The mistake that the referee of the side that has the solution finds in it, if it does."""
    rules: list[str]
    """Their rules."""
    solution: Any
    """The solution, as the side that has it writes it, if it can be read from the model."""

    _fields: ClassVar[dict[str, Field]] = {
        "because": (plain, ...),
        "forbidden": (plain, ...),
        "holds": (plain, ...),
        "refused": (plain, None),
        "rules": (plain, ...),
        "solution": (plain, None),
    }


class DirectionRecord(Record):
    """Whether one side lacks solutions of the other."""

    asked: int | None
    """Number of questions: of constraints, of which the others are images under symmetries, or of solutions."""
    difference: DifferenceRecord | None
    """A solution that is lacking."""
    lacking: str
    """The side that may lack some."""
    lacks: str
    """`none`, `some`, or `unknown`."""
    of: str
    """The side whose solutions are looked at."""
    proof: str | None
    """How 'none' is proved: `rules` if each constraint follows, `solutions` if each solution was asked for, `text`
    if no clause changed."""
    reason: str | None
    """Why it was left open."""
    rules: list[DiffRuleRecord]
    """What is known of each rule of the side that may lack some."""

    _fields: ClassVar[dict[str, Field]] = {
        "asked": (plain, None),
        "difference": (maybe(lambda value: DifferenceRecord(value)), None),
        "lacking": (plain, ...),
        "lacks": (plain, ...),
        "of": (plain, ...),
        "proof": (plain, None),
        "reason": (plain, None),
        "rules": (listed(lambda value: DiffRuleRecord(value)), ...),
    }


class EncodeAnswer(Answer):
    """A formula for reading."""

    auxiliaries: int
    """Number of auxiliary variables, that is, variables without an atom."""
    clauses: int
    """Number of clauses."""
    constraints: list[ConstraintRecord]
    """The constraints, if they were requested: rule by rule, in the order in which they were written."""
    encoding: str
    """The encoding."""
    family: str
    """The puzzle's family."""
    graphs: list[GraphRecord]
    """The graph constraints, if there are any."""
    left_out: int | None
    """Number of further constraints that are not listed."""
    literals: int
    """Number of literals in all clauses together."""
    projected: int
    """Number of atoms that make up a solution: the variables onto which counting projects."""
    propagated: PropagatedRecord | None
    """What unit propagation derives, if that was requested."""
    rules: list[RuleRecord]
    """The size by rule."""
    schema: int
    """The version of this format."""
    text: str | None
    """The formula in the requested format."""
    variables: int
    """Number of variables: those of the projection, other atoms and auxiliaries."""

    _fields: ClassVar[dict[str, Field]] = {
        "auxiliaries": (plain, ...),
        "clauses": (plain, ...),
        "constraints": (listed(lambda value: ConstraintRecord(value)), list),
        "encoding": (plain, ...),
        "family": (plain, ...),
        "graphs": (listed(lambda value: GraphRecord(value)), list),
        "left_out": (plain, None),
        "literals": (plain, ...),
        "projected": (plain, ...),
        "propagated": (maybe(lambda value: PropagatedRecord(value)), None),
        "rules": (listed(lambda value: RuleRecord(value)), ...),
        "schema": (plain, ...),
        "text": (plain, None),
        "variables": (plain, ...),
    }


class ExampleRecord(Record):
    """A puzzle and its solution."""

    file: str
    """The file's name, or `argument` for a text on the command line."""
    solution: Any
    """Its solution; left out if none was found within the time limit."""
    text: str | None
    """The puzzle in its shortest format; left out if it has none."""

    _fields: ClassVar[dict[str, Field]] = {
        "file": (plain, ...),
        "solution": (plain, None),
        "text": (plain, None),
    }


class ExerciseAnswer(Answer):
    """The output of `exercise`. It doesn't say what was broken."""

    key: str
    """The file that says what was broken."""
    out: str
    """The file with the broken model."""
    reference: str
    """The model."""
    schema: int
    """The version of this format."""
    seed: int
    """The seed."""

    _fields: ClassVar[dict[str, Field]] = {
        "key": (plain, ...),
        "out": (plain, ...),
        "reference": (plain, ...),
        "schema": (plain, ...),
        "seed": (plain, ...),
    }


class ExplainAnswer(Answer):
    """The output of `explain` and `hint`."""

    because: list[ReasonRecord]
    """If there is no solution: the constraints that contradict each other."""
    by: Provenance | None
    """The engine that found the reasons, with its solver and encoding if it used them."""
    cells: MarkedCells | None
    """The cells to mark: those of the contradiction, or those in which the solutions differ."""
    clash: list[ReasonRecord]
    """The reasons that contradict each other after the steps to a contradiction."""
    differ: list[str]
    """The literals in which the two solutions differ."""
    end: ArgumentRecord | None
    """How these contradict each other, line by line."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """What was left open, and why."""
    schema: int
    """The version of this format."""
    solutions: list[Any]
    """Two solutions of an ambiguous puzzle."""
    status: str
    """The result."""
    steps: list[StepRecord]
    """The solution step by step, or if there is none, the steps to a contradiction."""
    unique: bool | None
    """Whether the solution is the only one."""

    _fields: ClassVar[dict[str, Field]] = {
        "because": (listed(lambda value: ReasonRecord(value)), list),
        "by": (maybe(lambda value: Provenance(value)), None),
        "cells": (lambda value: MarkedCells(value), None),
        "clash": (listed(lambda value: ReasonRecord(value)), list),
        "differ": (plain, list),
        "end": (maybe(lambda value: ArgumentRecord(value)), None),
        "family": (plain, ...),
        "file": (plain, ...),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "solutions": (plain, list),
        "status": (plain, ...),
        "steps": (listed(lambda value: StepRecord(value)), list),
        "unique": (plain, None),
    }


class FamiliesAnswer(Answer):
    """The families and the solvers."""

    families: list[FamilyRecord]
    """The families."""
    schema: int
    """The version of this format."""
    solvers: list[str]
    """The solvers of this build, the default first."""
    version: str
    """The version of jigsat."""

    _fields: ClassVar[dict[str, Field]] = {
        "families": (listed(lambda value: FamilyRecord(value)), ...),
        "schema": (plain, ...),
        "solvers": (plain, ...),
        "version": (plain, ...),
    }


class FamilyRecord(Record):
    """A family."""

    abilities: Abilities
    """What the family can do besides solving."""
    about: str
    """A description of its puzzles in one line."""
    cell_side: int
    """Side of a cell in its pictures, in the units of SVG."""
    editor: Any
    """How its puzzles are edited by hand; left out if they are only written."""
    encodings: list[str]
    """The names of its encodings, the default first."""
    engines: list[str]
    """The names of its own engines."""
    generator: Any
    """The schema of the options of its generator, if it has one."""
    name: str
    """The family's name in requests."""
    options: Any
    """The schema of its own options."""
    pasted: str | None
    """A form of text that is for this family alone, as a hint for people."""
    rules: str | None
    """Its rules in words: a line with its name and what is to be done, a numbered line for each rule, and lines
    about special cases. Left out if its puzzles have no rules in common."""

    _fields: ClassVar[dict[str, Field]] = {
        "abilities": (lambda value: Abilities(value), ...),
        "about": (plain, ...),
        "cell_side": (plain, ...),
        "editor": (plain, None),
        "encodings": (plain, ...),
        "engines": (plain, ...),
        "generator": (plain, None),
        "name": (plain, ...),
        "options": (plain, ...),
        "pasted": (plain, None),
        "rules": (plain, None),
    }


class FamilyRulesRecord(Record):
    """The rules of a family."""

    about: str
    """A description of its puzzles in one line."""
    family: str
    """The family's name in requests."""
    notes: list[str]
    """Sentences about special cases, and about how boards are written."""
    rules: list[str]
    """The rules."""
    task: str
    """What is to be done."""
    title: str
    """The name of its puzzles, and further names: `Akari, or Light Up`."""

    _fields: ClassVar[dict[str, Field]] = {
        "about": (plain, ...),
        "family": (plain, ...),
        "notes": (plain, list),
        "rules": (plain, ...),
        "task": (plain, ...),
        "title": (plain, ...),
    }


class GivenRecord(Record):
    """A place that the puzzle has filled in."""

    at: list[int]
    """The centre of the place in the picture, in half cells from the top and from the left."""
    name: str
    """The place's name."""
    value: str
    """Its value."""

    _fields: ClassVar[dict[str, Field]] = {
        "at": (plain, ...),
        "name": (plain, ...),
        "value": (plain, ...),
    }


class GradeAnswer(Answer):
    """The output of `grade`."""

    mistakes: list[MistakeRecord]
    """The mistakes, the most common first."""
    reference: str
    """The reference, as it was named."""
    schema: int
    """The version of this format."""
    submissions: list[SubmissionRecord]
    """The submissions, by name."""

    _fields: ClassVar[dict[str, Field]] = {
        "mistakes": (listed(lambda value: MistakeRecord(value)), ...),
        "reference": (plain, ...),
        "schema": (plain, ...),
        "submissions": (listed(lambda value: SubmissionRecord(value)), ...),
    }


class GraphRecord(Record):
    """A graph constraint of a formula."""

    cuts: int
    """Number of cuts that were added for it so far."""
    edges: int
    """Number of edges."""
    flavour: str
    """How the formula enforces it: `lazy` or `tree`."""
    kind: str
    """Its kind: `connected`, `connected cover`, `one loop`, `regions` or `paths`."""
    nodes: int
    """Number of nodes."""
    rule: str
    """The name of its rule."""

    _fields: ClassVar[dict[str, Field]] = {
        "cuts": (plain, ...),
        "edges": (plain, ...),
        "flavour": (plain, ...),
        "kind": (plain, ...),
        "nodes": (plain, ...),
        "rule": (plain, ...),
    }


class LineRecord(Record):
    """A line of an argument."""

    constraints: list[ReasonRecord]
    """The constraints."""
    gives: list[str]
    """What follows; nothing is a contradiction."""
    kind: Literal["constraint", "sum", "suppose", "search"]
    """How it follows: from one constraint, from constraints that add up, by a supposition that is contradicted, or
    as a search found."""
    lines: list["LineRecord"]
    """The lines from there to a contradiction."""
    premises: list[str]
    """The facts and conclusions of earlier lines that it uses."""
    supposed: str | None
    """The literal that is supposed."""
    times: list[int]
    """In a sum: what each constraint is multiplied by. Bounds are added on the side that the sign allows."""
    with_: ReasonRecord | None
    """In a sum: the constraint to whose literals the sum leaves one possibility, if the sum alone leaves several."""

    _fields: ClassVar[dict[str, Field]] = {
        "constraints": (listed(lambda value: ReasonRecord(value)), list),
        "gives": (plain, ...),
        "kind": (plain, ...),
        "lines": (listed(lambda value: LineRecord(value)), list),
        "premises": (plain, list),
        "supposed": (plain, None),
        "times": (plain, list),
        "with_": (maybe(lambda value: ReasonRecord(value)), None),
    }


class ListAnswer(Answer):
    """The last record of a list of solutions."""

    bound: int | None
    """If the status is `none-within`: no solution has at most this length."""
    by: Provenance | None
    """What found the answer."""
    certified: Certified | None
    """The proof of the answer, if one was asked for and the answer needs one: a solution needs none, because the
    referee checks it."""
    complete: bool
    """Whether there are no other solutions."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    index: int | None
    """The puzzle's number in a file with several puzzles, from 1."""
    lower_bound: int | None
    """If a limit was reached before a solution was found: the proved lower bound on its length."""
    other: Any
    """A second solution, if uniqueness was asked for and there is one."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """What was left open, and why."""
    refused: str | None
    """Why the referee rejects the solution."""
    schema: int
    """The version of this format."""
    solution: Any
    """The solution."""
    solution_index: int | None
    """The number of the solution, from 1, if several were asked for."""
    solutions: int
    """Number of solutions that were found."""
    stats: Stats | None
    """The cost of the answer."""
    status: Literal["solved", "impossible", "none-within", "unknown", "partial", "refused", "bug"]
    """The result."""
    unique: bool | None
    """Whether the solution is the only one, if uniqueness was asked for."""
    without: list[str]
    """The rules that were dropped from the formula."""

    _fields: ClassVar[dict[str, Field]] = {
        "bound": (plain, None),
        "by": (maybe(lambda value: Provenance(value)), None),
        "certified": (maybe(lambda value: Certified(value)), None),
        "complete": (plain, ...),
        "family": (plain, ...),
        "file": (plain, ...),
        "index": (plain, None),
        "lower_bound": (plain, None),
        "other": (plain, None),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "refused": (plain, None),
        "schema": (plain, ...),
        "solution": (plain, None),
        "solution_index": (plain, None),
        "solutions": (plain, ...),
        "stats": (maybe(lambda value: Stats(value)), None),
        "status": (plain, ...),
        "unique": (plain, None),
        "without": (plain, list),
    }


class MarkedCells(Record):
    """The cells to mark, by name."""

    concerned: list[str]
    """Other cells that the constraints are about."""
    deduced: list[str]
    """The cells that become known."""
    known: list[str]
    """The known cells from which they follow."""

    _fields: ClassVar[dict[str, Field]] = {
        "concerned": (plain, list),
        "deduced": (plain, list),
        "known": (plain, list),
    }


class MistakeRecord(Record):
    """How many submissions break a rule."""

    rule: str
    """The rule of the reference, or `nothing else`."""
    submissions: int
    """Number of submissions."""

    _fields: ClassVar[dict[str, Field]] = {
        "rule": (plain, ...),
        "submissions": (plain, ...),
    }


class PlaceRecord(Record):
    """A place of the board."""

    name: str
    """Its name."""
    open: bool
    """Whether other values may be possible: a limit was reached first."""
    possible: list[ValueRecord]
    """The values that it has in some solution: one if it is the same in all. A place that is only chosen or not has
    `yes` and `no`."""

    _fields: ClassVar[dict[str, Field]] = {
        "name": (plain, ...),
        "open": (plain, False),
        "possible": (listed(lambda value: ValueRecord(value)), ...),
    }


class PointRecord(Record):
    """The points for a rule."""

    holds: bool
    """Whether it holds."""
    rule: str
    """The rule of the reference; `nothing else` for the point that no right solution is forbidden."""

    _fields: ClassVar[dict[str, Field]] = {
        "holds": (plain, ...),
        "rule": (plain, ...),
    }


class PropagatedRecord(Record):
    """What unit propagation derives."""

    conflict: str | None
    """The contradiction in words, if a conflict was reached."""
    open: int
    """Number of variables that are left open."""
    steps: list[DerivedRecord]
    """The literals, in the order in which they became known."""

    _fields: ClassVar[dict[str, Field]] = {
        "conflict": (plain, None),
        "open": (plain, ...),
        "steps": (listed(lambda value: DerivedRecord(value)), ...),
    }


class Provenance(Record):
    """What found an answer."""

    encoding: str | None
    """The encoding, if a formula was used."""
    engine: str
    """The engine: `sat`, or one of the family's own."""
    solver: str | None
    """The SAT solver, if one was used."""
    stage: str | None
    """The part of the engine that found the answer, if it has several."""

    _fields: ClassVar[dict[str, Field]] = {
        "encoding": (plain, None),
        "engine": (plain, ...),
        "solver": (plain, None),
        "stage": (plain, None),
    }


class RateAnswer(Answer):
    """The output of `rate`."""

    by: Provenance
    """The engine that found the steps or the plan, with its solver and encoding if it used them."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    puzzle: str | None
    """The puzzle's title."""
    rating: Any
    """The number and the sizes of the explanation's steps, what they cost, the techniques beyond singles with the
    number of steps that need them, and the family's own measure if it has one; empty if the puzzle is not rated.
    If steps were left open, a lower bound takes the place of the difficulty."""
    reason: str | None
    """What was left open, and why."""
    schema: int
    """The version of this format."""
    status: Literal["solved", "impossible", "unknown"]
    """The result."""
    unique: bool | None
    """Whether the solution is the only one. Other puzzles are not rated."""

    _fields: ClassVar[dict[str, Field]] = {
        "by": (lambda value: Provenance(value), ...),
        "family": (plain, ...),
        "file": (plain, ...),
        "puzzle": (plain, None),
        "rating": (plain, ...),
        "reason": (plain, None),
        "schema": (plain, ...),
        "status": (plain, ...),
        "unique": (plain, None),
    }


class ReasonRecord(Record):
    """One reason."""

    cells: list[str]
    """The cells that the reason is about."""
    rule: str | None
    """The rule of the constraint; left out if the reason is a known literal."""
    sentence: str
    """The reason as a sentence."""

    _fields: ClassVar[dict[str, Field]] = {
        "cells": (plain, list),
        "rule": (plain, None),
        "sentence": (plain, ...),
    }


class RightSoFarAnswer(Answer):
    """Whether a partial solution is right so far."""

    cannot: str | None
    """That the last of them can't hold if the others do, in words."""
    cells: list[str]
    """The cells that these literals are about."""
    completable: bool | None
    """Whether some solution contains the partial solution; left out if a limit was reached."""
    conflict: list[str]
    """The literals of the partial solution, by name, that contradict each other. If `reason` is left out, none of
    them can be removed. Empty if there is no solution at all, or if the encoding has no literals for the partial
    solution."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    legal: bool
    """Whether the partial solution breaks no rule."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """What was left open, and why."""
    schema: int
    """The version of this format."""
    status: str
    """`solved` if some solution contains the partial solution, `impossible` if none does, `unknown` if a limit was
    reached."""
    violation: str | None
    """The rule that the partial solution breaks."""
    why: StepRecord | None
    """Why: the step of an explanation that rules it out. Left out if the partial solution breaks a rule, or if
    finding a reason takes too long."""

    _fields: ClassVar[dict[str, Field]] = {
        "cannot": (plain, None),
        "cells": (plain, list),
        "completable": (plain, None),
        "conflict": (plain, list),
        "family": (plain, ...),
        "file": (plain, ...),
        "legal": (plain, ...),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "status": (plain, ...),
        "violation": (plain, None),
        "why": (maybe(lambda value: StepRecord(value)), None),
    }


class RuleChangeRecord(Record):
    """What changed in a rule between two texts of a formula."""

    before: RuleSizeRecord | None
    """Its size before, if it was there and the text has a table."""
    change: str
    """`same`, `changed`, `added`, `removed`, or `open` if what is shown is the same and there is no fingerprint."""
    lines: list[str]
    """The constraints that changed: the sentence of each, and lines that begin with `-` or `+`. At most 10,000."""
    now: RuleSizeRecord | None
    """Its size now."""
    partial: bool
    """Whether a text leaves out constraints of the rule, so that more may have changed."""
    rule: str
    """The rule's name."""

    _fields: ClassVar[dict[str, Field]] = {
        "before": (maybe(lambda value: RuleSizeRecord(value)), None),
        "change": (plain, ...),
        "lines": (plain, list),
        "now": (maybe(lambda value: RuleSizeRecord(value)), None),
        "partial": (plain, ...),
        "rule": (plain, ...),
    }


class RuleRecord(Record):
    """The size of one rule's part of a formula."""

    auxiliaries: int
    """Number of auxiliary variables, that is, variables without an atom."""
    clauses: int
    """Number of clauses."""
    dropped: bool
    """Whether the rule was left out of the formula."""
    groups: int
    """Number of constraints."""
    literals: int
    """Number of literals in these clauses."""
    redundant: bool
    """Whether other rules imply it."""
    rule: str
    """The rule's name."""

    _fields: ClassVar[dict[str, Field]] = {
        "auxiliaries": (plain, ...),
        "clauses": (plain, ...),
        "dropped": (plain, ...),
        "groups": (plain, ...),
        "literals": (plain, ...),
        "redundant": (plain, ...),
        "rule": (plain, ...),
    }


class RuleSizeRecord(Record):
    """The size of a rule."""

    auxiliaries: int
    """Auxiliary variables."""
    clauses: int
    """Clauses."""
    constraints: int
    """Constraints."""

    _fields: ClassVar[dict[str, Field]] = {
        "auxiliaries": (plain, ...),
        "clauses": (plain, ...),
        "constraints": (plain, ...),
    }


class RulesAnswer(Answer):
    """The rules of families."""

    example: ExampleRecord | None
    """A puzzle of the family that was asked about, if there is one at hand."""
    families: list[FamilyRulesRecord]
    """The families: the one that was asked about, otherwise all whose puzzles have rules in common."""
    schema: int
    """The version of this format."""

    _fields: ClassVar[dict[str, Field]] = {
        "example": (maybe(lambda value: ExampleRecord(value)), None),
        "families": (listed(lambda value: FamilyRulesRecord(value)), ...),
        "schema": (plain, ...),
    }


class ShowAnswer(Answer):
    """A puzzle as text, and the places that can be filled in."""

    blanks: list[BlanksRecord] | None
    """The places that can be filled in, if they were requested. They are numbered in this order, from 0."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    filled: dict[str, str]
    """The places that are filled in, by number: each with a value, or with `yes` or `no`."""
    puzzle: str | None
    """The puzzle's title."""
    schema: int
    """The version of this format."""
    solution: Any
    """The solution, possibly partial, that these values form."""
    text: str | None
    """The puzzle in the requested format, otherwise in its shortest; left out if it has none."""
    violation: str | None
    """The rule that this solution breaks already, whatever else is filled in."""
    warnings: list[str]
    """Warnings about the puzzle for the user."""

    _fields: ClassVar[dict[str, Field]] = {
        "blanks": (maybe(listed(lambda value: BlanksRecord(value))), None),
        "family": (plain, ...),
        "file": (plain, ...),
        "filled": (plain, dict),
        "puzzle": (plain, None),
        "schema": (plain, ...),
        "solution": (plain, None),
        "text": (plain, None),
        "violation": (plain, None),
        "warnings": (plain, list),
    }


class SolveAnswer(Answer):
    """The answer about one puzzle, or one of its solutions."""

    bound: int | None
    """If the status is `none-within`: no solution has at most this length."""
    by: Provenance | None
    """What found the answer."""
    certified: Certified | None
    """The proof of the answer, if one was asked for and the answer needs one: a solution needs none, because the
    referee checks it."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    index: int | None
    """The puzzle's number in a file with several puzzles, from 1."""
    lower_bound: int | None
    """If a limit was reached before a solution was found: the proved lower bound on its length."""
    other: Any
    """A second solution, if uniqueness was asked for and there is one."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """What was left open, and why."""
    refused: str | None
    """Why the referee rejects the solution."""
    schema: int
    """The version of this format."""
    solution: Any
    """The solution."""
    solution_index: int | None
    """The number of the solution, from 1, if several were asked for."""
    stats: Stats | None
    """The cost of the answer."""
    status: Literal["solved", "impossible", "none-within", "unknown", "partial", "refused", "bug"]
    """The result."""
    unique: bool | None
    """Whether the solution is the only one, if uniqueness was asked for."""
    without: list[str]
    """The rules that were dropped from the formula."""

    _fields: ClassVar[dict[str, Field]] = {
        "bound": (plain, None),
        "by": (maybe(lambda value: Provenance(value)), None),
        "certified": (maybe(lambda value: Certified(value)), None),
        "family": (plain, ...),
        "file": (plain, ...),
        "index": (plain, None),
        "lower_bound": (plain, None),
        "other": (plain, None),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "refused": (plain, None),
        "schema": (plain, ...),
        "solution": (plain, None),
        "solution_index": (plain, None),
        "stats": (maybe(lambda value: Stats(value)), None),
        "status": (plain, ...),
        "unique": (plain, None),
        "without": (plain, list),
    }


class SpanRecord(Record):
    """A part of a sentence."""

    color: int | None
    """The number of the colour that the picture gives to what it names, from 0."""
    text: str
    """The text."""

    _fields: ClassVar[dict[str, Field]] = {
        "color": (plain, None),
        "text": (plain, ...),
    }


class StateRecord(Record):
    """The state of a search after some of its steps."""

    conflict: str | None
    """The constraint that is violated, if the last step is a conflict."""
    learned: list[list[str]]
    """The clauses that were learned so far."""
    levels: list[list[str]]
    """The true literals, level by level, in the order in which they became true. From level 1 on, the first is a
    decision."""
    step: int
    """Number of steps that were taken."""

    _fields: ClassVar[dict[str, Field]] = {
        "conflict": (plain, None),
        "learned": (plain, list),
        "levels": (plain, ...),
        "step": (plain, ...),
    }


class Stats(Record):
    """The cost of an answer: the size of the formula, and the effort of the search."""

    clauses: int | None
    """Number of clauses of the formula."""
    conflicts: int
    """Number of conflicts, or dead ends, of the search."""
    encode_s: float | None
    """Time for building the formula, in seconds."""
    solve_s: float | None
    """Time for the search, in seconds."""
    variables: int | None
    """Number of variables of the formula."""

    _fields: ClassVar[dict[str, Field]] = {
        "clauses": (plain, None),
        "conflicts": (plain, ...),
        "encode_s": (plain, None),
        "solve_s": (plain, None),
        "variables": (plain, None),
    }


class StepRecord(Record):
    """A step of an explanation."""

    argument: ArgumentRecord | None
    """How it follows, line by line; left out for a part of a plan."""
    because: list[ReasonRecord]
    """The reasons from which it follows."""
    cells: MarkedCells | None
    """The cells to mark."""
    deduced: list[str]
    """The literals that become known, by name."""
    literals: list[str]
    """Their names as in formulas, if `deduced` has other words for them."""
    minimal: bool
    """Whether every reason is known to be needed. A step by the 45 rule has the reasons of its sum, some of which
    may follow from others."""
    single: bool
    """Whether the step is a single: one constraint leaves only one possibility, because known values rule out the
    others."""
    smallest: bool
    """Whether it is proved that no deduction has fewer reasons; with `cell`, no deduction about this cell."""
    step: int
    """The step's number, from 1."""
    technique: str | None
    """The players' name for the step, if it has one, such as `naked single` or `locked candidates`."""
    told: StepWords | None
    """The same in fewer sentences, if there are fewer: one sentence may be about several cells."""

    _fields: ClassVar[dict[str, Field]] = {
        "argument": (maybe(lambda value: ArgumentRecord(value)), None),
        "because": (listed(lambda value: ReasonRecord(value)), ...),
        "cells": (lambda value: MarkedCells(value), None),
        "deduced": (plain, ...),
        "literals": (plain, list),
        "minimal": (plain, ...),
        "single": (plain, ...),
        "smallest": (plain, ...),
        "step": (plain, ...),
        "technique": (plain, None),
        "told": (maybe(lambda value: StepWords(value)), None),
    }


class StepWords(Record):
    """A step in words."""

    because: list[str]
    """The reasons from which it follows."""
    deduced: list[str]
    """What becomes known."""

    _fields: ClassVar[dict[str, Field]] = {
        "because": (plain, ...),
        "deduced": (plain, ...),
    }


class SubmissionRecord(Record):
    """A submission."""

    file: str
    """The name of its file."""
    html: str | None
    """The page itself, as HTML, if it was not written to a folder."""
    instance: str | None
    """The first instance that shows a mistake, or the last one."""
    instances: int
    """The number of instances on which it was compared."""
    mistakes: list[str]
    """What is wrong, in sentences."""
    of: int
    """The most that it can have."""
    page: str
    """The name of its page."""
    points: int
    """Its points: one for each rule of the reference that holds, and one if no right solution is forbidden; none if
    it has no solution wherever the reference has one."""
    rules: list[PointRecord]
    """The points, rule by rule."""
    status: Literal["right", "wrong", "unknown", "refused"]
    """`right`, `wrong`, `unknown` if a limit was reached, or `refused` if it can't be compared."""

    _fields: ClassVar[dict[str, Field]] = {
        "file": (plain, ...),
        "html": (plain, None),
        "instance": (plain, None),
        "instances": (plain, ...),
        "mistakes": (plain, ...),
        "of": (plain, ...),
        "page": (plain, ...),
        "points": (plain, ...),
        "rules": (listed(lambda value: PointRecord(value)), ...),
        "status": (plain, ...),
    }


class TraceAnswer(Answer):
    """The output of `trace`: a search, step by step."""

    clauses: int
    """Number of clauses of the formula."""
    conflicts: int
    """Number of conflicts."""
    decisions: int
    """Number of decisions."""
    encoding: str
    """The encoding."""
    family: str
    """The puzzle's family."""
    file: str
    """The file's name, `-` for standard input, or `argument` for a text on the command line."""
    propagations: int
    """Number of implied literals."""
    puzzle: str | None
    """The puzzle's title."""
    reason: str | None
    """Why the search ended early, or why the referee rejects the solution (if a rule was dropped)."""
    schema: int
    """The version of this format."""
    state: StateRecord | None
    """What is true after the steps that were asked for."""
    status: str
    """The result."""
    steps: list[Any]
    """The steps of the search, in order."""
    visits: int
    """How often a clause was looked at to see whether it is a unit clause or false."""

    _fields: ClassVar[dict[str, Field]] = {
        "clauses": (plain, ...),
        "conflicts": (plain, ...),
        "decisions": (plain, ...),
        "encoding": (plain, ...),
        "family": (plain, ...),
        "file": (plain, ...),
        "propagations": (plain, ...),
        "puzzle": (plain, None),
        "reason": (plain, None),
        "schema": (plain, ...),
        "state": (maybe(lambda value: StateRecord(value)), None),
        "status": (plain, ...),
        "steps": (plain, ...),
        "visits": (plain, ...),
    }


class ValueRecord(Record):
    """A value in a place."""

    solutions: int | None
    """Number of solutions in which the place has it, if all solutions were found."""
    value: str
    """The value."""

    _fields: ClassVar[dict[str, Field]] = {
        "solutions": (plain, None),
        "value": (plain, ...),
    }
