// Explain: the solution step by step, or why there is none. Each step is a sentence, a picture, and its reasons.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { Cursor } from './cursor';
import { button, element, helpOf } from './dom';
import type { ExplainRecord, Reply, StepRecord } from './engine/protocol';
import { SEVERAL } from './grounds';
import { startingFrom } from './hints';
import { type Place, cellOf, placeOf, placesOf } from './places';
import { listed, sentences } from './sentences';
import { readFilled } from './state';
import { counted } from './words';

/** How long an explanation may take, in seconds. */
const TIME = 300;

export class ExplainPanel implements Panel {
    readonly tab = 'explain';
    readonly element = element('div', { class: 'explain' });
    private readonly list = element('ol', { class: 'steps', 'aria-label': 'Steps' });
    private readonly detail = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly place = element('output');
    private readonly minimum = element('input', { type: 'checkbox', onchange: () => void this.explain() });
    private readonly fromHere = element('input', { type: 'checkbox', onchange: () => void this.explain() });
    private readonly fromHereLabel = element('label', { class: 'quiet' }, this.fromHere, ' begin with what is filled in under Play');
    private parts: Reply<StepRecord | null>[] = [];
    /** All that contradicts each other, below the steps that lead to the contradiction. */
    private readonly together = element('div');
    private core?: Reply<null>;
    private shown = -1;
    private begun = false;
    /** The step that the address named, until it is there. */
    private awaited?: number;
    private readonly cursor: Cursor;
    private places: readonly Place[] = [];

    constructor(private readonly bench: Bench) {
        this.cursor = new Cursor(bench, ({ id }) => void this.why(id));
        this.element.append(
            element('div', { class: 'row' },
                button('Explain', () => this.explain(), { class: 'main' }),
                button('◀', () => this.go(this.shown - 1), { 'aria-label': 'Previous step' }), this.place,
                button('▶', () => this.go(this.shown + 1), { 'aria-label': 'Next step' })),
            this.detail, this.list, this.together,
            element('label', { class: 'quiet' }, this.minimum, ' look for the smallest reasons, and prove that none are smaller (slower)'), ' ',
            this.fromHereLabel);
        this.detail.addEventListener('pointerover', ({ target }) => this.point((target as Element).closest('p, li')));
        this.detail.addEventListener('pointerleave', () => this.point(null));
    }

    suits(puzzle: Puzzle): boolean {
        // Of plans that are found as a whole there are no steps to tell.
        return puzzle.family.abilities.explanation && !puzzle.family.abilities.horizon;
    }

    open(puzzle: Puzzle): void {
        this.places = placesOf(puzzle.record.blanks);
        this.cursor.places = this.places.map(({ name, at }) => ({ id: name, name, at }));
        this.parts = [];
        this.shown = -1;
        this.begun = false;
        this.fromHere.checked = false;
        this.awaited = this.bench.state.step;
        this.list.replaceChildren();
        this.together.replaceChildren();
        const steps = 'Each step is the one with the easiest argument that was found.';
        this.detail.replaceChildren(helpOf(
            `${steps} The arrow keys go from step to step. Click a cell, or choose one by Shift and the arrow keys and press Enter, to see the step that tells why it has its value. Point at a line to see its cells.`,
            `${steps} Tap a cell to see the step that tells why it has its value, and a line to see its cells.`));
        this.place.textContent = '';
    }

    show(): void {
        this.fromHereLabel.hidden = !this.bench.state.filled || !this.bench.puzzle?.record.blanks;
        if (!this.begun) void this.explain();
        else this.draw();
    }

    key(event: KeyboardEvent): boolean {
        if ((event.shiftKey || event.key === 'Enter') && this.cursor.key(event)) return true;
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        const to: Record<string, number> = { ArrowLeft: this.shown - 1, ArrowUp: this.shown - 1, ArrowRight: this.shown + 1, ArrowDown: this.shown + 1, Home: 0, End: this.parts.length - 1 };
        if (!(event.key in to)) return false;
        this.go(to[event.key]!);
        return true;
    }

    pointer(event: PointerEvent): void {
        this.cursor.pointer(event);
    }

    /** Begins again. */
    private async explain(): Promise<void> {
        this.begun = true;
        const parts: typeof this.parts = (this.parts = []);
        this.list.replaceChildren();
        this.together.replaceChildren();
        this.core = undefined;
        this.shown = -1;
        const puzzle = this.bench.puzzle!;
        this.bench.board.show(puzzle.picture);
        const from = this.fromHere.checked ? await startingFrom(this.bench, readFilled(this.bench.state.filled)) : {};
        const request = { ask: askOf(puzzle, this.ask()), ...from, minimum: this.minimum.checked };
        const reply: Reply<ExplainRecord> | undefined = await this.bench.long('explaining', 'explain', request, (part) => this.hear(part));
        if (parts === this.parts) this.conclude(reply?.record.because?.length);
        if (!reply) return;
        this.bench.tell(verdict(reply), reply.status === 'impossible' && reply.record.unique !== false ? 'bad' : 'plain');
        if (this.parts.length === 0) this.detail.replaceChildren(element('p', {}, reply.words));
        // The address may have named a step that there isn't.
        else if (this.shown < 0) this.go(this.parts.length - 1);
    }

    private ask() {
        const { encoding } = this.bench.state;
        return { formula: encoding ? { encoding } : {}, search: { timeout_s: TIME } };
    }

    /** Another part is there. What contradicts each other comes first, but is read last. */
    private hear(part: Reply<StepRecord | null>): void {
        if (!part.record && part.words.startsWith('impossible') && part.words.includes('\n')) this.core = part as Reply<null>;
        else this.add(part);
    }

    /** Adds what contradicts each other: folded below the steps that lead there, or in their place. */
    private conclude(count?: number): void {
        const { core } = this;
        if (!core) return;
        if (this.parts.length === 0) return this.add(core);
        const folded = element('details', {},
            element('summary', {}, count ? `All ${counted(count, 'constraint')} that contradict each other` : 'All that contradicts each other'),
            element('div', { class: 'step' }, ...listed(core.words)));
        folded.addEventListener('toggle', () => { if (folded.open && core.picture) this.bench.board.show(core.picture); });
        this.together.replaceChildren(folded);
    }

    /** Adds a part to the steps. Those without a picture, a step or a list only say how it goes on. */
    private add(part: Reply<StepRecord | null>): void {
        const isDifference = part.words.includes('\n');
        if (!part.record && !part.picture && !isDifference) return;
        const number = this.parts.push(part) - 1;
        const words = part.record ? part.record.deduced.join(', ') : heading(part, number);
        this.list.append(element('li', {}, button(words, () => this.go(number), { 'aria-label': `Step ${number + 1}: ${words}` })));
        const awaited = (this.awaited ?? 1) - 1;
        if (number === awaited || (this.shown < 0 && this.awaited === undefined)) {
            this.awaited = undefined;
            this.go(number);
        } else this.label();
    }

    private go(number: number): void {
        if (number < 0 || number >= this.parts.length) return;
        this.shown = number;
        this.bench.remember({ step: number + 1 });
        this.draw();
    }

    private draw(): void {
        if (this.bench.state.tab !== 'explain') return;
        const part = this.parts[this.shown];
        const puzzle = this.bench.puzzle!;
        this.bench.board.show(part?.picture ?? puzzle.picture);
        this.bare();
        this.label();
        if (!part) return;
        const words = part.words || `${heading(part, this.shown)}: there are others`;
        this.detail.replaceChildren(...sentences({ ...part, words }));
        for (const [number, item] of [...this.list.children].entries()) {
            const own = item.firstElementChild!;
            if (number === this.shown) own.setAttribute('aria-current', 'step');
            else own.removeAttribute('aria-current');
        }
        const current = this.list.children[this.shown] as HTMLElement | undefined;
        if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
        this.bench.describe(`Step ${this.shown + 1}: ${words.split('\n')[0]!.replace(/^\d+\. /, '')}`);
    }

    /** Takes away all but the cursor. */
    private bare(): void {
        this.bench.board.bare();
        this.cursor.draw();
    }

    /** Shows on the board what a line is about: what has its colours, and the cells that it names. */
    private point(line: Element | null): void {
        const { board } = this.bench;
        this.bare();
        board.light([...(line?.querySelectorAll('mark') ?? [])].map((mark) => mark.className));
        for (const name of new Set(line?.textContent?.match(/\br\d+c\d+\b/g))) {
            const at = cellOf(name);
            if (at) board.frame(at, 'pointed');
        }
    }

    private label(): void {
        this.place.textContent = this.shown >= 0 ? `step ${this.shown + 1} of ${this.parts.length}` : '';
    }

    /** The number of the step that tells what a place has, or -1. */
    private stepOf(place: string): number {
        const values = this.places.find(({ name }) => name === place)?.values.length;
        const tells = (literal: string) => placeOf(literal) === place && !(values && /^(not |!)/.test(literal));
        return this.parts.findIndex(({ record }) => (record?.literals ?? record?.deduced ?? []).some(tells));
    }

    /** Why a place has its value: the story of the step that tells it; from the givens alone if there is no such step. */
    private async why(cell: string): Promise<void> {
        const step = this.stepOf(cell);
        if (step >= 0) return this.go(step);
        let told: Reply<StepRecord> | undefined;
        const reply = await this.bench.long(`why ${cell}`, 'explain', { ask: askOf(this.bench.puzzle!, this.ask()), cell, minimum: this.minimum.checked }, (part) => (told ??= part));
        if (!reply || !told) return;
        this.bench.board.show(told.picture ?? this.bench.puzzle!.picture);
        this.bare();
        this.place.textContent = `why ${cell}`;
        this.detail.replaceChildren(...sentences(told));
        this.bench.describe(told.words);
    }
}

/** What a part without a step is called in the list. */
function heading(part: Reply<unknown>, number: number): string {
    return part.words.split('\n')[0]!.replace(/:.*$/, '') || `solution ${number + 1}`;
}

/** How an explanation ended. */
function verdict({ record, words }: Reply<ExplainRecord>): string {
    if (record.unique === false) return SEVERAL;
    const count = record.because?.length ?? 0;
    if (record.because) return `impossible: ${count === 1 ? 'a constraint contradicts itself' : `${counted(count, 'constraint')} contradict each other`}`;
    return words.split('\n').pop() ?? '';
}
