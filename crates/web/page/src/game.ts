// A game: what is filled in, with notes, undo and redo. The browser keeps it.

import { Shelf } from './kept';
import { type Filled, readFilled, writeFilled } from './state';

/** One moment of the game. */
export interface Moment {
    filled: Filled;
    notes: Map<number, string[]>;
}

/** A moment as it is kept. */
type Frozen = [filled: string, notes: [number, string[]][]];
const KEPT = new Shelf<{ now: Frozen; past: Frozen[]; future: Frozen[] }>('boards');
/** So many moments are kept for undo after a reload. */
const MOST_MOMENTS = 200;

export class Game {
    now: Moment = { filled: new Map(), notes: new Map() };
    private past: Moment[] = [];
    private future: Moment[] = [];

    /** The game of a puzzle, by its text: what the address says is filled in, else what was kept. */
    constructor(private readonly text: string, address?: string) {
        const kept = KEPT.get(text);
        const filled = address ?? kept?.now[0] ?? '';
        if (kept?.now[0] === filled) {
            this.now = thawed(kept.now);
            this.past = kept.past.map(thawed);
            this.future = kept.future.map(thawed);
        } else this.now.filled = readFilled(filled);
    }

    get canUndo(): boolean {
        return this.past.length > 0;
    }

    get canRedo(): boolean {
        return this.future.length > 0;
    }

    /** Takes out what is wrong, and says what that was. */
    leaveOut(isWrong: (entry: [number, string]) => boolean): [number, string][] {
        const wrong = [...this.now.filled].filter(isWrong);
        for (const [place] of wrong) this.now.filled.delete(place);
        return wrong;
    }

    /** Goes on to another moment, or puts it in the place of this one. Whether it is another. */
    change(next: Moment, instead = false): boolean {
        if (JSON.stringify(frozen(next)) === JSON.stringify(frozen(this.now))) return false;
        if (!instead || this.past.length === 0) this.past.push(this.now);
        this.future = [];
        this.to(next);
        return true;
    }

    undo(): boolean {
        return this.step(this.past, this.future);
    }

    redo(): boolean {
        return this.step(this.future, this.past);
    }

    private step(from: Moment[], to: Moment[]): boolean {
        const next = from.pop();
        if (!next) return false;
        to.push(this.now);
        this.to(next);
        return true;
    }

    private to(moment: Moment): void {
        this.now = moment;
        const isEmpty = moment.filled.size === 0 && moment.notes.size === 0 && !this.canUndo;
        const all = (moments: Moment[]) => moments.slice(-MOST_MOMENTS).map(frozen);
        KEPT.put(this.text, isEmpty ? undefined : { now: frozen(moment), past: all(this.past), future: all(this.future) });
    }
}

function frozen({ filled, notes }: Moment): Frozen {
    return [writeFilled(filled), [...notes]];
}

function thawed([filled, notes]: Frozen): Moment {
    return { filled: readFilled(filled), notes: new Map(notes) };
}
