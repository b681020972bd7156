// What is asked and what is answered: the requests and records of the library, in JSON.

/** A text with the name of where it is from; errors name it. */
export interface TextFile {
    name: string;
    text: string;
}

export type VerbName =
    | 'families' | 'generate' | 'show' | 'solve' | 'count' | 'check' | 'list' | 'explain' | 'hint' | 'right-so-far'
    | 'rate' | 'encode' | 'compare';

export interface Inquiry {
    family?: string;
    puzzle?: TextFile;
    verb: VerbName;
    request: object;
}

export type Status = 'solved' | 'impossible' | 'bad-input' | 'unknown' | 'bug';

/** A part of an answer; the last part has no `more`. */
export interface Reply<R = unknown> {
    more?: boolean;
    status: Status;
    record: R;
    words: string;
    solution?: unknown;
    picture?: string;
}

export interface Blanks {
    values: string[];
    places: { name: string; at: [down: number, right: number] }[];
}

export interface ShowRecord {
    family: string;
    file: string;
    puzzle?: string;
    text?: string;
    warnings?: string[];
    blanks?: Blanks[];
    filled?: Record<string, string>;
    solution?: unknown;
}

export interface Provenance {
    engine: string;
    stage?: string;
    solver?: string;
    encoding?: string;
}

export interface SolveRecord {
    status: string;
    unique?: boolean;
    solution?: unknown;
    other?: unknown;
    solution_index?: number;
    by?: Provenance;
    stats?: { variables?: number; clauses?: number; conflicts: number; encode_s?: number; solve_s?: number };
    certified?: { formulas: number; steps: number; checked: boolean };
    /** How many were listed, and whether these are all. */
    solutions?: number;
    complete?: boolean;
}

/** A plan: moves and pushes. */
export interface Plan {
    moves: string;
    move_count: number;
    push_count: number;
    /** What is minimal: `pushes`, or `moves-then-pushes`. */
    proven?: string;
    lower_bound?: number;
}

export interface StepRecord {
    step: number;
    deduced: string[];
    because: { rule?: string; sentence: string; cells?: string[] }[];
    /** The same in fewer sentences, if one can say it of several cells. */
    told?: { deduced: string[]; because: string[] };
    single: boolean;
}

export interface ExplainRecord {
    status: string;
    unique?: boolean;
    /** Why there is no solution. */
    because?: { sentence: string }[];
}

export interface FamilyRecord {
    name: string;
    about: string;
    encodings: string[];
    engines: string[];
    abilities: { symmetry: boolean; horizon: boolean; explanation: boolean };
    /** A form of text that is for this family alone. */
    pasted?: string;
    /** What is edited: a board, a board of which a page says what is on it, or a model. */
    editor?: { board: BoardForm } | 'page' | 'model';
    /** The side of a cell in its pictures. */
    cell_side: number;
    options: Schema;
    generator?: Schema;
}

/** What is on a flat board, and how its file says it. */
export interface BoardForm {
    cells: string;
    blank: string;
    also_blank?: string[];
    compact?: boolean;
    sized?: boolean;
    numbers?: boolean;
    letters?: boolean;
    words?: { word: string; name: string }[];
    painted?: boolean;
    level?: boolean;
    square?: boolean;
    regions?: string;
    figures?: boolean;
    switches?: { word: string; name: string }[];
    one_column?: string;
    sets?: string[];
    usual: [rows: number, columns: number];
    format?: string;
    address?: string;
}

export interface FamiliesRecord {
    version: string;
    solvers: string[];
    families: FamilyRecord[];
}

/** As much of a JSON schema as forms are made from. */
export interface Schema {
    type?: string | string[];
    description?: string;
    properties?: Record<string, Schema>;
    enum?: unknown[];
    const?: unknown;
    oneOf?: Schema[];
    anyOf?: Schema[];
    $ref?: string;
    $defs?: Record<string, Schema>;
    default?: unknown;
    minimum?: number;
    maximum?: number;
}

export interface ErrorRecord {
    message: string;
    file?: string;
    line?: number;
    column?: number;
    path?: string;
    help?: string;
}

/** That there is no answer, in words, with its place where there is one. */
export class Refusal extends Error {
    constructor(readonly record: ErrorRecord, words: string) {
        super(words);
    }
}

/** That an answer was not waited for. */
export class Stopped extends Error {
    constructor() {
        super('stopped');
    }
}

export type Listener = (reply: Reply<any>) => void;

/** What answers: the module in this page, or a server. */
export interface Engine {
    /** What it is, in a few words. */
    readonly name: string;
    /** Answers; every part but the last goes to the listener. Rejects with a `Refusal`, or `Stopped` after the signal. */
    ask(inquiry: Inquiry, listener?: Listener, signal?: AbortSignal): Promise<Reply<any>>;
}

/** Whether a part of an answer says that there is none. */
export function refusal(reply: Reply): Refusal | undefined {
    const record = reply.record as ErrorRecord | null;
    const failed = record !== null && typeof record === 'object' && typeof record.message === 'string';
    return failed ? new Refusal(record, reply.words) : undefined;
}
