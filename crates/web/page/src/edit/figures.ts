// Cages and thermometers: cells that belong together, with a sum or in a line.

import { arrow } from '../places';
import type { Fields } from './fields';
import { isSame } from './places';
import type { Spot } from './sheet';

export interface Cage {
    /** Empty until it is typed: such a cage is not written into the file. */
    sum: string;
    cells: readonly Spot[];
}

/** Cells in a line, from the bulb on. One of a single cell is not written into the file. */
export type Thermometer = readonly Spot[];

const MOST_DIGITS = 3;

export class Figures {
    constructor(readonly cages: readonly Cage[] = [], readonly thermometers: readonly Thermometer[] = []) {}

    static read(fields: Fields): Figures {
        const cells = (text: string) => [...text.matchAll(/\br(\d+)c(\d+)\b/g)].map(([, row, col]): Spot => [Number(row) - 1, Number(col) - 1]);
        return new Figures(
            fields.items('cages').map((text) => ({ sum: /\bsum: *(\d+)/.exec(text)?.[1] ?? '', cells: cells(text) })),
            fields.items('thermometers').map(cells));
    }

    /** Writes what is whole. */
    writeTo(fields: Fields): Fields {
        const names = (cells: readonly Spot[]) => `[${cells.map(([row, col]) => `r${row + 1}c${col + 1}`).join(', ')}]`;
        const cages = this.cages.filter(({ sum }) => sum !== '');
        const thermometers = this.thermometers.filter((cells) => cells.length > 1);
        return fields
            .withItems('cages', cages.map(({ sum, cells }) => `{sum: ${sum}, cells: ${names(cells)}}`))
            .withItems('thermometers', thermometers.map(names));
    }

    /** The first cell of a figure that is written, by its line in the file. */
    first(key: string, row: number): Spot | undefined {
        if (key === 'cages') return this.cages.filter(({ sum }) => sum !== '')[row]?.cells[0];
        return key === 'thermometers' ? this.thermometers.filter((cells) => cells.length > 1)[row]?.[0] : undefined;
    }

    /** What is not whole yet. */
    get open(): readonly (readonly Spot[])[] {
        return [...this.cages.filter(({ sum }) => sum === '').map(({ cells }) => cells), ...this.thermometers.filter((cells) => cells.length === 1)];
    }

    // ---- cages

    cageOf(spot: Spot): Cage | undefined {
        return this.cages.find(({ cells }) => has(cells, spot));
    }

    /** With a cell in no cage. */
    freed(spot: Spot): Figures {
        const cages = this.cages.map((cage) => ({ ...cage, cells: cage.cells.filter((own) => !isSame(own, spot)) }));
        return new Figures(cages.filter(({ cells }) => cells.length), this.thermometers);
    }

    /** With a cell in the cage of another one, which gets a cage if it has none. */
    joined(spot: Spot, to: Spot): Figures {
        if (!this.cageOf(to)) return this.withCage(to).joined(spot, to);
        const { cages, thermometers } = this.freed(spot);
        return new Figures(cages.map((cage) => (has(cage.cells, to) ? { ...cage, cells: [...cage.cells, spot] } : cage)), thermometers);
    }

    /** With a cage of one cell. */
    withCage(spot: Spot, sum = ''): Figures {
        const { cages, thermometers } = this.freed(spot);
        return new Figures([...cages, { sum, cells: [spot] }], thermometers);
    }

    withoutCage(spot: Spot): Figures {
        return new Figures(this.cages.filter(({ cells }) => !has(cells, spot)), this.thermometers);
    }

    /** With another digit in the sum of a cell's cage; a cell without a cage gets one. */
    typed(digit: string, spot: Spot, goesOn: boolean): Figures {
        const own = this.cageOf(spot);
        if (!own) return this.withCage(spot, digit);
        return this.summed(spot, ((goesOn ? own.sum : '') + digit).slice(0, MOST_DIGITS));
    }

    /** With a sum that is a digit shorter; a cage without a sum goes. */
    erased(spot: Spot): Figures {
        const own = this.cageOf(spot);
        return own?.sum ? this.summed(spot, own.sum.slice(0, -1)) : this.withoutCage(spot);
    }

    private summed(spot: Spot, sum: string): Figures {
        return new Figures(this.cages.map((cage) => (has(cage.cells, spot) ? { ...cage, sum } : cage)), this.thermometers);
    }

    // ---- thermometers

    /** The number of the thermometer that ends at a cell, or of a new one. */
    ending(spot: Spot): number {
        const found = this.thermometers.findLastIndex((cells) => isSame(cells.at(-1)!, spot));
        return found < 0 ? this.thermometers.length : found;
    }

    /** With a thermometer that goes on to a cell beside its last one, or back to the one before; nothing if it can't. */
    led(number: number, from: Spot, to: Spot): Figures | undefined {
        const cells = this.thermometers[number] ?? [from];
        const last = cells.at(-1)!;
        const isBack = cells.length > 1 && isSame(cells.at(-2)!, to);
        if (isBack) return this.withThermometer(number, cells.slice(0, -1));
        if (has(cells, to) || Math.max(Math.abs(last[0] - to[0]), Math.abs(last[1] - to[1])) !== 1) return undefined;
        return this.withThermometer(number, [...cells, to]);
    }

    withThermometer(number: number, cells: Thermometer): Figures {
        const all = [...this.thermometers];
        all[number] = cells;
        return new Figures(this.cages, all);
    }

    /** Without the last thermometer that goes through a cell. */
    withoutThermometer(spot: Spot): Figures {
        const found = this.thermometers.findLastIndex((cells) => has(cells, spot));
        return new Figures(this.cages, this.thermometers.filter((_, number) => number !== found));
    }
}

/** The way of a key, also to the corners. */
export function wayOf(key: string): readonly [down: number, right: number] | undefined {
    return arrow(key) ?? ({ Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1] } as const)[key];
}

/** The path around cells, a little inside of them; a cell has this side, and the first one is at the origin. */
export function outline(cells: readonly Spot[], side: number, inset: number): string {
    const lines = cells.flatMap(([row, col]) => ([[-1, 0], [0, 1], [1, 0], [0, -1]] as const).map(([down, right]) => {
        if (has(cells, [row + down, col + right])) return '';
        // Up to the corner, on to the next cell, or to where the outline turns inwards.
        const end = (sign: number) => {
            const beside: Spot = [row + sign * right, col + sign * down];
            if (!has(cells, beside)) return side / 2 - inset;
            return has(cells, [beside[0] + down, beside[1] + right]) ? side / 2 + inset : side / 2;
        };
        const [y, x] = [(row + .5) * side + down * (side / 2 - inset), (col + .5) * side + right * (side / 2 - inset)];
        return `M${x - down * end(-1)} ${y - right * end(-1)}L${x + down * end(1)} ${y + right * end(1)}`;
    }));
    return lines.join('');
}

function has(cells: readonly Spot[], spot: Spot): boolean {
    return cells.some((own) => isSame(own, spot));
}
