// A game: what is filled in, with notes, undo and redo. The browser keeps it.

import { Shelf } from './kept';
import { type Filled, readFilled, writeFilled } from './state';
import { Steps } from './steps';

/** One moment of the game: what is filled in; small marks in the middles and in the corners of cells; colours. */
export interface Moment {
    filled: Filled;
    notes: Map<number, string[]>;
    corners: Map<number, string[]>;
    colours: Map<number, string[]>;
}

/** The kinds of marks, which a place may have besides a value. */
export type Mark = 'notes' | 'corners' | 'colours';

export const EMPTY: Moment = { filled: new Map(), notes: new Map(), corners: new Map(), colours: new Map() };

/** A moment as it is kept. */
type Frozen = [filled: string, notes: [number, string[]][], corners?: [number, string[]][], colours?: [number, string[]][]];
const KEPT = new Shelf<{ now: Frozen; past: Frozen[]; future: Frozen[] }>('boards');
/** So many moments are kept for undo after a reload. */
const MOST_MOMENTS = 200;

export class Game extends Steps<Moment> {
    /** The game of a puzzle, by its text: what the address says is filled in, else what was kept. */
    constructor(private readonly text: string, address?: string) {
        super(EMPTY);
        const kept = KEPT.get(text);
        const filled = address ?? kept?.now[0] ?? '';
        if (kept?.now[0] === filled) {
            this.now = thawed(kept.now);
            this.past = kept.past.map(thawed);
            this.future = kept.future.map(thawed);
        } else this.now = { ...EMPTY, filled: readFilled(filled) };
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
        const isEmpty = Object.values(this.now).every((part) => part.size === 0) && !this.canUndo;
        const all = (moments: Moment[]) => moments.slice(-MOST_MOMENTS).map(frozen);
        KEPT.put(this.text, isEmpty ? undefined : { now: frozen(this.now), past: all(this.past), future: all(this.future) });
    }
}

function frozen({ filled, notes, corners, colours }: Moment): Frozen {
    return [writeFilled(filled), [...notes], [...corners], [...colours]];
}

function thawed([filled, notes, corners = [], colours = []]: Frozen): Moment {
    return { filled: readFilled(filled), notes: new Map(notes), corners: new Map(corners), colours: new Map(colours) };
}
