// Play: fill the board in, with marks, undo and redo, hints, and whether it is right so far.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import type { At } from './board';
import { Common } from './common';
import { button, element, helpOf } from './dom';
import type { Reply, ShowRecord, StepRecord } from './engine/protocol';
import { EMPTY, Game, type Mark, type Moment } from './game';
import { type Hint, Hints, startingFrom } from './hints';
import { HUES, Pad, YES_NO } from './pad';
import { type Known, type Place, type Star, arrow, cellOf, fixedOf, givens, isCell, placeAt, placeOf, placesOf, starsOf, toward } from './places';
import { listed, sentences } from './sentences';
import { writeFilled } from './state';

/** The kinds of marks, with the key that turns to each, and how it is called. */
const MARKS: [mark: Mark, key: string, words: string][] = [['notes', 'n', 'Notes'], ['corners', 'm', 'Corners'], ['colours', 'c', 'Colours']];
/** How boards are filled in: with YES and NO for what is chosen, and what is not. */
const HELP = {
    values: {
        byMouse: 'Click a cell, then type or click its value. Drag over several cells to fill them in at once.',
        byTouch: 'Tap a cell, then a value. Drag over several cells to fill them in at once.',
        byKeys: 'digits or Space fill in',
    },
    borders: {
        byMouse: 'Drag from cell to cell, or click the border between them: once for the first value, again for the next one, then for none.',
        byTouch: 'Drag from cell to cell, or tap the border between them: once for the first value, again for the next one, then for none.',
        byKeys: 'digits or Space fill in',
    },
    signs: {
        byMouse: 'Click for YES, again for NO, once more for nothing; a right click says NO. Drag to fill in several.',
        byTouch: 'Tap for YES, again for NO, once more for nothing. Drag to fill in several.',
        byKeys: 'Space fills in, X says NO',
    },
};
const ZOOM = 'Two fingers zoom and move the page.';
/** Two digits that are typed within this time are one number, in milliseconds. */
const TOGETHER = 900;
/** A drag is followed in steps of this length, in half cells. */
const STRIDE = 0.2;
/** How far from the middle of a border it is still meant, in half cells along the board's lines. A finger is less exact. */
const REACH: Record<string, number> = { mouse: 0.75, pen: 0.75, touch: 0.9 };
/** So far a pointer moves, in half cells, until it is a drag. */
const JITTER = 0.4;

export class PlayPanel implements Panel {
    readonly tab = 'play';
    readonly element = element('div', { class: 'play' });
    private readonly told = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly pad = new Pad((value) => this.write(value), () => this.clear());
    private readonly marking = MARKS.map(([mark, , words]) => button(words, () => this.mark(mark), { class: 'mark', 'aria-pressed': 'false' }));
    private readonly help = element('div');
    private readonly undoButton = button('Undo', () => this.undo());
    private readonly redoButton = button('Redo', () => this.redo());
    private readonly fillIn = button('Fill it in', () => this.take(), { class: 'fill', hidden: true });
    /** The places that are filled in, by the numbers that they have for the library, and after them those that are given. */
    private places: Place[] = [];
    private count = 0;
    private game = new Game('');
    private cursor = 0;
    private selected = new Set<number>();
    /** What is written: values, unless it is one of the marks. */
    private writing?: Mark;
    private typed = { at: 0, text: '' };
    /** What a drag paints, from the first place that it meets on. */
    private stroke?: { last: At; reach: number; value?: string; first?: number; isNo: boolean; hasBegun: boolean; hasMoved: boolean };
    /** What is said at the end of a drag. */
    private unsaid?: Parameters<Bench['tell']>;
    private given = new Map<number, string>();
    /** When it is known what is given; asked when the board is first played. */
    private known?: Promise<void>;
    private stars = new Map<string, Star>();
    private hints = this.newHints();
    private readonly common: Common;
    /** The rule that is broken, in words. */
    private broken = '';
    private hinted?: Hint;
    /** Whether the referee accepted what there is now. */
    private isSolved = false;
    /** Pictures are asked for one after the other: only the last one counts. */
    private drawn = 0;

    constructor(private readonly bench: Bench) {
        this.common = new Common(bench, this.tab, () => void this.common.follow(this.now.filled), () => this.decorate());
        this.element.append(
            element('div', { class: 'hand' }, this.pad.element,
                element('div', { class: 'row' }, this.undoButton, this.redoButton, ...this.marking, button('Hint', () => this.hint(), { class: 'main' }), this.fillIn)),
            element('div', { class: 'row' },
                button('Right so far?', () => this.rightSoFar()),
                button('Reset', () => this.change(EMPTY))),
            this.told, this.common.element, this.help);
    }

    suits(puzzle: Puzzle): boolean {
        return (puzzle.record.blanks ?? []).some((blanks) => blanks.places.length > 0);
    }

    open(puzzle: Puzzle): void {
        this.places = placesOf(puzzle.record.blanks);
        this.count = this.places.length;
        const fixed = fixedOf(puzzle.record.blanks);
        this.places.push(...fixed.map(({ place }) => place));
        this.game = new Game(puzzle.file.text, this.bench.state.filled);
        const wrong = this.game.leaveOut(([place, value]) => place >= this.count || !this.allows(place, value));
        if (wrong.length) this.bench.tell(`left out of what is filled in: ${wrong.map(([place, value]) => `'${value}' in ${this.places[place]?.name ?? `place ${place}`}`).join(', ')}`, 'bad', 'there is no such place or value on this board');
        // Of a puzzle without such places, such as a level, what is filled in is another panel's.
        if (this.places.length) this.bench.remember({ filled: writeFilled(this.now.filled) });
        this.cursor = 0;
        this.selected.clear();
        this.stroke = this.unsaid = this.hinted = undefined;
        this.hints = this.newHints();
        this.fillIn.hidden = true;
        this.told.replaceChildren();
        this.common.end();
        this.pad.forget();
        this.given = new Map(fixed.map(({ value }, number) => [this.count + number, value]));
        this.broken = '';
        this.isSolved = false;
        this.stars = new Map(this.places.flatMap(({ values }, place) => (place > 0 && values === this.places[place - 1]!.values ? [] : [...starsOf(values)])));
        const hasValues = this.places.some(({ values }) => values.length);
        const { byMouse, byTouch, byKeys } = HELP[!hasValues ? 'signs' : this.places.every(isPainted) ? 'borders' : 'values'];
        const stars = this.stars.size ? ' Drag from a star to give it cells.' : '';
        // A frame in another page doesn't have all keys.
        const keys = `Arrow keys move, ${byKeys}, Backspace clears, H hints, Ctrl+Z undoes${this.bench.state.embed ? '' : '; ? shows all keys'}.`;
        // A cell is sea or land; what lies between cells is on the loop or not, which is no name.
        const [yes, no] = this.places.find(({ at }) => isCell(at))?.words ?? YES_NO;
        const inWords = (help: string) => help.replaceAll('YES', yes).replaceAll('NO', no);
        this.help.replaceChildren(helpOf(inWords(`${byMouse}${stars} ${keys}`), inWords(`${byTouch}${stars} ${ZOOM}`)));
        this.known = undefined;
    }

    /** Finds out what is given, which nobody fills in; other families than genres leave it out of the places. */
    private async learn(puzzle: Puzzle): Promise<void> {
        if (!puzzle.family.encodings.includes('model')) return;
        const reply: Reply<Known> = await this.bench.ask('encode', { ask: askOf(puzzle), groups: true, assume: [] });
        if (this.bench.puzzle !== puzzle) return;
        this.given = new Map([...this.given, ...givens(this.places, reply.record)]);
        this.game.leaveOut(([place]) => this.given.has(place));
        const open = this.places.findIndex((_, place) => !this.given.has(place));
        if (this.given.has(this.cursor) && open >= 0) this.cursor = open;
    }

    private newHints(): Hints {
        return new Hints(this.bench, () => {
            const names = new Set([...this.given.keys()].map((place) => this.places[place]!.name));
            return { places: this.given, has: (literal) => names.has(placeOf(literal)) };
        });
    }

    show(): void {
        void this.draw();
    }

    key(event: KeyboardEvent): boolean {
        const letter = event.key.toLowerCase();
        if (event.ctrlKey || event.metaKey) {
            if (letter === 'z' && !event.shiftKey) return this.undo(), true;
            if (letter === 'y' || (letter === 'z' && event.shiftKey)) return this.redo(), true;
            return false;
        }
        const way = arrow(event.key);
        const values = this.places[this.cursor]?.values ?? [];
        if (way) this.move(way, event.shiftKey);
        else if (event.key === ' ' || event.key === 'Enter') this.cycle();
        // On some keyboards digits are typed with Shift.
        else if (event.shiftKey && /^Digit\d$/.test(event.code) && event.key !== event.code.slice(-1) && values.length) this.write(event.code.slice(-1), false, 'corners');
        else if (['Backspace', 'Delete', '0'].includes(event.key) && !(event.key === '0' && (values.includes('0') || this.joins('0')))) this.clear();
        else if (this.type(event.key)) return true;
        else if (letter === 'x') this.write('no');
        else if (MARKS.some(([, key]) => key === letter)) this.mark(MARKS.find(([, key]) => key === letter)![0]);
        else if (letter === 'h') void this.hint();
        else return false;
        return true;
    }

    pointer(event: PointerEvent): void {
        const at = this.bench.board.at(event);
        if (event.type === 'pointerdown') {
            if (at) this.press(at, event.shiftKey, event.ctrlKey || event.metaKey, event.button === 2, REACH[event.pointerType] ?? REACH.mouse!);
            return;
        }
        // A finger may have been lifted further on than it was last seen.
        if (at && this.stroke && (event.buttons !== 0 || event.type === 'pointerup')) this.drag(at);
        // Without a button, it was lifted somewhere else.
        if (event.type === 'pointerup' || event.buttons === 0) this.endStroke();
    }

    abandon(): void {
        if (this.stroke?.hasBegun && this.game.takeBack()) this.changed();
        this.endStroke();
        this.selected.clear();
        this.decorate();
    }

    private press(at: At, shift: boolean, more: boolean, right: boolean, reach: number): void {
        const place = placeAt(this.places, at, reach);
        const own = this.places[place];
        if (more && own?.values.length) return this.choose(place);
        if (!shift) this.selected.clear();
        this.stroke = { last: at, reach, isNo: right || shift, hasBegun: false, hasMoved: false };
        if (!own) return;
        this.cursor = place;
        // A drag from a star, or from a cell that has one, gives others the same.
        const star = this.given.get(place) ?? this.now.filled.get(place);
        if (isPainted(own)) this.paint(place);
        else if (star !== undefined && this.stars.has(star) && !shift) this.stroke.value = star;
        else this.selected.add(place);
        this.decorate();
    }

    /** Adds a place to those that are selected, or takes it out. */
    private choose(place: number): void {
        if (this.selected.size === 0) this.selected.add(this.cursor);
        if (!this.selected.delete(place)) this.selected.add(place);
        this.cursor = place;
        this.decorate();
    }

    private endStroke(): void {
        this.stroke = undefined;
        if (this.unsaid) this.bench.tell(...this.unsaid);
        this.unsaid = undefined;
    }

    /** Follows a drag in short steps: the pointer may have gone far since it was last seen. */
    private drag(to: At): void {
        const { last, reach } = this.stroke!;
        // A finger that taps is never quite still.
        if (!this.stroke!.hasMoved && Math.hypot(to[0] - last[0], to[1] - last[1]) < JITTER) return;
        this.stroke!.hasMoved = true;
        const steps = Math.ceil(Math.hypot(to[0] - last[0], to[1] - last[1]) / STRIDE);
        for (let step = 1; step <= steps; step++) {
            const part = step / steps;
            const place = placeAt(this.places, [last[0] + part * (to[0] - last[0]), last[1] + part * (to[1] - last[1])], reach);
            const own = this.places[place];
            if (!own) continue;
            if (isPainted(own) || this.stroke!.value !== undefined) this.paint(place);
            else {
                this.selected.add(place).add(this.cursor);
                this.decorate();
            }
        }
        this.stroke!.last = to;
    }

    /** The first place says what is painted; the others of its kind become the same. */
    private paint(place: number): void {
        const { stroke } = this;
        if (!stroke || (stroke.first !== undefined && isCell(this.places[place]!.at) !== isCell(this.places[stroke.first]!.at))) return;
        const old = this.now.filled.get(place) ?? '';
        stroke.value ??= !stroke.isNo ? this.after(place, old) : ['no', '0'].find((no) => this.allows(place, no)) ?? '';
        stroke.first ??= place;
        this.cursor = place;
        if (old === stroke.value) return;
        const goesOn = stroke.hasBegun;
        stroke.hasBegun = true;
        this.set([place], stroke.value, goesOn);
    }

    /** Buttons for what can be written where the cursor is. */
    private fillPad({ values, words }: Pick<Place, 'values' | 'words'> = { values: [] }): void {
        for (const marking of this.marking) marking.hidden = values.length === 0;
        this.pad.show(this.writing === 'colours' && values.length ? HUES : values, this.stars, words);
    }

    // ---- what is filled in

    private all(): number[] {
        return this.selected.size > 0 ? [...this.selected] : [this.cursor];
    }

    private chosen(): number[] {
        return this.all().filter((place) => !this.given.has(place));
    }

    /** Writes a value; one that goes on with the digits before it takes the place of that before. */
    private write(value: string, goesOn = false, mark = this.writing): void {
        if (!mark || !this.places[this.cursor]!.values.length) return this.set(this.chosen().filter((place) => this.allows(place, value)), value, goesOn);
        // Cells that are given may have colours, too.
        const places = mark === 'colours' ? this.all() : this.chosen().filter((place) => this.allows(place, value));
        const marks = new Map(this.now[mark]);
        const isThere = places.every((place) => marks.get(place)?.includes(value));
        for (const place of places) {
            const others = (marks.get(place) ?? []).filter((other) => other !== value);
            const next = isThere ? others : [...others, value].sort((a, b) => Number(a) - Number(b));
            if (next.length) marks.set(place, next);
            else marks.delete(place);
        }
        this.change({ ...this.now, [mark]: marks });
    }

    private allows(place: number, value: string): boolean {
        const { values } = this.places[place]!;
        return values.length ? values.includes(value) : value === 'yes' || value === 'no';
    }

    /** Takes out values; where there are none, marks of all kinds. */
    private clear(): void {
        const places = this.all();
        if (places.some((place) => this.now.filled.has(place))) return this.set(this.chosen(), '');
        const without = (marks: Map<number, string[]>) => new Map([...marks].filter(([place]) => !places.includes(place)));
        const { filled, notes, corners, colours } = this.now;
        this.change({ filled, notes: without(notes), corners: without(corners), colours: without(colours) });
    }

    private cycle(): void {
        this.set([this.cursor], this.after(this.cursor, this.now.filled.get(this.cursor) ?? ''));
    }

    /** The next value of a place; after the last one nothing. */
    private after(place: number, value: string): string {
        const own = this.places[place]!;
        const values = own.values.length ? own.values : ['yes', 'no'];
        const all = [...values.filter((value) => !isNo(own, value)), ...values.filter((value) => isNo(own, value))];
        return all[all.indexOf(value) + 1] ?? '';
    }

    /** A digit, or a further one of a number. */
    private type(key: string): boolean {
        const own = this.places[this.cursor]?.values ?? [];
        const values = this.writing === 'colours' && own.length ? HUES : own;
        const goesOn = this.joins(key);
        const label = goesOn ? this.typed.text + key : key;
        const value = values.find((value) => this.label(value) === label)
            ?? values.find((value) => /^[a-z]/i.test(value) && !this.stars.has(value) && value[0]!.toLowerCase() === key.toLowerCase());
        if (value === undefined) return false;
        this.typed = { at: Date.now(), text: label };
        this.write(value, goesOn && !this.writing);
        return true;
    }

    private label(value: string): string {
        return this.stars.get(value)?.label ?? value;
    }

    private joins(key: string): boolean {
        const isSoon = this.typed.text !== '' && Date.now() - this.typed.at < TOGETHER;
        return isSoon && (this.places[this.cursor]?.values ?? []).some((value) => this.label(value) === this.typed.text + key);
    }

    private set(all: number[], value: string, instead = false): void {
        const places = all.filter((place) => !this.given.has(place));
        if (places.length === 0) return;
        const filled = new Map(this.now.filled);
        for (const place of places) {
            if (value) filled.set(place, value);
            else filled.delete(place);
        }
        const notes = new Map(this.now.notes);
        const corners = new Map(this.now.corners);
        for (const place of places) {
            notes.delete(place);
            corners.delete(place);
        }
        this.change({ ...this.now, filled, notes, corners }, instead);
    }

    private change(next: Moment, instead = false): void {
        if (this.game.change(next, instead)) this.changed();
    }

    private undo(): void {
        if (this.game.undo()) this.changed();
    }

    private redo(): void {
        if (this.game.redo()) this.changed();
    }

    /** What was said is not about the board that there is now. */
    private changed(): void {
        this.hinted = undefined;
        this.told.replaceChildren();
        this.hideFillIn();
        this.isSolved = false;
        this.say('');
        this.bench.remember({ filled: writeFilled(this.now.filled) });
        void this.draw();
    }

    /** Says something above the board, which may move the board: under a drag not before its end. */
    private say(...words: Parameters<Bench['tell']>): void {
        if (this.stroke?.hasBegun) this.unsaid = words;
        else this.bench.tell(...words);
    }

    private get now(): Moment {
        return this.game.now;
    }

    /** The focus doesn't go with the button. */
    private hideFillIn(): void {
        const hadFocus = document.activeElement === this.fillIn;
        this.fillIn.hidden = true;
        if (hadFocus) this.bench.focus();
    }

    /** Turns to a kind of marks, or back to values. */
    private mark(mark: Mark): void {
        this.writing = this.writing === mark ? undefined : mark;
        MARKS.forEach(([own], number) => this.marking[number]!.setAttribute('aria-pressed', String(own === this.writing)));
        this.fillPad(this.places[this.cursor]);
    }

    // ---- the board

    private async draw(): Promise<void> {
        const turn = ++this.drawn;
        this.undoButton.disabled = !this.game.canUndo;
        this.redoButton.disabled = !this.game.canRedo;
        this.decorate();
        await (this.known ??= this.learn(this.bench.puzzle!));
        if (turn !== this.drawn) return;
        const puzzle = this.bench.puzzle!;
        const isEmpty = this.now.filled.size === 0;
        const shown: { picture?: string; record: ShowRecord } = isEmpty ? puzzle : await this.bench.ask('show', { ask: askOf(puzzle), filled: Object.fromEntries(this.now.filled) });
        if (turn !== this.drawn || this.bench.state.tab !== 'play') return;
        if (shown.picture) this.bench.board.show(shown.picture);
        this.broken = (!isEmpty && shown.record.violation) || '';
        if (this.broken) this.say(this.broken, 'bad');
        this.decorate();
        void this.common.follow(this.now.filled);
        if (!this.broken && this.places.every((place, number) => this.now.filled.has(number) || this.given.has(number) || place.values.length === 0)) await this.finished(turn);
    }

    /** Whether the board is solved, if places that are not chosen are left out. */
    private async finished(turn: number): Promise<void> {
        const filled = Object.fromEntries(this.places.slice(0, this.count).flatMap((place, number) => {
            const value = this.given.get(number) ?? this.now.filled.get(number) ?? (place.values.length ? undefined : 'no');
            return value === undefined ? [] : [[number, value]];
        }));
        const ask = askOf(this.bench.puzzle!);
        const whole: Reply<ShowRecord> = await this.bench.ask('show', { ask, filled });
        if (!whole.record.solution || this.now.filled.size === 0) return;
        const checked = await this.bench.ask('check', { ask, solution: JSON.stringify({ solution: whole.record.solution }) });
        if (turn !== this.drawn) return;
        this.isSolved = checked.status === 'solved';
        if (this.isSolved) this.sayItIsSolved();
        // Where places are only chosen or not, a board is never said to be full.
        else if (this.places.every(({ values }) => values.length)) this.say('The board is full, but not right', 'bad', checked.words);
    }

    private sayItIsSolved(): void {
        this.say('Solved: legal and complete', 'good', 'the referee checked it');
    }

    private decorate(): void {
        const { board } = this.bench;
        board.bare();
        for (const [place, value] of [...this.given, ...this.now.filled]) if (this.stars.has(value)) board.member(this.places[place]!.at, this.stars.get(value)!.label, !this.given.has(place));
        for (const { label, at } of this.stars.values()) board.star(at, label);
        for (const [place, numbers] of this.now.colours) board.colour(this.places[place]!.at, numbers.map((number) => Number(number) - 1));
        for (const place of this.selected) board.frame(this.places[place]!.at, 'selected');
        for (const at of this.wrong()) board.frame(at, 'clash');
        for (const [place, value] of this.now.filled) if (isNo(this.places[place]!, value)) board.not(this.places[place]!.at);
        for (const [place, words] of this.now.notes) board.note(this.places[place]!.at, words.map((word) => this.label(word)));
        for (const [place, words] of this.now.corners) board.corner(this.places[place]!.at, words.map((word) => this.label(word)));
        const isOpen = (place: number) => !this.given.has(place) && !this.now.filled.has(place) && !this.now.notes.has(place);
        this.common.draw(this.places, isOpen, (value) => this.label(value));
        const place = this.places[this.cursor];
        if (!place) return;
        this.fillPad(place);
        board.frame(place.at, 'cursor');
        const given = this.given.get(this.cursor);
        this.bench.describe(`${place.name}: ${this.called(place, given ?? this.now.filled.get(this.cursor))}${given === undefined ? '' : ', given'}`);
    }

    /** What a value of a place is called. */
    private called({ words = YES_NO }: Place, value: string | undefined): string {
        if (value === undefined) return 'empty';
        if (value === 'yes' || value === 'no') return words[value === 'yes' ? 0 : 1];
        return this.stars.has(value) ? `star ${this.label(value)}` : value;
    }

    /** What the broken rule names: places, cells that are none, such as those with numbers, and all cells of a block. */
    private wrong(): At[] {
        const names = new Set(this.broken.match(/\br\d+c\d+(-\w+)?\b/g));
        for (const [, ...sides] of this.broken.matchAll(/block from r(\d+)c(\d+) to r(\d+)c(\d+)/g)) {
            const [top, left, bottom, right] = sides.map(Number) as [number, number, number, number];
            for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) names.add(`r${row}c${column}`);
        }
        const places = new Map(this.places.map(({ name, at }) => [name, at]));
        return [...names].map((name) => places.get(name) ?? cellOf(name)).filter((at) => at !== undefined);
    }

    /** To the nearest place in that direction. */
    private move(way: At, extend: boolean): void {
        const from = this.places[this.cursor];
        const best = from ? toward(this.places, from.at, way) : -1;
        if (best < 0) return;
        if (extend) this.selected.add(this.cursor).add(best);
        else this.selected.clear();
        this.cursor = best;
        this.typed.text = '';
        this.decorate();
    }

    // ---- questions

    private async hint(): Promise<void> {
        if (this.isSolved) return this.sayItIsSolved();
        const { drawn } = this;
        const hint = await this.hints.next(this.now.filled);
        // The board may have been changed meanwhile.
        if (!hint || drawn !== this.drawn) return;
        this.drawn++;
        const { part, fills } = hint;
        if (part.picture) this.bench.board.show(part.picture);
        this.told.replaceChildren(...sentences({ ...part, words: brief(part.words) }));
        this.told.scrollIntoView({ block: 'nearest' });
        this.hinted = fills.size ? hint : undefined;
        if (this.hinted) {
            this.fillIn.hidden = false;
            // On a phone it takes the place of the marks.
            if (this.writing && !this.marking[0]!.offsetParent) this.mark(this.writing);
        } else this.hideFillIn();
        if (part.record && !this.hinted) this.told.append(element('p', { class: 'quiet' }, 'This only rules something out: there is nothing to fill in yet. Hint goes on to the next step.'));
    }

    /** Fills in what the hint said. */
    private take(): void {
        if (!this.hinted) return;
        const { fills } = this.hinted;
        this.told.replaceChildren();
        const without = (marks: Map<number, string[]>) => new Map([...marks].filter(([place]) => !fills.has(place)));
        this.change({ ...this.now, filled: new Map([...this.now.filled, ...fills]), notes: without(this.now.notes), corners: without(this.now.corners) });
    }

    private async rightSoFar(): Promise<void> {
        if (this.now.filled.size === 0) return this.bench.tell('nothing is filled in yet', 'plain');
        if (this.isSolved) return this.sayItIsSolved();
        const { drawn } = this;
        const from = await startingFrom(this.bench, this.now.filled);
        const reply = await this.bench.long('looking whether it is right', 'right-so-far', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 60 } }), ...from });
        if (!reply || drawn !== this.drawn) return;
        this.drawn++;
        this.hinted = undefined;
        this.hideFillIn();
        if (reply.picture) this.bench.board.show(reply.picture);
        const [head = '', ...reasons] = brief(reply.words).split('\n');
        this.bench.tell(head.replace(/:$/, ''), reply.status === 'solved' ? 'good' : 'bad');
        const { why }: { why?: StepRecord } = reply.record;
        this.told.replaceChildren(...(reasons.length === 0 ? [] : why ? sentences({ ...reply, record: why }) : listed(reasons.map((reason) => reason.trim()).join('\n'))));
    }
}

/** Whether a click or a drag is enough to fill it in: it may be chosen, or have one of few values between two cells. */
function isPainted({ at, values }: Place): boolean {
    return values.length === 0 || !isCell(at);
}

/** Whether a value says that nothing is there: no, or 0 between two cells. */
function isNo(place: Place, value: string): boolean {
    return value === 'no' || (value === '0' && isPainted(place));
}

/** What contradicts each other, without the way there, which Explain tells step by step. */
function brief(words: string): string {
    return words.split('\nstep by step')[0]!;
}
