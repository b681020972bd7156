// What is asked and what is answered, in JSON. `node types.mjs` wrote this from the library's schemas.

/**
 * How 'at most one' is encoded as clauses.
 */
export type Amo = 'pairwise' | 'ladder' | 'bitwise' | 'commander' | 'product' | 'bimander';
/**
 * How 'at most k', 'at least k' and 'exactly k' are encoded as clauses.
 */
export type Card = 'totalizer' | 'adder';
/**
 * How graph constraints are enforced.
 */
export type GraphFlavour = 'lazy' | 'tree';
/**
 * How weighted sums are encoded as clauses.
 */
export type Sum = 'generalized-totalizer' | 'adder' | 'dpw';
/**
 * A solver's name, or external:COMMAND.
 */
export type Solver = string;
/**
 * A text by itself, or with the name of its file.
 */
export type TextOrFile = string | TextFile;
/**
 * A text format of formulas.
 */
export type FormulaForm = 'text' | 'dimacs' | 'gcnf';
/**
 * The first steps, by their number, or those between two numbers, such as `2-3`.
 */
export type StepRange = number | string;
/**
 * The measure that a picture shows of each row.
 */
export type Measure = 'variables' | 'clauses' | 'literals' | 'conflicts' | 'propagations' | 'time';
/**
 * Rows and columns, such as 4x6.
 */
export type Size = string;
/**
 * The purpose of tasks.
 */
export type Asked = 'solve' | 'count';
/**
 * The difficulty of a puzzle, in a word.
 */
export type Difficulty = 'easy' | 'medium' | 'hard' | 'very-hard';
/**
 * What a front end edits when it edits a puzzle of a family.
 */
export type Editor =
    | {
          board: Form;
      }
    | 'page'
    | 'model';
/**
 * One step of a search. Literals have the names that the text of the formula uses; `!` is 'not'.
 */
export type TraceStep =
    | {
          /**
           * The decision level: the number of decisions in force, including this one.
           */
          level: number;
          /**
           * The literal, which is now true.
           */
          literal: string;
          step: 'decide';
      }
    | {
          /**
           * The constraint to which the clause belongs, in words, or the number of a learned clause.
           */
          because: string;
          /**
           * The other literals of the clause, negated: they are true and imply this literal.
           */
          from: string[];
          /**
           * The decision level: the number of decisions in force.
           */
          level: number;
          /**
           * The literal, which is now true.
           */
          literal: string;
          step: 'imply';
      }
    | {
          /**
           * The constraint to which the clause belongs, in words, or the number of a learned clause.
           */
          because: string;
          /**
           * The literals of the clause, negated: they are true, but cannot all be.
           */
          from: string[];
          /**
           * The decision level: the number of decisions in force. At level 0 there is no solution.
           */
          level: number;
          step: 'conflict';
      }
    | {
          /**
           * The resolvent.
           */
          clause: string[];
          /**
           * The literal on which they are resolved.
           */
          on: string;
          step: 'resolve';
      }
    | {
          /**
           * The level to which the search jumps back: the number of decisions that are kept.
           */
          back: number;
          /**
           * The clause's literals; the first is the one that is implied after the jump.
           */
          clause: string[];
          /**
           * The clause's number, from 1.
           */
          number: number;
          step: 'learn';
      }
    | {
          /**
           * The level of the decision.
           */
          level: number;
          /**
           * The literal, which is now true.
           */
          literal: string;
          step: 'flip';
      }
    | {
          /**
           * The constraint to which the clause belongs, in words, or the number of a learned clause.
           */
          because: string;
          /**
           * The literal that became false.
           */
          from: string;
          step: 'watch';
          /**
           * The literal that is watched now.
           */
          to: string;
      }
    | {
          step: 'restart';
      };
/**
 * How a question ended.
 */
export type Status = 'solved' | 'impossible' | 'bad-input' | 'unknown' | 'bug';
/**
 * The value at a place: 1 for yes, 0 for no, the value of a function, or null if it is not known.
 */
export type Value = number | string | null;
export type ErrorRecord =
    | ParseError
    | {
          /**
           * The file of the puzzle, if the error is about one.
           */
          file?: string;
          /**
           * The message.
           */
          message: string;
      };
/**
 * What is wrong with an input, and where.
 */
export type ParseError = Detail;
/**
 * The values of one predicate on the board.
 */
export type Layer = Value[][] | Edges;
/**
 * A solution, possibly partial: what is drawn on the board, with a layer for each predicate of the page, by name.
 */
export type Solution = unknown;

/**
 * The request of each verb.
 */
export interface Requests {
    solve: SolveRequest;
    list: ListRequest;
    count: CountRequest;
    check: CheckRequest;
    encode: EncodeRequest;
    decode: DecodeRequest;
    common: CommonRequest;
    explain: ExplainRequest;
    hint: HintRequest;
    rate: RateRequest;
    trace: TraceRequest;
    show: ShowRequest;
    compare: CompareRequest;
    'right-so-far': RightSoFarRequest;
    diff: DiffRequest;
    grade: GradeRequest;
    exercise: ExerciseRequest;
    cubes: CubesRequest;
    rules: RulesRequest;
    generate: GenerateRequest;
    families: FamiliesRequest;
}
/**
 * Finds a solution.
 */
export interface SolveRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Stops at the first malformed puzzle of a collection.
     */
    fail_fast?: boolean;
    /**
     * Solves N puzzles at a time; answers keep the order of the puzzles (default: 1).
     */
    jobs?: number;
    /**
     * Runs different solvers, encodings and seeds in parallel and takes the first answer: `jobs` of them, or one per
     * core. Each holds its own formula, so memory use adds up.
     *
     * Their number; 0 for that of `jobs`, or one per core.
     */
    portfolio?: number;
    /**
     * How to prove 'impossible' and 'unique'.
     */
    proof?: ProofRequest;
    /**
     * With `drop`: doesn't say which rule was dropped, nor how large the formula is: what goes wrong is an exam question.
     */
    unnamed?: boolean;
}
/**
 * The common part of requests about a puzzle: which formula to build, how to search, and the family's own options.
 */
export interface Ask {
    /**
     * Which formula to build.
     */
    formula?: FormulaOptions;
    /**
     * The family's own options, by name.
     */
    options?: {
        [k: string]: unknown;
    };
    /**
     * How to search, and for how long.
     */
    search?: SearchOptions;
    /**
     * Also looks for a second solution, and shows it or proves that there is none.
     */
    unique?: boolean;
}
/**
 * Which formula to build.
 */
export interface FormulaOptions {
    /**
     * How to encode 'at most one'.
     */
    amo?: Amo;
    /**
     * How to encode cardinality constraints.
     */
    card?: Card;
    /**
     * Leaves a rule out of the formula (repeatable).
     */
    drop?: string[];
    /**
     * Encoding to use, or 'auto'.
     *
     * `auto`, the default, is the one that measured best.
     */
    encoding?: string;
    /**
     * How to encode connected sets and loops.
     */
    graph?: GraphFlavour;
    /**
     * How to encode weighted sums.
     */
    sum?: Sum;
}
/**
 * How to search, and for how long.
 */
export interface SearchOptions {
    /**
     * Gives up on a solver call after N conflicts.
     */
    conflicts?: number;
    /**
     * Search engine to use: sat, one of the family's own engines, or auto.
     *
     * `backtrack` and `blocking` find all solutions of any family's formulas; `auto`, the default, is the one that
     * measured best.
     */
    engine?: string;
    /**
     * Shuffles variables and clauses with this seed.
     */
    seed?: number;
    /**
     * SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
     *
     * Without one, it is the one that measured best.
     */
    solver?: Solver;
    /**
     * Time limit for a puzzle, in seconds.
     */
    timeout_s?: number;
}
/**
 * How to prove 'impossible' and 'unique'.
 */
export interface ProofRequest {
    /**
     * Answers 'impossible' or 'unique' only after making and checking such a proof in memory.
     */
    checked?: boolean;
    /**
     * Writes a proof of each 'impossible' and 'unique' into a new folder: the formulas, and LRAT proofs by CaDiCaL that
     * they are unsatisfiable, for 'jigsat check-proof' and other checkers.
     */
    folder?: string;
    /**
     * Splits each formula to be refuted into at least N parts, where possible, each with a proof of its own; needs `folder`
     * or `checked`.
     */
    parts?: number;
}
/**
 * Lists solutions one by one.
 */
export interface ListRequest {
    /**
     * Lists all solutions.
     *
     * This is what happens without a limit, too.
     */
    all?: boolean;
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Lists up to N solutions.
     */
    limit?: number;
    /**
     * With `drop`: doesn't say which rule was dropped, nor how large the formula is: what goes wrong is an exam question.
     */
    unnamed?: boolean;
}
/**
 * Counts the solutions.
 */
export interface CountRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Searches with N threads, if the engine supports it (default: 1).
     */
    jobs?: number;
    /**
     * Counts solutions that look the same separately: with identical pieces swapped, or a piece turned onto itself.
     */
    labelled?: boolean;
    /**
     * Stops after N solutions.
     */
    limit?: number;
    /**
     * How to prove that there is no solution.
     */
    proof?: ProofRequest;
}
/**
 * Checks whether something is a solution.
 */
export interface CheckRequest {
    /**
     * Limits and options, such as what a solution should minimise.
     */
    ask?: Ask;
    /**
     * The solution, in any format that 'solve' prints: a file, -, or the text itself.
     */
    solution?: TextOrFile;
}
/**
 * The value of an option that names a file: the file's content, so that a request is complete in itself. Its schema
 * has the key `x-file`; a command reads the file that the user names.
 */
export interface TextFile {
    /**
     * The name of the file, for error messages.
     */
    name: string;
    /**
     * The content of the file.
     */
    text: string;
}
/**
 * Asks for the formula: its size, its constraints, its text, and what unit propagation derives.
 */
export interface EncodeRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Assumes a literal such as r1c2=5, or !r1c2=5 for its negation (repeatable).
     *
     * Unit propagation starts from these. If they are missing, and `propagate` is, too, nothing is propagated.
     */
    assume?: string[];
    /**
     * Format of the formula's text in the record. If it is missing, the record has no text.
     */
    form?: FormulaForm;
    /**
     * Prints every constraint and clause, however many there are.
     */
    full?: boolean;
    /**
     * Prints only the constraints whose sentence matches; * stands for any text: 'row 3*'.
     */
    group?: string;
    /**
     * Whether the record lists the constraints.
     */
    groups?: boolean;
    /**
     * Prints what unit propagation derives, each literal with the constraint that forces it.
     */
    propagate?: boolean;
    /**
     * Prints only the constraints of this rule.
     */
    rule?: string;
}
/**
 * Turns a solver's answer into a solution.
 */
export interface DecodeRequest {
    /**
     * The solver's answer: 's' and 'v' lines, a result file of MiniSat, literals, or what an SMT solver prints; a file
     * or -.
     */
    answer?: TextFile;
    /**
     * Formula, limits and options: those with which the formula was written.
     */
    ask?: Ask;
}
/**
 * Asks what all solutions have in common, and what is possible in some of them.
 */
export interface CommonRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Only solutions that contain this partly filled board, in any format that 'solve' prints.
     */
    from?: TextFile;
}
/**
 * Explains the solution step by step, or why there is none, or where two solutions differ.
 */
export interface ExplainRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Explains only this cell, such as r3c5, or this literal, given by name.
     */
    cell?: string;
    /**
     * Verifies each argument line by line, by code that shares nothing with what makes arguments.
     */
    checked?: boolean;
    /**
     * Also prints all constraints that each step rests on.
     */
    constraints?: boolean;
    /**
     * Starts from a partly filled board, in any format that 'solve' prints.
     */
    from?: TextFile;
    /**
     * Finds smallest explanations and proves that none is smaller; this can take long.
     */
    minimum?: boolean;
    /**
     * Prints only the first N steps, or those from N to M, such as 2-3.
     */
    step?: StepRange;
    /**
     * Weights by which steps and arguments are compared: a file, or the text itself, such as suppose=40,line=8.
     */
    weights?: TextFile;
}
/**
 * Explains the next step.
 */
export interface HintRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * The cells filled in so far, in any format that 'solve' prints: a file, -, or the text itself.
     */
    from?: TextFile;
    /**
     * Weights by which steps and arguments are compared: a file, or the text itself, such as suppose=40,line=8.
     */
    weights?: TextFile;
}
/**
 * Rates how hard a puzzle is: by the steps of its explanation, and by the family's own measure if it has one.
 */
export interface RateRequest {
    /**
     * Formula, search and options. Ratings with different encodings or weights cannot be compared.
     */
    ask?: Ask;
    /**
     * Weights by which steps are compared and rated: a file, or the text itself, such as suppose=40,line=8.
     */
    weights?: TextFile;
}
/**
 * Searches with a small solver that records each step.
 */
export interface TraceRequest {
    /**
     * Formula, options and limits. The solver is always the same.
     */
    ask?: Ask;
    /**
     * Shows the first N steps with their numbers, and what is true after them.
     */
    at?: number;
    /**
     * Which conflict to draw, from 1.
     */
    conflict?: number;
    /**
     * Gives up after N conflicts.
     */
    conflicts?: number;
    /**
     * Decides these literals first, in this order, with commas between them: 'x1,!x3'.
     */
    decide?: string;
    /**
     * Learns no clauses: a conflict leads back to the last decision, whose other value is tried (DPLL).
     */
    no_learning?: boolean;
    /**
     * Restarts after N conflicts, then after twice as many, and so on.
     */
    restart?: number;
    /**
     * Gives up after N steps, or when they name more than 50 N literals.
     */
    steps?: number;
    /**
     * The same up to the first step after which one of these literals is true, with commas between them; 'conflict' stands for
     * any conflict.
     */
    until?: string;
    /**
     * Finds unit clauses by two watched literals of each clause, and shows which are watched.
     */
    watched?: boolean;
}
/**
 * Shows a puzzle, and what is filled in on it.
 */
export interface ShowRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * Whether the record lists the places that can be filled in.
     */
    blanks?: boolean;
    /**
     * Further places that are filled in, by number: each with a value, or with `yes` or `no`.
     */
    filled?: {
        [k: string]: string;
    };
    /**
     * Format of the puzzle in the record, one that its family writes (default: the shortest).
     */
    format?: string;
    /**
     * A solution to draw, in any format that 'solve' prints; may be partial.
     */
    from?: TextFile;
    /**
     * The cells to mark in the picture, each as row and column, counted from 0.
     */
    marked?: [number, number][];
}
/**
 * Compares encodings, flavours and solvers on one puzzle, or on similar boards of other sizes.
 */
export interface CompareRequest {
    /**
     * At-most-one flavours to compare, separated by commas, or 'all'.
     */
    amo?: string[];
    /**
     * Encodings to compare, separated by commas, or 'all'.
     */
    encodings?: string[];
    /**
     * Engines of the family's own to show beside them, separated by commas, 'all' or 'none' (default: all, unless
     * `encodings` is used).
     *
     * They solve without such a formula; `all` stands for those that can solve this puzzle.
     */
    engines?: string[];
    /**
     * Graph flavours to compare, separated by commas, or 'all'; without effect for a family without graph constraints.
     */
    graph?: string[];
    /**
     * The family's own options, by name.
     */
    options?: {
        [k: string]: unknown;
    };
    /**
     * What to plot, separated by commas.
     */
    plot?: Measure[];
    /**
     * Number of runs for each, with variables and clauses shuffled by seeds 0, 1, …
     */
    seeds?: number;
    /**
     * Compares on boards of these sizes instead of the puzzle, separated by commas: empty boards (for Sudoku, the size
     * of a box); for edge-matching, boards with the same number of colours; for Sokoban, rooms with one box.
     */
    sizes?: Size[];
    /**
     * Solvers to compare, separated by commas, or 'all'.
     */
    solvers?: string[];
    /**
     * Time limit for a run, in seconds.
     */
    timeout_s?: number;
}
/**
 * Checks whether a partial solution is right so far, that is, whether some solution contains it.
 */
export interface RightSoFarRequest {
    /**
     * Formula, search and options.
     */
    ask?: Ask;
    /**
     * What is filled in so far: a partial solution, in any format that `solve` prints.
     */
    from?: TextFile;
}
/**
 * Compares two encodings by meaning: which solutions has one that the other lacks?
 */
export interface DiffRequest {
    /**
     * Also tells which rules and clauses changed from the first to the second, as it does for texts that 'encode' wrote.
     */
    changes?: boolean;
    /**
     * The data of models.
     */
    data?: TextFile;
    /**
     * Asks for every rule after a difference was found.
     */
    every_rule?: boolean;
    /**
     * An encoding such as sudoku:minimal, with flavours and dropped rules as in sudoku:course:amo=ladder:drop=row; a
     * model, a page, a formula in DIMACS or a text that 'encode' wrote: a file.
     */
    first?: string;
    /**
     * Compares with the givens of the puzzle; otherwise, the rules are compared for any givens.
     */
    givens?: boolean;
    /**
     * What the atoms of one side are called on the other: a file with lines such as 'queen({r},{c}) = q({c},{r})'
     * (default: the same).
     */
    map?: TextFile;
    /**
     * The puzzle on which encodings of a family are compared (default: one that the family makes).
     */
    on?: TextFile;
    /**
     * The family's own options, by name.
     */
    options?: {
        [k: string]: unknown;
    };
    /**
     * What it is compared with.
     */
    second?: string;
    /**
     * Compares on boards of these sizes, separated by commas, until they differ: empty boards as those of 'compare'
     * (for Sudoku, the size of a box).
     */
    sizes?: Size[];
    /**
     * SAT solver to use: one that 'jigsat solvers' lists, external:COMMAND, or auto.
     */
    solver?: Solver;
    /**
     * Time limit, in seconds.
     */
    timeout_s?: number;
}
/**
 * Grades a folder of submissions: each is compared with a reference by meaning, rule by rule.
 */
export interface GradeRequest {
    /**
     * Data with which the models are compared, smallest first (repeatable).
     */
    data?: TextFile[];
    /**
     * Also compares with data made from this template, smallest first, as long as there is time: YAML such as 'n: each of
     * 1..4' and 'edge: increasing sets of 1..n, 1..n'.
     */
    generate?: TextFile;
    /**
     * The same, but the pages of submissions don't show it: they name the rules that it breaks.
     */
    hidden?: TextFile[];
    /**
     * Grades N submissions at a time, at most one per processor (default: one per processor); the rows keep their order.
     */
    jobs?: number;
    /**
     * What the atoms of the reference are called in the submissions: a file as for 'diff' (default: the same).
     */
    map?: TextFile;
    /**
     * The puzzle on which an encoding of a family is the reference.
     */
    on?: TextFile;
    /**
     * The family's own options, by name.
     */
    options?: {
        [k: string]: unknown;
    };
    /**
     * Writes grades.csv, grades.json and a page for each submission into this folder, which must be empty or new.
     */
    out?: string;
    /**
     * What is right: an encoding such as sudoku:course, or a file, as a side of 'diff'.
     */
    reference?: string;
    /**
     * The sizes of boards on which an encoding of a family is the reference, separated by commas, as for 'diff'.
     */
    sizes?: Size[];
    /**
     * The folder with the submissions, models of QPROP and formulas in DIMACS; or one such file.
     */
    submissions?: string;
    /**
     * Time limit for a submission, in seconds.
     */
    timeout_s?: number;
}
/**
 * Breaks a model or a formula on purpose: one rule is dropped, weakened or mistyped, so that its solutions are others.
 */
export interface ExerciseRequest {
    /**
     * The data with which a broken model must differ.
     */
    data?: TextFile;
    /**
     * Writes what was broken into this file, which must be new.
     */
    key?: string;
    /**
     * Writes the broken text into this file, which must be new.
     */
    out?: string;
    /**
     * A model of QPROP or a formula in DIMACS that is right: a file.
     */
    reference?: string;
    /**
     * Chooses the mistake.
     */
    seed?: number;
    /**
     * Time limit, in seconds.
     */
    timeout_s?: number;
}
/**
 * Splits the search for the solutions of one puzzle into tasks.
 */
export interface CubesRequest {
    /**
     * Splits until a task takes about this long, measured on a sample, in seconds (default: 5s).
     *
     * It cannot be combined with `count`.
     */
    aim_s?: number;
    /**
     * Formula, search and options. The limits apply to the splitting, not to the tasks.
     */
    ask?: Ask;
    /**
     * Purpose of the tasks: to find one solution, or to count all.
     */
    asked?: Asked & string;
    /**
     * Splits into N tasks or a few more (default: as many as `aim_s` needs).
     */
    count?: number;
    /**
     * New folder for the tasks.
     */
    out?: string;
    /**
     * Omits times. Together with `count`, no sample of tasks is run then.
     */
    untimed?: boolean;
}
/**
 * Tells the rules of a family, with an example.
 */
export interface RulesRequest {
    /**
     * The puzzle that is shown with its solution, the first of a file with several (default: one that comes with jigsat).
     */
    example?: TextFile;
    /**
     * A genre or another family; without one, all are listed with a line each.
     */
    of?: string;
    /**
     * Time limit for solving the example, in seconds.
     */
    timeout_s?: number;
}
/**
 * Makes new puzzles.
 */
export interface GenerateRequest {
    /**
     * Makes N puzzles, with this seed and those after it.
     */
    count?: number;
    /**
     * Keeps only puzzles with this rating, and skips seeds that give another.
     */
    difficulty?: Difficulty;
    /**
     * Makes N puzzles at a time, at most one per processor; N does not affect the puzzles.
     */
    jobs?: number;
    /**
     * The options of the family's generator, by name.
     */
    options?: {
        [k: string]: unknown;
    };
    /**
     * Random seed: the same seed makes the same puzzle.
     */
    seed?: number;
    /**
     * Time limit for all puzzles together, in seconds.
     */
    timeout_s?: number;
}
/**
 * Lists the families.
 */
export interface FamiliesRequest {}
/**
 * A value for a place.
 */
export interface ClueRecord {
    /**
     * The name of its place.
     */
    place: string;
    /**
     * The value there.
     */
    value: string;
}
/**
 * A place of the board.
 */
export interface PlaceRecord {
    /**
     * Its name.
     */
    name: string;
    /**
     * Whether other values may be possible: a limit was reached first.
     */
    open?: boolean;
    /**
     * The values that it has in some solution: one if it is the same in all. A place that is only chosen or not has `yes`
     * and `no`.
     */
    possible: ValueRecord[];
}
/**
 * A value in a place.
 */
export interface ValueRecord {
    /**
     * Number of solutions in which the place has it, if all solutions were found.
     */
    solutions?: number;
    /**
     * The value.
     */
    value: string;
}
/**
 * What found an answer.
 */
export interface Provenance {
    /**
     * The encoding, if a formula was used.
     */
    encoding?: string;
    /**
     * The engine: `sat`, or one of the family's own.
     */
    engine: string;
    /**
     * The SAT solver, if one was used.
     */
    solver?: string;
    /**
     * The part of the engine that found the answer, if it has several.
     */
    stage?: string;
}
/**
 * The cost of an answer: the size of the formula, and the effort of the search.
 */
export interface Stats {
    /**
     * Number of clauses of the formula.
     */
    clauses?: number;
    /**
     * Number of conflicts, or dead ends, of the search.
     */
    conflicts: number;
    /**
     * Time for building the formula, in seconds.
     */
    encode_s?: number;
    /**
     * Time for the search, in seconds.
     */
    solve_s?: number;
    /**
     * Number of variables of the formula.
     */
    variables?: number;
}
/**
 * What all solutions have in common.
 */
export interface CommonRecord {
    /**
     * What found the answer.
     */
    by: Provenance;
    /**
     * The single clues that leave one solution, if all solutions were found.
     */
    clues?: ClueRecord[];
    /**
     * Whether there are no others.
     */
    complete: boolean;
    /**
     * If there is no solution: the smallest sets of filled-in values, or of clues if these are at fault by themselves,
     * without which there is one. A clue that is no value is the sentence that it states.
     */
    corrections?: string[][];
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * Number of solutions that were found.
     */
    found: number;
    /**
     * Whether there may be further sets of that size.
     */
    more_corrections?: boolean;
    /**
     * What the nearest solution has in the places of the first set, if that is of filled-in values.
     */
    nearest?: ClueRecord[];
    /**
     * The places of the board, in the order of `show`; empty if there is no solution.
     */
    places?: PlaceRecord[];
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * What was left open, and why; or that no solution contains what is filled in.
     */
    reason?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * Whether the places are statements about solutions that are not filled in place by place, such as where a piece lies:
     * `yes` if it holds. Those that hold in no solution are left out.
     */
    statements?: boolean;
    /**
     * The cost of the answer.
     */
    stats: Stats;
    /**
     * The result: `solved` if there are solutions and every place was decided.
     */
    status: 'solved' | 'impossible' | 'unknown';
    /**
     * The rules that were dropped from the formula.
     */
    without?: string[];
}
/**
 * What a family can do besides solving.
 */
export interface Abilities {
    /**
     * Whether its solutions can be explained.
     */
    explanation: boolean;
    /**
     * Whether its formulas are about solutions of one length, so that solutions have a minimum length.
     */
    horizon: boolean;
    /**
     * Whether its boards have symmetries.
     */
    symmetry: boolean;
}
/**
 * What is on a flat board, and how its file in YAML says it.
 */
export interface Form {
    /**
     * The format of its address, if that isn't its shortest one.
     */
    address?: string;
    /**
     * Other words that readers take for an empty cell.
     */
    also_blank?: string[];
    /**
     * The word for an empty cell.
     */
    blank: string;
    /**
     * The key of the block with the cells.
     */
    cells: string;
    /**
     * Whether the words of a row stand together, each of one character.
     */
    compact?: boolean;
    /**
     * The digits that the numbers of cells are written with, in the order of the buttons; empty if they have none.
     */
    digits?: string;
    /**
     * Whether boards may have cages with sums, and thermometers.
     */
    figures?: boolean;
    /**
     * The format that shows a board row by row, if that isn't its shortest one.
     */
    format?: string;
    /**
     * Whether cells have capital letters, which name what lies there.
     */
    letters?: boolean;
    /**
     * Whether the words are those of a level: walls, boxes that are pushed, goals below them, and a player.
     */
    level?: boolean;
    /**
     * The key that says that rows of one word are a single column.
     */
    one_column?: string;
    /**
     * Whether cells are painted at first, and not written.
     */
    painted?: boolean;
    /**
     * The key of the block with regions, which a board may have in place of boxes.
     */
    regions?: string;
    /**
     * Named sets of pieces, one of which a new board gets with the key `set`.
     */
    sets?: string[];
    /**
     * Whether the block may be a size alone, `6x10`, for a board without anything on it.
     */
    sized?: boolean;
    /**
     * Whether boards are square, with boxes of equal size.
     */
    square?: boolean;
    /**
     * Rules that a board may add, by their keys.
     */
    switches?: Word[];
    /**
     * The usual numbers of rows and columns.
     *
     * @minItems 2
     * @maxItems 2
     */
    usual: [number, number];
    /**
     * Other words of cells.
     */
    words?: Word[];
}
/**
 * A word of a file, with its name for people.
 */
export interface Word {
    /**
     * What it is called.
     */
    name: string;
    /**
     * The word.
     */
    word: string;
}
/**
 * A family.
 */
export interface FamilyRecord {
    /**
     * What the family can do besides solving.
     */
    abilities: Abilities;
    /**
     * A description of its puzzles in one line.
     */
    about: string;
    /**
     * Side of a cell in its pictures, in the units of SVG.
     */
    cell_side: number;
    /**
     * How its puzzles are edited by hand; left out if they are only written.
     */
    editor?: Editor;
    /**
     * The names of its encodings, the default first.
     */
    encodings: string[];
    /**
     * The names of its own engines.
     */
    engines: string[];
    /**
     * The schema of the options of its generator, if it has one.
     */
    generator?: {
        [k: string]: unknown;
    };
    /**
     * The family's name in requests.
     */
    name: string;
    /**
     * The schema of its own options.
     */
    options: {
        [k: string]: unknown;
    };
    /**
     * A form of text that is for this family alone, as a hint for people.
     */
    pasted?: string;
    /**
     * Its rules in words: a line with its name and what is to be done, a numbered line for each rule, and lines about special
     * cases. Left out if its puzzles have no rules in common.
     */
    rules?: string;
}
/**
 * The families and the solvers.
 */
export interface FamiliesRecord {
    /**
     * The families.
     */
    families: FamilyRecord[];
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The solvers of this build, the default first.
     */
    solvers: string[];
    /**
     * The version of jigsat.
     */
    version: string;
}
/**
 * A place that can be filled in.
 */
export interface BlankRecord {
    /**
     * The centre of the place in the picture, in half cells from the top and from the left: odd numbers are centres of
     * cells.
     *
     * @minItems 2
     * @maxItems 2
     */
    at: [number, number];
    /**
     * The place's name.
     */
    name: string;
}
/**
 * Places of a board that take the same values.
 */
export interface BlanksRecord {
    /**
     * Places of the same kind that the puzzle has filled in, if they are not among the others.
     */
    givens?: GivenRecord[];
    /**
     * The places.
     */
    places: BlankRecord[];
    /**
     * The values that a place can take; empty if a place is only chosen or not.
     */
    values: string[];
    /**
     * What `yes` and `no` say of the first place, as sentences: `r1c1 is sea` and `r1c1 is land`; only where places are chosen or
     * not.
     */
    words?: string[];
}
/**
 * A place that the puzzle has filled in.
 */
export interface GivenRecord {
    /**
     * The centre of the place in the picture, in half cells from the top and from the left.
     *
     * @minItems 2
     * @maxItems 2
     */
    at: [number, number];
    /**
     * The place's name.
     */
    name: string;
    /**
     * Its value.
     */
    value: string;
}
/**
 * A puzzle as text, and the places that can be filled in.
 */
export interface ShowRecord {
    /**
     * The places that can be filled in, if they were requested. They are numbered in this order, from 0.
     */
    blanks?: BlanksRecord[];
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * The places that are filled in, by number: each with a value, or with `yes` or `no`.
     */
    filled?: {
        [k: string]: string;
    };
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The solution, possibly partial, that these values form.
     */
    solution?: {
        [k: string]: unknown;
    };
    /**
     * The puzzle in the requested format, otherwise in its shortest; left out if it has none.
     */
    text?: string;
    /**
     * The rule that this solution breaks already, whatever else is filled in.
     */
    violation?: string;
    /**
     * Warnings about the puzzle for the user.
     */
    warnings?: string[];
}
/**
 * How a step follows, line by line.
 */
export interface ArgumentRecord {
    /**
     * What it takes to follow the argument: small for what is seen at once.
     */
    cost: number;
    /**
     * Each line follows from facts and earlier lines. None can be left out.
     */
    lines: LineRecord[];
    /**
     * The argument in words, in paragraphs; none if the reasons in their order are all there is to say.
     */
    told?: SpanRecord[][];
}
/**
 * A line of an argument.
 */
export interface LineRecord {
    /**
     * The constraints.
     */
    constraints?: ReasonRecord[];
    /**
     * What follows; nothing is a contradiction.
     */
    gives: string[];
    /**
     * How it follows: from one constraint, from constraints that add up, by a supposition that is contradicted, or as a
     * search found.
     */
    kind: 'constraint' | 'sum' | 'suppose' | 'search';
    /**
     * The lines from there to a contradiction.
     */
    lines?: LineRecord[];
    /**
     * The facts and conclusions of earlier lines that it uses.
     */
    premises?: string[];
    /**
     * The literal that is supposed.
     */
    supposed?: string;
    /**
     * In a sum: what each constraint is multiplied by. Bounds are added on the side that the sign allows.
     */
    times?: number[];
    /**
     * In a sum: the constraint to whose literals the sum leaves one possibility, if the sum alone leaves several.
     */
    with?: ReasonRecord;
}
/**
 * One reason.
 */
export interface ReasonRecord {
    /**
     * The cells that the reason is about.
     */
    cells?: string[];
    /**
     * The rule of the constraint; left out if the reason is a known literal.
     */
    rule?: string;
    /**
     * The reason as a sentence.
     */
    sentence: string;
}
/**
 * A part of a sentence.
 */
export interface SpanRecord {
    /**
     * The number of the colour that the picture gives to what it names, from 0.
     */
    color?: number;
    /**
     * The text.
     */
    text: string;
}
/**
 * The cells to mark, by name.
 */
export interface MarkedCells {
    /**
     * Other cells that the constraints are about.
     */
    concerned?: string[];
    /**
     * The cells that become known.
     */
    deduced?: string[];
    /**
     * The known cells from which they follow.
     */
    known?: string[];
}
/**
 * A step of an explanation.
 */
export interface StepRecord {
    /**
     * How it follows, line by line; left out for a part of a plan.
     */
    argument?: ArgumentRecord;
    /**
     * The reasons from which it follows.
     */
    because: ReasonRecord[];
    /**
     * The cells to mark.
     */
    cells?: MarkedCells;
    /**
     * The literals that become known, by name.
     */
    deduced: string[];
    /**
     * Their names as in formulas, if `deduced` has other words for them.
     */
    literals?: string[];
    /**
     * Whether every reason is known to be needed. A step by the 45 rule has the reasons of its sum, some of which may follow
     * from others.
     */
    minimal: boolean;
    /**
     * Whether the step is a single: one constraint leaves only one possibility, because known values rule out the
     * others.
     */
    single: boolean;
    /**
     * Whether it is proved that no deduction has fewer reasons; with `cell`, no deduction about this cell.
     */
    smallest: boolean;
    /**
     * The step's number, from 1.
     */
    step: number;
    /**
     * The players' name for the step, if it has one, such as `naked single` or `locked candidates`.
     */
    technique?: string;
    /**
     * The same in fewer sentences, if there are fewer: one sentence may be about several cells.
     */
    told?: StepWords;
}
/**
 * A step in words.
 */
export interface StepWords {
    /**
     * The reasons from which it follows.
     */
    because: string[];
    /**
     * What becomes known.
     */
    deduced: string[];
}
/**
 * The output of `explain` and `hint`.
 */
export interface ExplainRecord {
    /**
     * If there is no solution: the constraints that contradict each other.
     */
    because?: ReasonRecord[];
    /**
     * The engine that found the reasons, with its solver and encoding if it used them.
     */
    by?: Provenance;
    /**
     * The cells to mark: those of the contradiction, or those in which the solutions differ.
     */
    cells?: MarkedCells;
    /**
     * The reasons that contradict each other after the steps to a contradiction.
     */
    clash?: ReasonRecord[];
    /**
     * The literals in which the two solutions differ.
     */
    differ?: string[];
    /**
     * How these contradict each other, line by line.
     */
    end?: ArgumentRecord;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * What was left open, and why.
     */
    reason?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * Two solutions of an ambiguous puzzle.
     */
    solutions?: unknown[];
    /**
     * The result.
     */
    status: string;
    /**
     * The solution step by step, or if there is none, the steps to a contradiction.
     */
    steps?: StepRecord[];
    /**
     * Whether the solution is the only one.
     */
    unique?: boolean;
}
/**
 * A constraint of a formula.
 */
export interface ConstraintRecord {
    /**
     * The cells of the picture that the constraint is about, each as row and column, counted from 0.
     */
    cells?: [number, number][];
    /**
     * Number of clauses of the constraint.
     */
    clauses: number;
    /**
     * The constraint's rule.
     */
    rule: string;
    /**
     * The constraint as a sentence.
     */
    sentence: string;
}
/**
 * A literal that became known.
 */
export interface DerivedRecord {
    /**
     * The constraint that forced the literal; left out if the literal was assumed.
     */
    because?: string;
    /**
     * The literal's name.
     */
    literal: string;
}
/**
 * A graph constraint of a formula.
 */
export interface GraphRecord {
    /**
     * Number of cuts that were added for it so far.
     */
    cuts: number;
    /**
     * Number of edges.
     */
    edges: number;
    /**
     * How the formula enforces it: `lazy` or `tree`.
     */
    flavour: string;
    /**
     * Its kind: `connected`, `connected cover`, `one loop`, `regions` or `paths`.
     */
    kind: string;
    /**
     * Number of nodes.
     */
    nodes: number;
    /**
     * The name of its rule.
     */
    rule: string;
}
/**
 * What unit propagation derives.
 */
export interface PropagatedRecord {
    /**
     * The contradiction in words, if a conflict was reached.
     */
    conflict?: string;
    /**
     * Number of variables that are left open.
     */
    open: number;
    /**
     * The literals, in the order in which they became known.
     */
    steps: DerivedRecord[];
}
/**
 * The size of one rule's part of a formula.
 */
export interface RuleRecord {
    /**
     * Number of auxiliary variables, that is, variables without an atom.
     */
    auxiliaries: number;
    /**
     * Number of clauses.
     */
    clauses: number;
    /**
     * Whether the rule was left out of the formula.
     */
    dropped: boolean;
    /**
     * Number of constraints.
     */
    groups: number;
    /**
     * Number of literals in these clauses.
     */
    literals: number;
    /**
     * Whether other rules imply it.
     */
    redundant: boolean;
    /**
     * The rule's name.
     */
    rule: string;
}
/**
 * A formula for reading.
 */
export interface EncodeRecord {
    /**
     * Number of auxiliary variables, that is, variables without an atom.
     */
    auxiliaries: number;
    /**
     * Number of clauses.
     */
    clauses: number;
    /**
     * The constraints, if they were requested: rule by rule, in the order in which they were written.
     */
    constraints?: ConstraintRecord[];
    /**
     * The encoding.
     */
    encoding: string;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The graph constraints, if there are any.
     */
    graphs?: GraphRecord[];
    /**
     * Number of further constraints that are not listed.
     */
    left_out?: number;
    /**
     * Number of literals in all clauses together.
     */
    literals: number;
    /**
     * Number of atoms that make up a solution: the variables onto which counting projects.
     */
    projected: number;
    /**
     * What unit propagation derives, if that was requested.
     */
    propagated?: PropagatedRecord;
    /**
     * The size by rule.
     */
    rules: RuleRecord[];
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The formula in the requested format.
     */
    text?: string;
    /**
     * Number of variables: those of the projection, other atoms and auxiliaries.
     */
    variables: number;
}
/**
 * A row of `compare`: the cost of one encoding, flavour and solver, or of one engine.
 */
export interface CompareRecord {
    /**
     * The at-most-one flavour.
     */
    amo?: string;
    /**
     * The answer: solved, impossible, unknown if a limit was reached, or that the engine gave up.
     */
    answer: string;
    /**
     * Number of auxiliary variables, that is, variables without an atom.
     */
    auxiliaries: number;
    /**
     * False if the time limit was reached before the formula was built; all numbers are then 0. Otherwise left out.
     */
    built?: boolean;
    /**
     * Number of clauses.
     */
    clauses: number;
    /**
     * Number of conflicts of the search: the median over the seeds.
     */
    conflicts: number;
    /**
     * Number of cuts that the search added for graph constraints: the median over the seeds; left out if the formula has no
     * graph constraints.
     */
    cuts?: number;
    /**
     * The encoding.
     */
    encoding?: string;
    /**
     * The engine of the family's own that solved the puzzle; left out for a SAT solver. A row with an engine has no
     * encoding, flavour or solver, and all numbers except its time are 0.
     */
    engine?: string;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * How graph constraints are enforced; left out if the formula has none.
     */
    graph?: string;
    /**
     * Number of literals in all clauses together.
     */
    literals: number;
    /**
     * Time for building, loading and solving, in seconds: the median over the seeds.
     */
    median_s?: number;
    /**
     * Number of literals that unit propagation derives before any search.
     */
    propagated: number;
    /**
     * Number of literals that the solver propagated during the search: the median over the seeds.
     */
    propagations: number;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The size of the board, if several were asked for.
     */
    size?: string;
    /**
     * The solver.
     */
    solver?: string;
    /**
     * Number of variables of the formula.
     */
    variables: number;
}
/**
 * The state of a search after some of its steps.
 */
export interface StateRecord {
    /**
     * The constraint that is violated, if the last step is a conflict.
     */
    conflict?: string;
    /**
     * The clauses that were learned so far.
     */
    learned?: string[][];
    /**
     * The true literals, level by level, in the order in which they became true. From level 1 on, the first is a decision.
     */
    levels: string[][];
    /**
     * Number of steps that were taken.
     */
    step: number;
}
/**
 * The output of `trace`: a search, step by step.
 */
export interface TraceRecord {
    /**
     * Number of clauses of the formula.
     */
    clauses: number;
    /**
     * Number of conflicts.
     */
    conflicts: number;
    /**
     * Number of decisions.
     */
    decisions: number;
    /**
     * The encoding.
     */
    encoding: string;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * Number of implied literals.
     */
    propagations: number;
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * Why the search ended early, or why the referee rejects the solution (if a rule was dropped).
     */
    reason?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * What is true after the steps that were asked for.
     */
    state?: StateRecord;
    /**
     * The result.
     */
    status: string;
    /**
     * The steps of the search, in order.
     */
    steps: TraceStep[];
    /**
     * How often a clause was looked at to see whether it is a unit clause or false.
     */
    visits: number;
}
/**
 * A part of an answer.
 */
export interface AnyReply {
    /**
     * Whether the answer continues: with a further step, solution or row, or with its end.
     */
    more?: boolean;
    /**
     * The other families that the text may belong to, if the request names none.
     */
    others?: string[];
    /**
     * The picture as SVG, if pictures were asked for.
     */
    picture?: string;
    /**
     * The record, byte for byte; null if there are only words or a picture.
     */
    record: {
        [k: string]: unknown;
    };
    /**
     * The solution as known at this point, as JSON.
     */
    solution?: {
        [k: string]: unknown;
    };
    /**
     * The status of the question, final or so far.
     */
    status: Status;
    /**
     * The same in words.
     */
    words: string;
}
/**
 * A proof of an answer: its size, and whether it was checked.
 */
export interface Certified {
    /**
     * Whether each step or line was checked as soon as it was made.
     */
    checked: boolean;
    /**
     * Number of formulas that were refuted.
     */
    formulas: number;
    /**
     * Number of lines of the certificate that takes the place of formulas.
     */
    lines?: number;
    /**
     * Number of steps of their proofs together.
     */
    steps: number;
}
/**
 * A place in a text.
 */
export interface Detail {
    /**
     * Column in characters (not bytes), from 1.
     */
    column?: number;
    /**
     * The families that the text may belong to, if it names none and several can read it.
     */
    families?: string[];
    file: string;
    help?: string;
    /**
     * Line, from 1.
     */
    line?: number;
    message: string;
    path?: string;
}
/**
 * The values on the borders between the cells of a board.
 */
export interface Edges {
    /**
     * The borders between a cell and the one to its right, row by row.
     */
    across: Value[][];
    /**
     * The borders between a cell and the one below it, row by row.
     */
    down: Value[][];
}
export interface ErrorRecord1 {
    /**
     * The puzzle's family, if it is known.
     */
    family?: string;
    /**
     * The puzzle's number in a file with several puzzles, from 1.
     */
    index?: number;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The result: `unknown` if a limit was reached, `bug` if jigsat itself failed, otherwise `error`.
     */
    status: 'error' | 'unknown' | 'bug';
}
/**
 * The last record of a list of solutions.
 */
export interface ListRecord {
    /**
     * If the status is `none-within`: no solution has at most this length.
     */
    bound?: number;
    /**
     * What found the answer.
     */
    by?: Provenance;
    /**
     * The proof of the answer, if one was asked for and the answer needs one: a solution needs none, because the
     * referee checks it.
     */
    certified?: Certified;
    /**
     * Whether there are no other solutions.
     */
    complete: boolean;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * The puzzle's number in a file with several puzzles, from 1.
     */
    index?: number;
    /**
     * If a limit was reached before a solution was found: the proved lower bound on its length.
     */
    lower_bound?: number;
    /**
     * A second solution, if uniqueness was asked for and there is one.
     */
    other?: Solution;
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * What was left open, and why.
     */
    reason?: string;
    /**
     * Why the referee rejects the solution.
     */
    refused?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The solution.
     */
    solution?: Solution;
    /**
     * The number of the solution, from 1, if several were asked for.
     */
    solution_index?: number;
    /**
     * Number of solutions that were found.
     */
    solutions: number;
    /**
     * The cost of the answer.
     */
    stats?: Stats;
    /**
     * The result.
     */
    status: 'solved' | 'impossible' | 'none-within' | 'unknown' | 'partial' | 'refused' | 'bug';
    /**
     * Whether the solution is the only one, if uniqueness was asked for.
     */
    unique?: boolean;
    /**
     * The rules that were dropped from the formula.
     */
    without?: string[];
}
/**
 * The answer about one puzzle, or one of its solutions.
 */
export interface SolveRecord {
    /**
     * If the status is `none-within`: no solution has at most this length.
     */
    bound?: number;
    /**
     * What found the answer.
     */
    by?: Provenance;
    /**
     * The proof of the answer, if one was asked for and the answer needs one: a solution needs none, because the
     * referee checks it.
     */
    certified?: Certified;
    /**
     * The puzzle's family.
     */
    family: string;
    /**
     * The file's name, `-` for standard input, or `argument` for a text on the command line.
     */
    file: string;
    /**
     * The puzzle's number in a file with several puzzles, from 1.
     */
    index?: number;
    /**
     * If a limit was reached before a solution was found: the proved lower bound on its length.
     */
    lower_bound?: number;
    /**
     * A second solution, if uniqueness was asked for and there is one.
     */
    other?: Solution;
    /**
     * The puzzle's title.
     */
    puzzle?: string;
    /**
     * What was left open, and why.
     */
    reason?: string;
    /**
     * Why the referee rejects the solution.
     */
    refused?: string;
    /**
     * The version of this format.
     */
    schema: number;
    /**
     * The solution.
     */
    solution?: Solution;
    /**
     * The number of the solution, from 1, if several were asked for.
     */
    solution_index?: number;
    /**
     * The cost of the answer.
     */
    stats?: Stats;
    /**
     * The result.
     */
    status: 'solved' | 'impossible' | 'none-within' | 'unknown' | 'partial' | 'refused' | 'bug';
    /**
     * Whether the solution is the only one, if uniqueness was asked for.
     */
    unique?: boolean;
    /**
     * The rules that were dropped from the formula.
     */
    without?: string[];
}
