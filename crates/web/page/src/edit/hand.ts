// The hand that edits: a cursor, a selection, what is typed, and strokes of the pointer.

import type { At } from '../board';
import { arrow } from '../places';
import { type Figures, wayOf } from './figures';
import { at, isSame, spotAt } from './places';
import { wallBetween } from './regions';
import type { Sheet, Spot } from './sheet';
import { type Change, changeBy } from './strokes';

export type Tool = 'write' | 'paint' | 'regions' | 'borders' | 'cages' | 'thermometers';

/** Two digits that are typed within this time are one number, in milliseconds. */
const TOGETHER = 900;
/** A drag is followed in steps of this length, in half cells. */
const STRIDE = 0.2;

/** What a drag does to each place that it meets. */
interface Stroke {
    last: At;
    at: Change;
    hasBegun: boolean;
}

/** Whom the hand works for. */
export interface Desk {
    readonly sheet: Sheet;
    /** Another sheet, which goes on with the last edit or is a new one. */
    edit(next: Sheet, goesOn: boolean): void;
    /** The last edit was not meant. */
    takeBack(): void;
    /** The cursor has moved, or the selection has changed. */
    moved(): void;
}

export class Hand {
    tool: Tool = 'write';
    /** What is painted. */
    brush = '';
    /** Whether a stroke makes a region of its own, or makes larger that where it begins. */
    isNew = true;
    cursor: Spot = [0, 0];
    private selection: Spot[] = [];
    private typedAt = 0;
    /** Whether the next digit in a list begins a number. */
    private hasGap = true;
    private stroke?: Stroke;

    constructor(private readonly desk: Desk) {}

    /** Where something is written: the selection, or the cursor alone. */
    get chosen(): readonly Spot[] {
        return this.selection.length ? this.selection : [this.cursor];
    }

    get selected(): readonly Spot[] {
        return this.selection;
    }

    get sheet(): Sheet {
        return this.desk.sheet;
    }

    moveTo(spot: Spot, isSelecting = false): void {
        const isLine = !this.sheet.isCell(spot);
        if (!isSelecting || isLine) this.selection = [];
        else for (const own of [this.cursor, spot]) if (this.sheet.isCell(own) && !this.isSelected(own)) this.selection.push(own);
        this.cursor = spot;
        this.typedAt = 0;
        this.hasGap = true;
        this.desk.moved();
    }

    private isSelected(spot: Spot): boolean {
        return this.selection.some((own) => isSame(own, spot));
    }

    // ---- keys

    key({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
        if (ctrlKey || metaKey || altKey) return false;
        const way = this.tool === 'thermometers' ? wayOf(key) : arrow(key);
        if (way) return this.go(way, shiftKey), true;
        if (key === 'Backspace' || key === 'Delete') return this.erase(), true;
        if (key === ' ' || key === 'Enter') return this.act(key);
        return key.length === 1 && this.type(key);
    }

    private go([down, right]: At, isShifted: boolean): void {
        const next: Spot = [this.cursor[0] + down, this.cursor[1] + right];
        const isInside = this.sheet.isCell(next) && this.sheet.isCell(this.cursor);
        if (isShifted && this.tool === 'borders') {
            if (!isInside) return;
            const wall = wallBetween(this.cursor, next);
            return this.desk.edit(this.sheet.withWall(wall, !this.sheet.isWalled(wall)), false);
        }
        if (!this.sheet.has(next)) return;
        if (isShifted && this.hasFigures) {
            if (isInside) this.put(this.linked(this.cursor, next));
            return this.moveTo(next);
        }
        if (isShifted && this.tool === 'regions' && isInside) {
            const room = this.sheet.room(this.cursor)!;
            this.moveTo(next);
            return this.desk.edit(this.sheet.withRoom([next], room, true), false);
        }
        this.moveTo(next, isShifted);
    }

    /** The space bar or Enter. */
    private act(key: string): boolean {
        const { figures } = this.sheet;
        if (this.tool === 'regions') this.desk.edit(this.sheet.withRoom(this.chosen, this.sheet.freshRoom, true), false);
        else if (this.tool === 'cages') this.put(figures?.withCage(this.cursor));
        else if (this.tool === 'thermometers') this.put(figures?.withThermometer(figures.thermometers.length, [this.cursor]));
        else if (this.tool === 'paint') this.desk.edit(this.sheet.with(this.chosen, this.brush, !this.sheet.shows(this.cursor, this.brush)), false);
        else if (key === ' ' && this.isList) this.hasGap = true;
        else return false;
        return true;
    }

    private get isList(): boolean {
        return this.sheet.form.margin === 'list' && !this.sheet.isCell(this.cursor);
    }

    // ---- cages and thermometers

    private get hasFigures(): boolean {
        return this.tool === 'cages' || this.tool === 'thermometers';
    }

    private put(next: Figures | undefined, goesOn = false): void {
        if (next) this.desk.edit(this.sheet.withFigures(next), goesOn);
    }

    /** With a cell more in the figure of another one. */
    private linked(from: Spot, to: Spot): Figures | undefined {
        const { figures } = this.sheet;
        return this.tool === 'cages' ? figures?.joined(to, from) : figures?.led(figures.ending(from), from, to);
    }

    /** Takes away the figure at the cursor. */
    remove(): void {
        const { figures } = this.sheet;
        this.put(this.tool === 'cages' ? figures?.withoutCage(this.cursor) : figures?.withoutThermometer(this.cursor));
    }

    /** Takes the cell out of its cage. */
    free(): void {
        this.put(this.sheet.figures?.freed(this.cursor));
    }

    /** Clears what is chosen; of a list, the last number; of a cage, the last digit of its sum. */
    erase(): void {
        this.typedAt = 0;
        if (this.tool === 'cages') return this.put(this.sheet.figures?.erased(this.cursor));
        if (this.tool === 'thermometers') return this.remove();
        if (!this.isList) return this.desk.edit(this.sheet.with(this.chosen, ''), false);
        this.hasGap = true;
        this.desk.edit(this.sheet.with([this.cursor], this.sheet.get(this.cursor).replace(/\s*\S+$/, '')), false);
    }

    /** Types a character where the cursor is. */
    type(char: string): boolean {
        if (this.tool === 'regions' || this.tool === 'borders') {
            if (!/^[a-z]$/i.test(char) || !this.sheet.isCell(this.cursor)) return false;
            this.desk.edit(this.sheet.withRoom(this.chosen, char.toUpperCase(), false), false);
            return true;
        }
        if (this.tool === 'cages') {
            if (!/\d/.test(char) || !this.sheet.isCell(this.cursor)) return false;
            // As long as the cursor stays, digits go on with the sum.
            this.put(this.sheet.figures?.typed(char, this.cursor, !this.hasGap), !this.hasGap);
            this.hasGap = false;
            return true;
        }
        if (this.tool === 'thermometers') return false;
        const isSoon = Date.now() - this.typedAt < TOGETHER;
        const word = this.isList ? this.inList(char) : this.sheet.isCell(this.cursor) ? this.inCell(char, isSoon) : this.number(char, this.sheet.get(this.cursor), isSoon);
        if (word === undefined) return false;
        this.typedAt = Date.now();
        if (this.tool === 'paint' && this.sheet.form.words.some((own) => own.word === word)) this.brush = word;
        this.desk.edit(this.sheet.with(this.chosen, word), isSoon);
        return true;
    }

    private number(char: string, old: string, isSoon: boolean): string | undefined {
        if (!/\d/.test(char)) return undefined;
        // Where no number has two digits, another digit takes the place of the one before.
        const { form, rows } = this.sheet;
        const isOne = form.isSquare ? rows < 10 : form.digits !== '' && form.digits.length < 10;
        return (isSoon && !isOne ? old : '') + char;
    }

    private inList(char: string): string | undefined {
        const old = this.sheet.get(this.cursor);
        if (char === ',') this.hasGap = true;
        if (!/\d/.test(char)) return char === ',' ? old : undefined;
        const word = this.hasGap ? `${old} ${char}` : old + char;
        this.hasGap = false;
        return word;
    }

    /** What a cell says after a character more. */
    private inCell(char: string, isSoon: boolean): string | undefined {
        const { form } = this.sheet;
        const old = this.sheet.get(this.cursor);
        const isSign = form.words.some(({ word }) => word === char);
        const digits = /^\d*/.exec(old)![0];
        if (form.spelling === 'signed' && isSign && char !== '?' && char !== '#') {
            const signs = old.slice(digits.length);
            return digits + (signs.includes(char) ? signs.replace(char, '') : signs + char);
        }
        if (form.spelling === 'sums' && isSign && char !== '#') return /\d$/.test(old) ? old + char : undefined;
        if (/\d/.test(char) && form.hasNumbers) {
            if (form.spelling === 'signed') return this.number(char, digits, isSoon)! + old.slice(digits.length);
            if (form.spelling === 'sums') return isSoon || /[^\d#]$/.test(old) ? old + char : char;
            if (form.spelling === 'list' && isSoon && old) return `${old},${char}`;
            return this.number(char, old, isSoon);
        }
        if (form.spelling === 'list' && char === '?' && isSoon && old) return `${old},?`;
        const known = form.words.find(({ word }) => word === char) ?? form.words.find(({ word, name }) => (/^[a-z]/i.test(word) ? word : name)[0] === char.toLowerCase());
        return known?.word ?? (form.hasLetters && /^[a-z]$/i.test(char) ? char.toUpperCase() : undefined);
    }

    // ---- the pointer

    press(point: At, isShifted: boolean, isRight: boolean): void {
        const spot = spotAt(this.sheet, point);
        this.stroke = { last: point, at: changeBy(this, point, spot, isShifted, isRight), hasBegun: false };
        if (this.tool === 'borders') {
            if (spot) this.moveTo(spot);
        } else if (spot) this.moveTo(spot, isShifted && this.tool === 'write');
        this.follow(point);
    }

    /** Follows a drag in short steps: the pointer may have gone far since it was last seen. */
    follow(to: At): void {
        const { stroke } = this;
        if (!stroke) return;
        const { last } = stroke;
        const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - last[0], to[1] - last[1]) / STRIDE));
        for (let step = 1; step <= steps; step++) {
            const part = step / steps;
            const next = stroke.at([last[0] + part * (to[0] - last[0]), last[1] + part * (to[1] - last[1])]);
            if (!next) continue;
            this.desk.edit(next, stroke.hasBegun);
            stroke.hasBegun = true;
        }
        stroke.last = to;
    }

    release(): void {
        this.stroke = undefined;
    }

    /** The drag became a zoom: what it did is taken back. */
    abandon(): void {
        if (this.stroke?.hasBegun) this.desk.takeBack();
        this.release();
        this.moveTo(this.cursor);
    }

    /** Where the cursor is in the picture. */
    get place(): At {
        return at(this.sheet, this.cursor);
    }
}
