// Explain: the solution step by step, or why there is none. Each step is a sentence, a picture, and its reasons.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import type { At } from './board';
import { button, element } from './dom';
import type { Reply, ShowRecord, StepRecord } from './engine/protocol';
import { readFilled } from './state';

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
    private shown = -1;
    private begun = false;
    /** The step that the address named, until it is there. */
    private awaited?: number;

    constructor(private readonly bench: Bench) {
        this.element.append(
            element('div', { class: 'row' },
                button('Explain', () => this.explain(), { class: 'main' }),
                button('◀', () => this.go(this.shown - 1), { 'aria-label': 'Previous step' }), this.place,
                button('▶', () => this.go(this.shown + 1), { 'aria-label': 'Next step' })),
            element('label', { class: 'quiet' }, this.minimum, ' look for the smallest reasons, and prove that none are smaller (slower)'),
            this.fromHereLabel, this.detail, this.list);
    }

    suits(puzzle: Puzzle): boolean {
        return puzzle.family.abilities.explanation;
    }

    open(): void {
        this.parts = [];
        this.shown = -1;
        this.begun = false;
        this.fromHere.checked = false;
        this.awaited = this.bench.state.step;
        this.list.replaceChildren();
        this.detail.replaceChildren(element('p', { class: 'quiet' }, 'Each step is found with the fewest reasons that lead to it. Use the arrow keys on the board; click a cell to ask why it has its value.'));
        this.place.textContent = '';
    }

    show(): void {
        this.fromHereLabel.hidden = !this.bench.state.filled || !this.bench.puzzle?.record.blanks;
        if (!this.begun) void this.explain();
        else this.draw();
    }

    key(event: KeyboardEvent): boolean {
        const to: Record<string, number> = { ArrowLeft: this.shown - 1, ArrowUp: this.shown - 1, ArrowRight: this.shown + 1, ArrowDown: this.shown + 1, Home: 0, End: this.parts.length - 1 };
        if (!(event.key in to)) return false;
        this.go(to[event.key]!);
        return true;
    }

    pointer(event: PointerEvent): void {
        if (event.type !== 'pointerup') return;
        const at = this.bench.board.at(event);
        const name = at && this.placeAt(at);
        if (name) void this.why(name);
    }

    /** Begins again. */
    private async explain(): Promise<void> {
        this.begun = true;
        this.parts = [];
        this.list.replaceChildren();
        this.shown = -1;
        const puzzle = this.bench.puzzle!;
        this.bench.board.show(puzzle.picture);
        const from = await this.from();
        const reply = await this.bench.long('explaining', 'explain', { ask: askOf(puzzle, this.ask()), ...from, minimum: this.minimum.checked }, (part) => this.add(part));
        if (!reply) return;
        const last = reply.words.split('\n').pop() ?? '';
        this.bench.tell(last, reply.status === 'impossible' ? 'bad' : 'plain');
        if (this.parts.length === 0) this.detail.replaceChildren(element('p', {}, reply.words));
    }

    private ask() {
        const { encoding } = this.bench.state;
        return { formula: encoding ? { encoding } : {}, search: { timeout_s: TIME } };
    }

    /** What is filled in, if the explanation begins there. */
    private async from(): Promise<object> {
        if (!this.fromHere.checked) return {};
        const filled = Object.fromEntries(readFilled(this.bench.state.filled));
        const reply: Reply<ShowRecord> = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), filled });
        return { from: { name: 'what is filled in', text: JSON.stringify({ solution: reply.record.solution }) } };
    }

    /** Another part is there. Those without a picture or a step end an explanation. */
    private add(part: Reply<StepRecord | null>): void {
        if (!part.record && !part.picture) return;
        const number = this.parts.push(part) - 1;
        const words = part.record ? part.record.deduced.join(', ') : part.words.split('\n')[0] || 'picture';
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
        const part = this.parts[this.shown];
        const puzzle = this.bench.puzzle!;
        this.bench.board.show(part?.picture ?? puzzle.picture);
        this.bench.board.bare();
        this.label();
        if (!part) return;
        this.detail.replaceChildren(...sentences(part));
        for (const [number, item] of [...this.list.children].entries()) {
            const own = item.firstElementChild!;
            if (number === this.shown) own.setAttribute('aria-current', 'step');
            else own.removeAttribute('aria-current');
        }
        const current = this.list.children[this.shown] as HTMLElement | undefined;
        if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
        this.bench.describe(`Step ${this.shown + 1}: ${part.words.split('\n')[0]}`);
    }

    private label(): void {
        this.place.textContent = this.parts.length ? `step ${this.shown + 1} of ${this.parts.length}` : '';
    }

    /** The place of the board that is nearest. */
    private placeAt([down, right]: At): string | undefined {
        const places = (this.bench.puzzle?.record.blanks ?? []).flatMap((blanks) => blanks.places);
        const distance = ({ at }: { at: At }) => Math.hypot(at[0] - down, at[1] - right);
        const nearest = places.reduce<(typeof places)[0] | undefined>((best, place) => (!best || distance(place) < distance(best) ? place : best), undefined);
        return nearest && distance(nearest) < 1.5 ? nearest.name : undefined;
    }

    /** Why a cell has its value. */
    private async why(cell: string): Promise<void> {
        let told: Reply<StepRecord> | undefined;
        const reply = await this.bench.long(`why ${cell}`, 'explain', { ask: askOf(this.bench.puzzle!, this.ask()), cell, minimum: this.minimum.checked }, (part) => (told ??= part));
        if (!reply || !told) return;
        this.bench.board.show(told.picture ?? this.bench.puzzle!.picture);
        this.bench.board.bare();
        this.detail.replaceChildren(...sentences(told));
        this.bench.describe(told.words);
    }
}

/** A step in words: what is deduced, and a list of why. */
function sentences(part: Reply<StepRecord | null>): Node[] {
    const step = part.record;
    if (!step) return part.words.split('\n').map((line) => element('p', {}, line));
    return [
        element('p', { class: 'deduced' }, element('strong', {}, step.deduced.join(', ')), step.because.length ? ', because:' : ''),
        element('ul', {}, ...step.because.map(({ sentence }) => element('li', {}, sentence))),
    ];
}
