"""The verbs of the command. `generate.py` wrote this from the schemas of their requests."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._ask import Asker, TextLike, ask_family, ask_files
from .records import (
    CheckAnswer,
    CommonAnswer,
    CompareAnswer,
    CountAnswer,
    CubesAnswer,
    DiffAnswer,
    EncodeAnswer,
    ExerciseAnswer,
    ExplainAnswer,
    GradeAnswer,
    RateAnswer,
    RightSoFarAnswer,
    RulesAnswer,
    ShowAnswer,
    SolveAnswer,
    TraceAnswer,
)


class Verbs(Asker):
    """The verbs about a puzzle."""

    def solve(
        self,
        *,
        unique: bool | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        unnamed: bool | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        proof: str | os.PathLike[str] | None = None,
        checked: bool | None = None,
        proof_parts: int | None = None,
        portfolio: int | None = None,
        jobs: int | None = None,
        fail_fast: bool | None = None,
        **options: Any,
    ) -> SolveAnswer:
        """Finds a solution; the referee checks it before you see it.

        :param unique: Also looks for a second solution, and shows it or proves that there is none.
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param unnamed: With `drop`: doesn't say which rule was dropped, nor how large the formula is: what goes
            wrong is an exam question.
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param proof: Writes a proof of each 'impossible' and 'unique' into a new folder: the formulas, and LRAT
            proofs by CaDiCaL that they are unsatisfiable, for 'jigsat check-proof' and other checkers.
        :param checked: Answers 'impossible' or 'unique' only after making and checking such a proof in memory.
        :param proof_parts: Splits each formula to be refuted into at least N parts, where possible, each with a
            proof of its own; needs `folder` or `checked`.
        :param portfolio: Runs different solvers, encodings and seeds in parallel and takes the first answer: `jobs`
            of them, or one per core. Each holds its own formula, so memory use adds up.
        :param jobs: Solves N puzzles at a time; answers keep the order of the puzzles (default: 1).
        :param fail_fast: Stops at the first malformed puzzle of a collection.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "ask.unique": unique,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "unnamed": unnamed,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
            "proof.folder": proof,
            "proof.checked": checked,
            "proof.parts": proof_parts,
            "portfolio": portfolio,
            "jobs": jobs,
            "fail_fast": fail_fast,
        }
        found: SolveAnswer = self._ask("solve", SolveAnswer, given, (), "ask.options", options)
        return found

    def count(
        self,
        *,
        limit: int | None = None,
        labelled: bool | None = None,
        jobs: int | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        proof: str | os.PathLike[str] | None = None,
        checked: bool | None = None,
        proof_parts: int | None = None,
        **options: Any,
    ) -> CountAnswer:
        """Counts the solutions, in total and up to symmetry.

        :param limit: Stops after N solutions.
        :param labelled: Counts solutions that look the same separately: with identical pieces swapped, or a piece
            turned onto itself.
        :param jobs: Searches with N threads, if the engine supports it (default: 1).
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param proof: Writes a proof of each 'impossible' and 'unique' into a new folder: the formulas, and LRAT
            proofs by CaDiCaL that they are unsatisfiable, for 'jigsat check-proof' and other checkers.
        :param checked: Answers 'impossible' or 'unique' only after making and checking such a proof in memory.
        :param proof_parts: Splits each formula to be refuted into at least N parts, where possible, each with a
            proof of its own; needs `folder` or `checked`.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "limit": limit,
            "labelled": labelled,
            "jobs": jobs,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
            "proof.folder": proof,
            "proof.checked": checked,
            "proof.parts": proof_parts,
        }
        found: CountAnswer = self._ask("count", CountAnswer, given, (), "ask.options", options)
        return found

    def check(
        self,
        solution: TextLike,
        *,
        timeout: float | None = None,
        **options: Any,
    ) -> CheckAnswer:
        """Checks whether a solution is legal and complete, and names the broken rule.

        :param solution: The solution, in any format that 'solve' prints: a file, -, or the text itself.
        :param timeout: Time limit for a puzzle, in seconds.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "solution": solution,
            "ask.search.timeout_s": timeout,
        }
        found: CheckAnswer = self._ask("check", CheckAnswer, given, ("solution",), "ask.options", options)
        return found

    def encode(
        self,
        *,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        full: bool | None = None,
        rule: str | None = None,
        group: str | None = None,
        assume: Sequence[str] | None = None,
        propagate: bool | None = None,
        timeout: float | None = None,
        form: Literal["text", "dimacs", "gcnf"] | None = None,
        groups: bool | None = None,
        **options: Any,
    ) -> EncodeAnswer:
        """Prints the formula, or what unit propagation derives from it.

        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param full: Prints every constraint and clause, however many there are.
        :param rule: Prints only the constraints of this rule.
        :param group: Prints only the constraints whose sentence matches; * stands for any text: 'row 3*'.
        :param assume: Assumes a literal such as r1c2=5, or !r1c2=5 for its negation (repeatable).
        :param propagate: Prints what unit propagation derives, each literal with the constraint that forces it.
        :param timeout: Time limit for a puzzle, in seconds.
        :param form: Format of the formula's text in the record. If it is missing, the record has no text.
        :param groups: Whether the record lists the constraints.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "full": full,
            "rule": rule,
            "group": group,
            "assume": assume,
            "propagate": propagate,
            "ask.search.timeout_s": timeout,
            "form": form,
            "groups": groups,
        }
        found: EncodeAnswer = self._ask("encode", EncodeAnswer, given, (), "ask.options", options)
        return found

    def decode(
        self,
        answer: TextLike,
        *,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> SolveAnswer:
        """Turns a solver's answer to the formula that 'encode' printed into a solution.

        :param answer: The solver's answer: 's' and 'v' lines, a result file of MiniSat, literals, or what an SMT
            solver prints; a file or -.
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param timeout: Time limit for a puzzle, in seconds.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "answer": answer,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.timeout_s": timeout,
        }
        found: SolveAnswer = self._ask("decode", SolveAnswer, given, ("answer",), "ask.options", options)
        return found

    def common(
        self,
        *,
        from_: TextLike | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> CommonAnswer:
        """Says what all solutions have in common, and what is possible in some.

        :param from_: Only solutions that contain this partly filled board, in any format that 'solve' prints.
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "from": from_,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
        }
        found: CommonAnswer = self._ask("common", CommonAnswer, given, ("from",), "ask.options", options)
        return found

    def explain(
        self,
        *,
        step: int | str | None = None,
        cell: str | None = None,
        from_: TextLike | None = None,
        weights: TextLike | None = None,
        constraints: bool | None = None,
        checked: bool | None = None,
        minimum: bool | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> ExplainAnswer:
        """Explains the solution step by step, or why there is none.

        :param step: Prints only the first N steps, or those from N to M, such as 2-3.
        :param cell: Explains only this cell, such as r3c5, or this literal, given by name.
        :param from_: Starts from a partly filled board, in any format that 'solve' prints.
        :param weights: Weights by which steps and arguments are compared: a file, or the text itself, such as
            suppose=40,line=8.
        :param constraints: Also prints all constraints that each step rests on.
        :param checked: Verifies each argument line by line, by code that shares nothing with what makes arguments.
        :param minimum: Finds smallest explanations and proves that none is smaller; this can take long.
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "step": step,
            "cell": cell,
            "from": from_,
            "weights": weights,
            "constraints": constraints,
            "checked": checked,
            "minimum": minimum,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
        }
        found: ExplainAnswer = self._ask("explain", ExplainAnswer, given, ("from", "weights"), "ask.options", options)
        return found

    def hint(
        self,
        *,
        from_: TextLike | None = None,
        weights: TextLike | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> ExplainAnswer:
        """Shows the next step, with reasons.

        :param from_: The cells filled in so far, in any format that 'solve' prints: a file, -, or the text itself.
        :param weights: Weights by which steps and arguments are compared: a file, or the text itself, such as
            suppose=40,line=8.
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "from": from_,
            "weights": weights,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
        }
        found: ExplainAnswer = self._ask("hint", ExplainAnswer, given, ("from", "weights"), "ask.options", options)
        return found

    def rate(
        self,
        *,
        weights: TextLike | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> RateAnswer:
        """Rates how hard a puzzle is for people.

        :param weights: Weights by which steps are compared and rated: a file, or the text itself, such as
            suppose=40,line=8.
        :param timeout: Time limit for a puzzle, in seconds.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "weights": weights,
            "ask.search.timeout_s": timeout,
        }
        found: RateAnswer = self._ask("rate", RateAnswer, given, ("weights",), "ask.options", options)
        return found

    def trace(
        self,
        *,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        decide: str | None = None,
        no_learning: bool | None = None,
        watched: bool | None = None,
        conflicts: int | None = None,
        steps: int | None = None,
        restart: int | None = None,
        conflict: int | None = None,
        at: int | None = None,
        until: str | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> TraceAnswer:
        """Shows each step of a small SAT solver: decisions, propagations, conflicts, learned clauses.

        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param decide: Decides these literals first, in this order, with commas between them: 'x1,!x3'.
        :param no_learning: Learns no clauses: a conflict leads back to the last decision, whose other value is
            tried (DPLL).
        :param watched: Finds unit clauses by two watched literals of each clause, and shows which are watched.
        :param conflicts: Gives up after N conflicts.
        :param steps: Gives up after N steps, or when they name more than 50 N literals.
        :param restart: Restarts after N conflicts, then after twice as many, and so on.
        :param conflict: Which conflict to draw, from 1.
        :param at: Shows the first N steps with their numbers, and what is true after them.
        :param until: The same up to the first step after which one of these literals is true, with commas between
            them; 'conflict' stands for any conflict.
        :param timeout: Time limit for a puzzle, in seconds.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "decide": decide,
            "no_learning": no_learning,
            "watched": watched,
            "conflicts": conflicts,
            "steps": steps,
            "restart": restart,
            "conflict": conflict,
            "at": at,
            "until": until,
            "ask.search.timeout_s": timeout,
        }
        found: TraceAnswer = self._ask("trace", TraceAnswer, given, (), "ask.options", options)
        return found

    def show(
        self,
        solution: TextLike | None = None,
        *,
        timeout: float | None = None,
        blanks: bool | None = None,
        filled: Mapping[Any, Any] | None = None,
        format: str | None = None,
        marked: Sequence[tuple[int, int]] | None = None,
        **options: Any,
    ) -> ShowAnswer:
        """Draws a puzzle, or one of its solutions.

        :param solution: A solution to draw, in any format that 'solve' prints; may be partial.
        :param timeout: Time limit for a puzzle, in seconds.
        :param blanks: Whether the record lists the places that can be filled in.
        :param filled: Further places that are filled in, by number: each with a value, or with `yes` or `no`.
        :param format: Format of the puzzle in the record, one that its family writes (default: the shortest).
        :param marked: The cells to mark in the picture, each as row and column, counted from 0.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "from": solution,
            "ask.search.timeout_s": timeout,
            "blanks": blanks,
            "filled": filled,
            "format": format,
            "marked": marked,
        }
        found: ShowAnswer = self._ask("show", ShowAnswer, given, ("from",), "ask.options", options)
        return found

    def compare(
        self,
        *,
        encodings: Sequence[str] | None = None,
        engines: Sequence[str] | None = None,
        amo: Sequence[str] | None = None,
        graph: Sequence[str] | None = None,
        solvers: Sequence[str] | None = None,
        seeds: int | None = None,
        sizes: Sequence[str] | None = None,
        plot: Sequence[Literal["variables", "clauses", "literals", "conflicts", "propagations", "time"]] | None = None,
        timeout: float | None = None,
        **options: Any,
    ) -> list[CompareAnswer]:
        """Compares engines, encodings, at-most-one flavours and solvers on a puzzle.

        :param encodings: Encodings to compare, separated by commas, or 'all'.
        :param engines: Engines of the family's own to show beside them, separated by commas, 'all' or 'none'
            (default: all, unless `encodings` is used).
        :param amo: At-most-one flavours to compare, separated by commas, or 'all'.
        :param graph: Graph flavours to compare, separated by commas, or 'all'; without effect for a family without
            graph constraints.
        :param solvers: Solvers to compare, separated by commas, or 'all'.
        :param seeds: Number of runs for each, with variables and clauses shuffled by seeds 0, 1, …
        :param sizes: Compares on boards of these sizes instead of the puzzle, separated by commas: empty boards
            (for Sudoku, the size of a box); for edge-matching, boards with the same number of colours; for Sokoban,
            rooms with one box.
        :param plot: What to plot, separated by commas.
        :param timeout: Time limit for a run, in seconds.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "encodings": encodings,
            "engines": engines,
            "amo": amo,
            "graph": graph,
            "solvers": solvers,
            "seeds": seeds,
            "sizes": sizes,
            "plot": plot,
            "timeout_s": timeout,
        }
        found: list[CompareAnswer] = self._ask("compare", CompareAnswer, given, (), "options", options, rows=True)
        return found

    def right_so_far(
        self,
        from_: TextLike,
        **options: Any,
    ) -> RightSoFarAnswer:
        """Says whether a partly filled board can be completed.

        :param from_: What is filled in so far: a partial solution, in any format that `solve` prints.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "from": from_,
        }
        found: RightSoFarAnswer = self._ask("right-so-far", RightSoFarAnswer, given, ("from",), "ask.options", options)
        return found

    def cubes(
        self,
        *,
        out: str | os.PathLike[str],
        for_: Literal["solve", "count"] | None = None,
        count: int | None = None,
        aim: float | None = None,
        encoding: str | None = None,
        amo: Literal["pairwise", "ladder", "bitwise", "commander", "product", "bimander"] | None = None,
        card: Literal["totalizer", "adder"] | None = None,
        sum: Literal["generalized-totalizer", "adder", "dpw"] | None = None,
        graph: Literal["lazy", "tree"] | None = None,
        drop: Sequence[str] | None = None,
        solver: str | None = None,
        engine: str | None = None,
        timeout: float | None = None,
        conflicts: int | None = None,
        seed: int | None = None,
        untimed: bool | None = None,
        **options: Any,
    ) -> CubesAnswer:
        """Splits one hard puzzle into tasks for many machines.

        :param out: New folder for the tasks.
        :param for_: Purpose of the tasks: to find one solution, or to count all.
        :param count: Splits into N tasks or a few more (default: as many as `aim_s` needs).
        :param aim: Splits until a task takes about this long, measured on a sample, in seconds (default: 5s).
        :param encoding: Encoding to use, or 'auto'.
        :param amo: How to encode 'at most one'.
        :param card: How to encode cardinality constraints.
        :param sum: How to encode weighted sums.
        :param graph: How to encode connected sets and loops.
        :param drop: Leaves a rule out of the formula (repeatable).
        :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
        :param engine: Search engine to use: sat, one of the family's own engines, or auto.
        :param timeout: Time limit for a puzzle, in seconds.
        :param conflicts: Gives up on a solver call after N conflicts.
        :param seed: Shuffles variables and clauses with this seed.
        :param untimed: Omits times. Together with `count`, no sample of tasks is run then.
        :param options: the family's own options, by name, as the command has them
        """
        given = {
            "out": out,
            "asked": for_,
            "count": count,
            "aim_s": aim,
            "ask.formula.encoding": encoding,
            "ask.formula.amo": amo,
            "ask.formula.card": card,
            "ask.formula.sum": sum,
            "ask.formula.graph": graph,
            "ask.formula.drop": drop,
            "ask.search.solver": solver,
            "ask.search.engine": engine,
            "ask.search.timeout_s": timeout,
            "ask.search.conflicts": conflicts,
            "ask.search.seed": seed,
            "untimed": untimed,
        }
        found: CubesAnswer = self._ask_text("cubes", CubesAnswer, given, (), "ask.options", options)
        return found



def diff(
    first: str,
    second: str,
    *,
    on: TextLike | None = None,
    sizes: Sequence[str] | None = None,
    givens: bool | None = None,
    map: TextLike | None = None,
    data: TextLike | None = None,
    every_rule: bool | None = None,
    changes: bool | None = None,
    solver: str | None = None,
    timeout: float | None = None,
    **options: Any,
) -> DiffAnswer:
    """Compares two encodings by meaning: which solutions has one that the other lacks?.

    :param first: An encoding such as sudoku:minimal, with flavours and dropped rules as in
        sudoku:course:amo=ladder:drop=row; a model, a page, a formula in DIMACS or a text that 'encode' wrote: a file.
    :param second: What it is compared with.
    :param on: The puzzle on which encodings of a family are compared (default: one that the family makes).
    :param sizes: Compares on boards of these sizes, separated by commas, until they differ: empty boards as those
        of 'compare' (for Sudoku, the size of a box).
    :param givens: Compares with the givens of the puzzle; otherwise, the rules are compared for any givens.
    :param map: What the atoms of one side are called on the other: a file with lines such as 'queen({r},{c}) =
        q({c},{r})' (default: the same).
    :param data: The data of models.
    :param every_rule: Asks for every rule after a difference was found.
    :param changes: Also tells which rules and clauses changed from the first to the second, as it does for texts
        that 'encode' wrote.
    :param solver: SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
    :param timeout: Time limit, in seconds.
    :param options: the family's own options, by name, as the command has them
    """
    given = {
        "first": first,
        "second": second,
        "on": on,
        "sizes": sizes,
        "givens": givens,
        "map": map,
        "data": data,
        "every_rule": every_rule,
        "changes": changes,
        "solver": solver,
        "timeout_s": timeout,
    }
    found: DiffAnswer = ask_files("diff", DiffAnswer, given, ("on", "map", "data"), "options", options)
    return found


def grade(
    reference: str,
    submissions: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str] | None = None,
    on: TextLike | None = None,
    sizes: Sequence[str] | None = None,
    data: Sequence[TextLike] | None = None,
    hidden: Sequence[TextLike] | None = None,
    generate: TextLike | None = None,
    map: TextLike | None = None,
    jobs: int | None = None,
    timeout: float | None = None,
    **options: Any,
) -> GradeAnswer:
    """Grades a folder of models and formulas: each is compared with a reference by meaning.

    :param reference: What is right: an encoding such as sudoku:course, or a file, as a side of 'diff'.
    :param submissions: The folder with the submissions, models of QPROP and formulas in DIMACS; or one such file.
    :param out: Writes grades.csv, grades.json and a page for each submission into this folder, which must be empty
        or new.
    :param on: The puzzle on which an encoding of a family is the reference.
    :param sizes: The sizes of boards on which an encoding of a family is the reference, separated by commas, as for
        'diff'.
    :param data: Data with which the models are compared, smallest first (repeatable).
    :param hidden: The same, but the pages of submissions don't show it: they name the rules that it breaks.
    :param generate: Also compares with data made from this template, smallest first, as long as there is time: YAML
        such as 'n: each of 1..4' and 'edge: increasing sets of 1..n, 1..n'.
    :param map: What the atoms of the reference are called in the submissions: a file as for 'diff' (default: the
        same).
    :param jobs: Grades N submissions at a time, at most one per processor (default: one per processor); the rows
        keep their order.
    :param timeout: Time limit for a submission, in seconds.
    :param options: the family's own options, by name, as the command has them
    """
    given = {
        "reference": reference,
        "submissions": submissions,
        "out": out,
        "on": on,
        "sizes": sizes,
        "data": data,
        "hidden": hidden,
        "generate": generate,
        "map": map,
        "jobs": jobs,
        "timeout_s": timeout,
    }
    found: GradeAnswer = ask_files("grade", GradeAnswer, given, ("on", "data", "hidden", "generate", "map"), "options", options)
    return found


def exercise(
    reference: str,
    *,
    seed: int | None = None,
    out: str | os.PathLike[str],
    key: str | os.PathLike[str],
    data: TextLike | None = None,
    timeout: float | None = None,
) -> ExerciseAnswer:
    """Breaks a model or a formula on purpose, to be mended and graded.

    :param reference: A model of QPROP or a formula in DIMACS that is right: a file.
    :param seed: Chooses the mistake.
    :param out: Writes the broken text into this file, which must be new.
    :param key: Writes what was broken into this file, which must be new.
    :param data: The data with which a broken model must differ.
    :param timeout: Time limit, in seconds.
    """
    given = {
        "reference": reference,
        "seed": seed,
        "out": out,
        "key": key,
        "data": data,
        "timeout_s": timeout,
    }
    found: ExerciseAnswer = ask_files("exercise", ExerciseAnswer, given, ("data",), None, {})
    return found


def rules(
    of: str | None = None,
    *,
    example: TextLike | None = None,
    timeout: float | None = None,
) -> RulesAnswer:
    """Tells the rules of a genre in words, with an example and its solution.

    :param of: A genre or another family; without one, all are listed with a line each.
    :param example: The puzzle that is shown with its solution, the first of a file with several (default: one that
        comes with jigsat).
    :param timeout: Time limit for solving the example, in seconds.
    """
    given = {
        "of": of,
        "example": example,
        "timeout_s": timeout,
    }
    found: RulesAnswer = ask_files("rules", RulesAnswer, given, ("example",), None, {})
    return found
