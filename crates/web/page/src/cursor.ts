// A cursor on boards that are asked about, not filled in: arrow keys move it, Enter or a click asks about the place.

import type { Bench } from './bench';
import type { At } from './board';
import { arrow, toward } from './places';

/** Further away than this nothing is meant, in half cells. */
const NEAR = 1.5;

export interface Named {
    /** What the library calls it: `r1c2`. */
    id: string;
    name: string;
    at: At;
}

export class Cursor {
    private own: readonly Named[] = [];
    private at = -1;

    constructor(private readonly bench: Bench, private readonly ask: (place: Named) => unknown) {}

    set places(places: readonly Named[]) {
        this.own = places;
        this.at = -1;
    }

    /** Moves by an arrow key, asks by Enter; whether the key meant something. */
    key(event: KeyboardEvent): boolean {
        const way = arrow(event.key);
        const from = this.own[this.at];
        if (event.key === 'Enter' && from) this.ask(from);
        else if (way) this.to(from ? toward(this.own, from.at, way) : 0);
        else return false;
        return true;
    }

    /** A place that is clicked is asked about. */
    pointer(event: PointerEvent): void {
        const point = event.type === 'pointerup' ? this.bench.board.at(event) : undefined;
        if (!point) return;
        const distance = ({ at }: Named) => Math.hypot(at[0] - point[0], at[1] - point[1]);
        const near = this.own.reduce((best, place, number) => (distance(place) < (best < 0 ? NEAR : distance(this.own[best]!)) ? number : best), -1);
        if (near < 0) return;
        this.at = near;
        this.ask(this.own[near]!);
    }

    draw(): void {
        const place = this.own[this.at];
        if (place) this.bench.board.frame(place.at, 'cursor');
    }

    private to(number: number): void {
        const place = this.own[number];
        if (!place) return;
        this.at = number;
        this.bench.board.bare();
        this.draw();
        this.bench.describe(`${place.name}; Enter asks about it`);
    }
}
