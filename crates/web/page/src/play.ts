// Play: fill the board in, with marks, undo and redo, hints, and whether it is right so far.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import type { At } from './board';
import { button, element } from './dom';
import type { Reply, ShowRecord } from './engine/protocol';
import { type Filled, readFilled, writeFilled } from './state';

interface Place {
    name: string;
    at: At;
    /** What can be written; empty for yes and no. */
    values: string[];
}

/** One moment of the game. */
interface Moment {
    filled: Filled;
    notes: Map<number, string[]>;
}

const HELP = 'Arrow keys move, digits or Space fill in, X says no, Backspace clears, N toggles notes, H hints, Ctrl+Z undoes.';
/** Two digits that are typed within this time are one number, in milliseconds. */
const TOGETHER = 900;
/** Larger numbers are typed. */
const MOST_BUTTONS = 36;

export class PlayPanel implements Panel {
    readonly tab = 'play';
    readonly element = element('div');
    private readonly told = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'Values' });
    private readonly noting = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.toggleNotes() }, 'Notes');
    private readonly undoButton = button('Undo', () => this.undo());
    private readonly redoButton = button('Redo', () => this.redo());
    private readonly fillIn = button('Fill it in', () => this.take(), { hidden: true });
    private places: Place[] = [];
    private now: Moment = { filled: new Map(), notes: new Map() };
    private past: Moment[] = [];
    private future: Moment[] = [];
    private cursor = 0;
    private selected = new Set<number>();
    private notes = false;
    private typed = { at: 0, text: '' };
    private painting?: string;
    /** The values that there are buttons for. */
    private padded?: string[];
    /** What is filled in, as the library writes it. */
    private solution?: unknown;
    private hinted?: unknown;
    /** Pictures are asked for one after the other: only the last one counts. */
    private drawn = 0;

    constructor(private readonly bench: Bench) {
        this.element.append(
            element('div', { class: 'row' },
                button('Hint', () => this.hint(), { class: 'main' }), this.fillIn,
                button('Right so far?', () => this.rightSoFar()),
                this.undoButton, this.redoButton, this.noting,
                button('Reset', () => this.change({ filled: new Map(), notes: new Map() }))),
            this.pad, this.told,
            element('p', { class: 'quiet' }, HELP));
    }

    suits(puzzle: Puzzle): boolean {
        return (puzzle.record.blanks ?? []).some((blanks) => blanks.places.length > 0);
    }

    open(puzzle: Puzzle): void {
        this.places = (puzzle.record.blanks ?? []).flatMap(({ values, places }) => places.map(({ name, at }) => ({ name, at, values })));
        this.now = { filled: readFilled(this.bench.state.filled ?? kept(puzzle)), notes: new Map() };
        for (const place of this.now.filled.keys()) if (!this.places[place]) this.now.filled.delete(place);
        this.past = [];
        this.future = [];
        this.cursor = 0;
        this.selected.clear();
        this.solution = this.hinted = undefined;
        this.fillIn.hidden = true;
        this.told.replaceChildren();
        this.padded = undefined;
    }

    show(): void {
        void this.draw();
    }

    key(event: KeyboardEvent): boolean {
        if (event.ctrlKey || event.metaKey) {
            if (event.key === 'z' && !event.shiftKey) return this.undo(), true;
            if (event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey)) return this.redo(), true;
            return false;
        }
        const arrows: Record<string, At> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        const arrow = arrows[event.key];
        const values = this.places[this.cursor]?.values ?? [];
        if (arrow) this.move(arrow, event.shiftKey);
        else if (event.key === ' ' || event.key === 'Enter') this.cycle();
        else if (['Backspace', 'Delete', '0'].includes(event.key) && !(event.key === '0' && (values.includes('0') || this.joins('0')))) this.clear();
        else if (this.type(event.key)) return true;
        else if (event.key === 'x') this.write('no');
        else if (event.key === 'n') this.toggleNotes();
        else if (event.key === 'h') void this.hint();
        else return false;
        return true;
    }

    pointer(event: PointerEvent): void {
        if (event.type === 'pointerup') {
            this.painting = undefined;
            return;
        }
        if (event.type === 'pointermove' && event.buttons === 0) return;
        const at = this.bench.board.at(event);
        const place = at === undefined ? -1 : this.nearest(at);
        if (place < 0) return;
        const isValue = this.places[place]!.values.length > 0;
        if (event.type === 'pointerdown') {
            if (!event.shiftKey) this.selected.clear();
            this.cursor = place;
            if (!isValue) {
                // The first place says what is painted; the others become the same.
                const next = event.button === 2 || event.shiftKey ? 'no' : { '': 'yes', yes: 'no', no: '' }[this.now.filled.get(place) ?? ''];
                this.painting = next ?? '';
                this.set([place], this.painting);
                return;
            }
        } else if (!isValue) {
            if (this.painting !== undefined && this.sameKind(place, this.cursor) && (this.now.filled.get(place) ?? '') !== this.painting) this.set([place], this.painting);
            return;
        }
        this.selected.add(place);
        if (event.type === 'pointermove') this.selected.add(this.cursor);
        this.decorate();
    }

    /** Buttons for what can be written where the cursor is. */
    private fillPad(values: string[]): void {
        if (this.padded === values) return;
        this.padded = values;
        this.noting.hidden = values.length === 0;
        const words: [string, string][] = values.length ? values.slice(0, MOST_BUTTONS).map((value) => [value, value]) : [['yes', '■ yes'], ['no', '× no']];
        this.pad.replaceChildren(
            ...words.map(([value, words]) => button(words, () => this.write(value))),
            button('⌫', () => this.clear(), { 'aria-label': 'Clear' }));
    }

    // ---- what is filled in

    private chosen(): number[] {
        return this.selected.size > 0 ? [...this.selected] : [this.cursor];
    }

    private write(value: string): void {
        const places = this.chosen().filter((place) => this.allows(place, value));
        if (this.notes && this.places[this.cursor]!.values.length) {
            const notes = new Map(this.now.notes);
            for (const place of places) {
                const old = notes.get(place) ?? [];
                notes.set(place, old.includes(value) ? old.filter((other) => other !== value) : [...old, value].sort((a, b) => Number(a) - Number(b)));
            }
            this.change({ filled: this.now.filled, notes });
        } else this.set(places, value);
    }

    private allows(place: number, value: string): boolean {
        const { values } = this.places[place]!;
        return values.length ? values.includes(value) : value === 'yes' || value === 'no';
    }

    private clear(): void {
        this.set(this.chosen(), '');
    }

    private cycle(): void {
        const { values } = this.places[this.cursor]!;
        const all = values.length ? values : ['yes', 'no'];
        const next = all[all.indexOf(this.now.filled.get(this.cursor) ?? '') + 1] ?? '';
        this.set([this.cursor], next);
    }

    /** A digit, or a further one of a number. */
    private type(key: string): boolean {
        const values = this.places[this.cursor]?.values ?? [];
        const joined = this.typed.text + key;
        const value = this.joins(key) ? joined : values.find((value) => value === key) ?? values.find((value) => /^[a-z]/i.test(value) && value[0] === key);
        if (value === undefined) return false;
        this.typed = { at: Date.now(), text: value };
        this.write(value);
        return true;
    }

    private joins(key: string): boolean {
        return Date.now() - this.typed.at < TOGETHER && (this.places[this.cursor]?.values ?? []).includes(this.typed.text + key);
    }

    private set(places: number[], value: string): void {
        const filled = new Map(this.now.filled);
        for (const place of places) {
            if (value) filled.set(place, value);
            else filled.delete(place);
        }
        const notes = new Map(this.now.notes);
        for (const place of places) notes.delete(place);
        this.change({ filled, notes });
    }

    private change(next: Moment): void {
        this.past.push(this.now);
        this.future = [];
        this.to(next);
    }

    private undo(): void {
        const before = this.past.pop();
        if (!before) return;
        this.future.push(this.now);
        this.to(before);
    }

    private redo(): void {
        const after = this.future.pop();
        if (!after) return;
        this.past.push(this.now);
        this.to(after);
    }

    private to(moment: Moment): void {
        this.now = moment;
        this.hinted = undefined;
        this.fillIn.hidden = true;
        const filled = writeFilled(moment.filled);
        this.bench.remember({ filled });
        keep(this.bench.puzzle!, filled);
        void this.draw();
    }

    private toggleNotes(): void {
        this.notes = !this.notes;
        this.noting.setAttribute('aria-pressed', String(this.notes));
    }

    // ---- the board

    private async draw(): Promise<void> {
        const turn = ++this.drawn;
        this.undoButton.disabled = this.past.length === 0;
        this.redoButton.disabled = this.future.length === 0;
        this.decorate();
        const reply: Reply<ShowRecord> = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), filled: Object.fromEntries(this.now.filled) });
        if (turn !== this.drawn || this.bench.state.tab !== 'play') return;
        this.solution = reply.record.solution;
        if (reply.picture) this.bench.board.show(reply.picture);
        this.decorate();
        if (this.places.every((place, number) => this.now.filled.has(number) || place.values.length === 0)) await this.finished(turn);
    }

    /** Whether the board is solved, if places that are not chosen are left out. */
    private async finished(turn: number): Promise<void> {
        const left = this.places.map((place, number) => [number, this.now.filled.get(number) ?? (place.values.length ? undefined : 'no')] as const);
        const filled = Object.fromEntries(left.filter(([, value]) => value !== undefined));
        const ask = askOf(this.bench.puzzle!);
        const whole: Reply<ShowRecord> = await this.bench.ask('show', { ask, filled });
        if (!whole.record.solution || this.now.filled.size === 0) return;
        const checked = await this.bench.ask('check', { ask, solution: JSON.stringify({ solution: whole.record.solution }) });
        if (turn === this.drawn && checked.status === 'solved') this.bench.tell('Solved: legal and complete', 'good', 'the referee checked it');
    }

    private decorate(): void {
        const { board } = this.bench;
        board.bare();
        for (const place of this.selected) board.frame(this.places[place]!.at, 'selected');
        for (const [place, value] of this.now.filled) if (value === 'no') board.not(this.places[place]!.at);
        for (const [place, words] of this.now.notes) board.note(this.places[place]!.at, words);
        const place = this.places[this.cursor];
        if (!place) return;
        this.fillPad(place.values);
        board.frame(place.at, 'cursor');
        this.bench.describe(`${place.name}: ${this.now.filled.get(this.cursor) ?? 'empty'}`);
    }

    /** To the nearest place in that direction. */
    private move([down, right]: At, extend: boolean): void {
        const from = this.places[this.cursor]!.at;
        let best = -1;
        let least = Infinity;
        for (const [number, { at }] of this.places.entries()) {
            const along = (at[0] - from[0]) * down + (at[1] - from[1]) * right;
            const aside = Math.abs((at[0] - from[0]) * right) + Math.abs((at[1] - from[1]) * down);
            const distance = along + 3 * aside;
            if (along > 0 && aside <= along && distance < least) [best, least] = [number, distance];
        }
        if (best < 0) return;
        if (extend) this.selected.add(this.cursor).add(best);
        else this.selected.clear();
        this.cursor = best;
        this.typed.text = '';
        this.decorate();
    }

    private nearest(at: At): number {
        const distance = (place: Place) => Math.hypot(place.at[0] - at[0], place.at[1] - at[1]);
        let best = -1;
        for (const [number, place] of this.places.entries()) if (distance(place) < 1.2 && (best < 0 || distance(place) < distance(this.places[best]!))) best = number;
        return best;
    }

    private sameKind(one: number, other: number): boolean {
        return this.places[one]!.at.every((half, side) => half % 2 === this.places[other]!.at[side]! % 2) || this.places[one]!.at[0] % 2 !== this.places[one]!.at[1] % 2;
    }

    // ---- questions

    private from(): object {
        return this.solution && this.now.filled.size ? { from: { name: 'what is filled in', text: JSON.stringify({ solution: this.solution }) } } : {};
    }

    private async hint(): Promise<void> {
        const parts: Reply[] = [];
        const reply = await this.bench.long('looking for a hint', 'hint', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 60 } }), ...this.from() }, (part) => parts.push(part));
        if (!reply) return;
        const step = parts.find((part) => part.picture) ?? reply;
        this.drawn++;
        if (step.picture) this.bench.board.show(step.picture);
        const record = step.record as { deduced?: string[]; because?: { sentence: string }[] } | null;
        if (record?.deduced && record.because) {
            this.told.replaceChildren(
                element('p', { class: 'deduced' }, element('strong', {}, record.deduced.join(', ')), ', because:'),
                element('ul', {}, ...record.because.map(({ sentence }) => element('li', {}, sentence))));
            this.hinted = step.solution;
            this.fillIn.hidden = !this.hinted;
        } else this.told.replaceChildren(...reply.words.split('\n').map((line) => element('p', {}, line)));
    }

    /** Fills in what the hint said. */
    private async take(): Promise<void> {
        if (!this.hinted) return;
        const from = { name: 'the hint', text: JSON.stringify({ solution: this.hinted }) };
        const reply: Reply<ShowRecord> = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), from });
        const filled = new Map(Object.entries(reply.record.filled ?? {}).map(([place, value]) => [Number(place), value]));
        this.change({ filled: new Map([...filled, ...this.now.filled]), notes: this.now.notes });
        this.told.replaceChildren();
    }

    private async rightSoFar(): Promise<void> {
        if (!this.solution || this.now.filled.size === 0) return this.bench.tell('nothing is filled in yet', 'plain');
        const reply = await this.bench.long('looking whether it is right', 'right-so-far', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 60 } }), ...this.from() });
        if (!reply) return;
        this.drawn++;
        if (reply.picture) this.bench.board.show(reply.picture);
        this.bench.tell(reply.words, reply.status === 'solved' ? 'good' : 'bad');
    }
}

const KEPT = 'jigsat:filled:';
/** So many boards are kept in the browser. */
const MOST_KEPT = 100;

function keep(puzzle: Puzzle, filled: string): void {
    try {
        const key = KEPT + puzzle.file.text;
        localStorage.removeItem(key);
        if (filled) localStorage.setItem(key, filled);
        const all = Object.keys(localStorage).filter((key) => key.startsWith(KEPT));
        for (const old of all.slice(0, Math.max(0, all.length - MOST_KEPT))) if (old !== key) localStorage.removeItem(old);
    } catch {
        // A browser that keeps nothing loses nothing but that.
    }
}

function kept(puzzle: Puzzle): string | undefined {
    try {
        return localStorage.getItem(KEPT + puzzle.file.text) ?? undefined;
    } catch {
        return undefined;
    }
}
