// What every part of the page shares: the puzzle, the engine, the board, and a long question that can be stopped.

import type { Board } from './board';
import type { Ask, Engine, FamiliesRecord, FamilyRecord, Listener, Refusal, Reply, Requests, ShowRecord, TextFile, VerbName } from './engine/protocol';
import type { State, Tab } from './state';

export interface Puzzle {
    family: FamilyRecord;
    file: TextFile;
    title: string;
    /** What a model goes with. */
    data?: TextFile;
    record: ShowRecord;
    picture: string;
    /** The families that its text may belong to besides. */
    others: readonly string[];
    /** Whether it is a model or a board that can't be read yet. */
    draft?: boolean;
}

export interface Bench {
    readonly engine: Engine;
    readonly families: FamiliesRecord;
    readonly puzzle?: Puzzle;
    readonly board: Board;
    /** What the address says. */
    readonly state: State;
    /** Changes what the address says. */
    remember(changes: Partial<State>): void;
    /** Asks about the puzzle. */
    ask<Verb extends VerbName>(verb: Verb, request: Requests[Verb], listener?: Listener, signal?: AbortSignal): Promise<Reply<any>>;
    /** Asks something that may take long, about this puzzle or the one in the request, or with `null` about none: Stop ends it. Failures are told, unless `refused` takes the refusals; then, and when it is stopped, there is no answer. */
    long<Verb extends VerbName>(words: string, verb: Verb, request: Requests[Verb] & { puzzle?: TextFile | null }, listener?: Listener, refused?: (refusal: Refusal) => void): Promise<Reply<any> | undefined>;
    /** Tells the verdict of something. */
    tell(words: string, kind?: 'good' | 'bad' | 'plain', more?: string): void;
    /** Opens another text. */
    open(text: string, family?: string, data?: string): Promise<boolean>;
    /** The puzzle was edited: the library's answer to its new text, unless it refuses that, and the text that it takes the place of. */
    edited(text: string, reply: Reply<ShowRecord> | undefined, before?: string): void;
    /** Turns to another tab, if the puzzle has it. */
    go(tab: Tab): void;
    /** Whether the puzzle has such a tab. */
    offers(tab: Tab): boolean;
    /** Puts the focus on the board. */
    focus(): void;
    /** Names the board for those who don't see it. */
    describe(words: string): void;
}

/** A part of the page, one of those under the tabs. */
export interface Panel {
    readonly tab: Tab;
    readonly element: HTMLElement;
    /** Whether there is something to do in it for such a puzzle. */
    suits(puzzle: Puzzle): boolean;
    /** There is another puzzle. */
    open(puzzle: Puzzle): void;
    /** It is looked at: it draws the board. */
    show(): void;
    /** Another panel is chosen: what was changed here becomes the puzzle first. If it can't, the answer says why, and this one stays. */
    leave?(): Promise<string | undefined>;
    /** A key that was pressed on the board; whether it meant something. */
    key?(event: KeyboardEvent): boolean;
    /** The board was pressed, dragged over, or let go. */
    pointer?(event: PointerEvent): void;
    /** The drag became something else, such as a zoom by two fingers: what it did is taken back. */
    abandon?(): void;
}

/** The question about the puzzle with the options that it goes with. */
export function askOf(puzzle: Puzzle, ask: Ask = {}): Ask {
    return puzzle.data ? { ...ask, options: { ...ask.options, data: puzzle.data } } : ask;
}
