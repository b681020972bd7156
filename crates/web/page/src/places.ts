// The places of a board that can be filled in: where they are, what they are called, which of them are given.

import type { At } from './board';
import type { BlanksRecord } from './engine/protocol';

export interface Place {
    name: string;
    at: At;
    /** What can be written; empty for yes and no. */
    values: string[];
    /** What yes and no are called there: sea and land. */
    words?: Choices;
}

type Choices = readonly [yes: string, no: string];

export function placesOf(blanks: readonly BlanksRecord[] = []): Place[] {
    return blanks.flatMap(({ values, places, words = [] }) => {
        const called = choicesOf(words);
        return places.map(({ name, at }) => ({ name, at, values, ...(called && { words: called }) }));
    });
}

/** What is said of a place without the place: of `r1c1 is sea` that is `sea`, of `no line above r1c1` it is `no line`. */
function choicesOf([yes, no]: readonly string[]): Choices | undefined {
    const short = (words = '') => (/ (?:is|has) (?:part of )?(?:an? )?(.+)$/.exec(words)?.[1] ?? /^(?:a )?((?:no )?\w+) /.exec(words)?.[1]) ?? '';
    return short(yes) && short(no) ? [short(yes), short(no)] : undefined;
}

/** Places that are given from the start, and what stands there. */
export function fixedOf(blanks: readonly BlanksRecord[] = []): { place: Place; value: string }[] {
    return blanks.flatMap(({ values, givens = [] }) => givens.map(({ name, at, value }) => ({ place: { name, at, values }, value })));
}

export function isCell([down, right]: At): boolean {
    return down % 2 === 1 && right % 2 === 1;
}

/** The place that is meant by a point, or -1: a cell by all of it, a border by what is near its middle. */
export function placeAt(places: readonly { at: At }[], [down, right]: At, reach: number): number {
    let best = -1;
    let least = Infinity;
    for (const [number, { at }] of places.entries()) {
        const [aside, along] = [Math.abs(at[0] - down), Math.abs(at[1] - right)];
        const isMeant = isCell(at) ? Math.max(aside, along) <= 1 : aside + along < reach;
        const distance = Math.hypot(aside, along);
        if (isMeant && distance < least) [best, least] = [number, distance];
    }
    return best;
}

/** The way that an arrow key goes. */
export function arrow(key: string): At | undefined {
    return ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as Record<string, At>)[key];
}

/** The nearest place in a direction, or -1. */
export function toward(places: readonly { at: At }[], from: At, [down, right]: At): number {
    let best = -1;
    let least = Infinity;
    for (const [number, { at }] of places.entries()) {
        const along = (at[0] - from[0]) * down + (at[1] - from[1]) * right;
        const aside = Math.abs((at[0] - from[0]) * right) + Math.abs((at[1] - from[1]) * down);
        const distance = along + 3 * aside;
        if (along > 0 && aside <= along && distance < least) [best, least] = [number, distance];
    }
    return best;
}

/** As much of the formula's record as says what is given. */
export interface Known {
    constraints?: { sentence: string; clauses: number; cells?: unknown[] }[];
    propagated?: { steps: { literal: string; because?: string }[] };
}

/** What is given, by the numbers of the places: what a constraint about one place alone says of it in one clause. */
export function givens(places: readonly Place[], { constraints = [], propagated }: Known): Map<number, string> {
    const plain = new Set(constraints.filter(({ clauses, cells }) => clauses === 1 && cells?.length === 1).map(({ sentence }) => sentence));
    const given = new Map((propagated?.steps ?? []).filter(({ because }) => because !== undefined && plain.has(because)).map(({ literal }) => [inside(literal), literal.startsWith('!') ? 'no' : 'yes']));
    return new Map(places.flatMap(({ name, values }, place): [number, string][] => {
        if (values.length === 0) return given.has(name) ? [[place, given.get(name)!]] : [];
        const value = values.find((value) => given.get(`${name}=${value}`) === 'yes' || given.get(`${name},${value}`) === 'yes');
        return value === undefined ? [] : [[place, value]];
    }));
}

/** The place that a literal is about. */
export function placeOf(literal: string): string {
    return inside(literal.replace(/^not /, '')).split(/[=,]/)[0]!;
}

/** What a literal says that a place has: its value, or ✓ and × for yes and no; nothing where it only rules a value out. */
export function valueOf(literal: string): string | undefined {
    const isNegated = literal.startsWith('!');
    const [, value] = inside(literal).split(/[=,]/);
    return value === undefined ? (isNegated ? '×' : '✓') : isNegated ? undefined : value;
}

/** `!light(r1c2)` is about `r1c2`, and `r1c2=3` about itself. */
export function inside(literal: string): string {
    return /^!?\w+\((.*)\)$/.exec(literal)?.[1] ?? literal.replace(/^!/, '');
}

/** Where a cell is, by its name. */
export function cellOf(name: string): At | undefined {
    const [, row, col] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
    return row ? [2 * Number(row) - 1, 2 * Number(col) - 1] : undefined;
}

/** Values that are places of the board, as the stars in the middles of regions: each has a number, and where it stands. */
export interface Star {
    label: string;
    at: At;
}

export function starsOf(values: readonly string[]): Map<string, Star> {
    const stars = new Map<string, Star>();
    for (const [number, value] of values.entries()) {
        const cells = value.split('_').map(cellOf);
        if (cells.some((cell) => cell === undefined)) return new Map();
        const mean = (side: 0 | 1) => cells.reduce((sum, cell) => sum + cell![side], 0) / cells.length;
        stars.set(value, { label: String(number + 1), at: [mean(0), mean(1)] });
    }
    return stars;
}
