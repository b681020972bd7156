// A game: what is filled in, with notes, undo and redo. The browser keeps it.

import { Shelf } from './kept';
import { type Filled, readFilled, writeFilled } from './state';
import { Steps } from './steps';

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

export class Game extends Steps<Moment> {
    /** The game of a puzzle, by its text: what the address says is filled in, else what was kept. */
    constructor(private readonly text: string, address?: string) {
        super({ filled: new Map(), notes: new Map() });
        const kept = KEPT.get(text);
        const filled = address ?? kept?.now[0] ?? '';
        if (kept?.now[0] === filled) {
            this.now = thawed(kept.now);
            this.past = kept.past.map(thawed);
            this.future = kept.future.map(thawed);
        } else this.now.filled = readFilled(filled);
    }

    /** Takes out what is wrong, and says what that was. */
    leaveOut(isWrong: (entry: [number, string]) => boolean): [number, string][] {
        const wrong = [...this.now.filled].filter(isWrong);
        for (const [place] of wrong) this.now.filled.delete(place);
        return wrong;
    }

    protected isSame(one: Moment, other: Moment): boolean {
        return JSON.stringify(frozen(one)) === JSON.stringify(frozen(other));
    }

    protected keep(): void {
        const { filled, notes } = this.now;
        const isEmpty = filled.size === 0 && notes.size === 0 && !this.canUndo;
        const all = (moments: Moment[]) => moments.slice(-MOST_MOMENTS).map(frozen);
        KEPT.put(this.text, isEmpty ? undefined : { now: frozen(this.now), past: all(this.past), future: all(this.future) });
    }
}

function frozen({ filled, notes }: Moment): Frozen {
    return [writeFilled(filled), [...notes]];
}

function thawed([filled, notes]: Frozen): Moment {
    return { filled: readFilled(filled), notes: new Map(notes) };
}
