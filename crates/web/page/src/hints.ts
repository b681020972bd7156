// Hints: the steps of the explanation that begins with what is filled in, one after the other. Some only rule values out.

import { type Bench, askOf } from './bench';
import type { ExplainRecord, Refusal, Reply, ShowRecord, StepRecord } from './engine/protocol';
import type { Filled } from './state';

export interface Hint {
    part: Reply<StepRecord | null>;
    /** What it fills in; nothing where it only rules something out. */
    fills: Filled;
}

/** How long a hint is looked for, in seconds. */
const TIME = 60;

export class Hints {
    /** The board that the steps go on from. */
    private board: Filled = new Map();
    /** Where they begin. */
    private start: Filled = new Map();
    private from: object = {};
    private steps: Reply<StepRecord>[] = [];
    private taken = 0;
    private last?: Hint;
    /** What was ruled out: it stays true, whatever is filled in next. */
    private readonly ruledOut = new Set<string>();

    constructor(private readonly bench: Bench, private readonly given: () => { places: ReadonlyMap<number, string>; has(literal: string): boolean }) {}

    private begin(board: Filled): void {
        this.board = this.start = new Map(board);
        this.steps = [];
        this.taken = 0;
        this.last = undefined;
    }

    /** The hint for a board: that which was not followed yet, else the next one. None if it is stopped. */
    async next(board: Filled): Promise<Hint | undefined> {
        if (this.last && same(board, this.board) && this.last.fills.size > 0) return this.last;
        if (this.last && same(board, new Map([...this.board, ...this.last.fills]))) this.board = new Map(board);
        else if (!same(board, this.board)) this.begin(board);
        for (;;) {
            const part = this.steps[this.taken] ?? (await this.more());
            if (!part) return undefined;
            if (!part.record) return (this.last = undefined), { part, fills: new Map() };
            this.taken++;
            const { deduced } = part.record;
            if (deduced.every((literal) => this.ruledOut.has(literal) || this.given().has(literal))) continue;
            const fills = await this.fills(part);
            if (fills.size === 0) for (const literal of deduced) this.ruledOut.add(literal);
            return (this.last = { part: part as Reply<StepRecord>, fills });
        }
    }

    /** More steps, twice as many as there were; what is said instead where there are none. */
    private async more(): Promise<Reply<StepRecord | null> | undefined> {
        if (this.taken === 0) this.from = await startingFrom(this.bench, this.start);
        const parts: Reply<StepRecord | null>[] = [];
        const request = { ask: askOf(this.bench.puzzle!, { search: { timeout_s: TIME } }), step: Math.max(1, 2 * this.taken), ...this.from };
        let refusal = undefined as Refusal | undefined;
        const reply: Reply<ExplainRecord> | undefined = await this.bench.long('looking for a hint', 'explain', request, (part) => parts.push(part), 'from' in this.from ? (error) => { refusal = error; } : undefined);
        if (refusal) return this.wrong(refusal);
        if (!reply) return undefined;
        this.steps = parts.filter((part): part is Reply<StepRecord> => part.record !== null);
        if (reply.status === 'impossible') this.steps = [];
        return this.steps[this.taken] ?? { ...reply, record: null, picture: parts.find((part) => part.picture)?.picture };
    }

    /** What is wrong with a board that breaks a rule already, with its cells marked. */
    private async wrong(refusal: Refusal): Promise<Reply<null> | undefined> {
        const reply = await this.bench.long('looking for what is wrong', 'right-so-far', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: TIME } }), ...this.from });
        return reply && { ...reply, words: reply.status === 'solved' ? refusal.message : reply.words, record: null };
    }

    /** What a step fills in besides what is there. */
    private async fills(part: Reply): Promise<Filled> {
        if (!part.solution) return new Map();
        const from = { name: 'the hint', text: JSON.stringify({ solution: part.solution }) };
        const reply: Reply<ShowRecord> = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), from });
        const filled = Object.entries(reply.record.filled ?? {}).map(([place, value]) => [Number(place), value] as const);
        return new Map(filled.filter(([place]) => !this.board.has(place) && !this.given().places.has(place)));
    }
}

/** What is filled in, as a question begins with it. */
export async function startingFrom(bench: Bench, filled: Filled): Promise<{ from?: { name: string; text: string } }> {
    if (filled.size === 0) return {};
    const reply: Reply<ShowRecord> = await bench.ask('show', { ask: askOf(bench.puzzle!), filled: Object.fromEntries(filled) });
    return { from: { name: 'what is filled in', text: JSON.stringify({ solution: reply.record.solution }) } };
}

function same(one: Filled, other: Filled): boolean {
    return one.size === other.size && [...one].every(([place, value]) => other.get(place) === value);
}
