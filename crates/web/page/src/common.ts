// What all solutions have in common, and what is possible in some: asked again after each change of the board, and drawn on it.

import { type Bench, askOf } from './bench';
import { element } from './dom';
import { type CommonRecord, type PlaceRecord, type Reply, Refusal } from './engine/protocol';
import { startingFrom } from './hints';
import type { Place } from './places';
import { listed } from './sentences';
import type { Filled, Tab } from './state';

/** How long it is looked for, in seconds. */
const TIME = 20;
/** More values than these don't fit into a cell. */
const MOST_NOTED = 9;

export class Common {
    private readonly wanted = element('input', { type: 'checkbox', onchange: () => (this.wanted.checked ? this.begin() : this.end()) });
    private readonly told = element('div', { class: 'step', 'aria-live': 'polite' });
    readonly element = element('div', {}, element('label', {}, this.wanted, ' Show what is possible'), element('span', { class: 'quiet' }, ' (on a board with one solution, this tells it)'), this.told);
    private asking?: AbortController;
    private places: PlaceRecord[] = [];

    /** `begin` follows the board as it is, and `decorate` draws what was added to it. */
    constructor(private readonly bench: Bench, private readonly tab: Tab, private readonly begin: () => void, private readonly decorate: () => void) {}

    /** Looks for what is possible on a board on which this is filled in. What was looked for before is not waited for. */
    async follow(filled: Filled = new Map()): Promise<void> {
        this.asking?.abort();
        if (!this.wanted.checked) return;
        const { signal } = (this.asking = new AbortController());
        const { puzzle } = this.bench;
        this.element.ariaBusy = 'true';
        try {
            const from = await startingFrom(this.bench, filled);
            if (signal.aborted || this.bench.puzzle !== puzzle) return;
            const request = { ask: askOf(puzzle!, { search: { timeout_s: TIME } }), ...from };
            const reply: Reply<CommonRecord> = await this.bench.ask('common', request, undefined, signal);
            if (signal.aborted || this.bench.puzzle !== puzzle) return;
            this.tell(reply.words);
            this.put(reply.record.places ?? []);
        } catch (error) {
            if (signal.aborted) return;
            if (!(error instanceof Refusal)) throw error;
            this.tell(error.message);
            this.put([]);
        } finally {
            if (!signal.aborted) this.element.ariaBusy = 'false';
        }
    }

    /** There is another board: what is known is not about it. */
    end(): void {
        this.asking?.abort();
        this.element.ariaBusy = 'false';
        this.told.replaceChildren();
        this.put([]);
    }

    /** Draws what is possible in the places that are open. */
    draw(places: readonly Place[], isOpen: (place: number) => boolean, label: (value: string) => string = (value) => value): void {
        const { board } = this.bench;
        for (const [number, { possible, open }] of this.places.entries()) {
            const place = places[number];
            if (!place || !isOpen(number)) continue;
            const isSure = possible.length === 1 && !open;
            const words = place.values.length ? possible.map(({ value }) => label(value)) : isSure ? [possible[0]!.value === 'yes' ? '✓' : '×'] : [];
            if (isSure) board.sure(place.at, words[0]!);
            else if (words.length <= MOST_NOTED) board.note(place.at, words);
        }
    }

    /** Which places may still have several values. */
    isOpen(place: number): boolean {
        const known = this.places[place];
        return known !== undefined && (known.possible.length > 1 || known.open === true);
    }

    private put(places: PlaceRecord[]): void {
        this.places = places;
        if (this.bench.state.tab === this.tab) this.decorate();
    }

    private tell(words: string): void {
        this.told.replaceChildren(...verdict(words));
    }
}

/** The verdict, with what it says of single places folded. */
export function verdict(words: string): Node[] {
    const [head = '', ...more] = words.split('\n');
    if (words.startsWith('impossible') || more.length === 0) return listed(words);
    return [...listed(head), element('details', {}, element('summary', {}, 'In words'), ...listed(more.join('\n')))];
}
