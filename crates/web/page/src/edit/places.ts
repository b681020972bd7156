// Where the places of a sheet are in its picture, and what they are called.

import type { At } from '../board';
import { type Wall, cellsOf, wallBetween } from './regions';
import type { Sheet, Spot } from './sheet';

/** How far from the middle of a border it is still meant, in half cells along the board's lines. */
const NEAR = 0.75;
/** How far from the middle of a cell a line through it may be, in half cells. */
const INNER = 0.65;

export function isSame([row, col]: Spot, [otherRow, otherCol]: Spot): boolean {
    return row === otherRow && col === otherCol;
}

/** Where a place is, in half cells. */
export function at(sheet: Sheet, [row, col]: Spot): At {
    if (sheet.form.cells?.isDotted) return [row + 1, col + 1];
    const [above, before] = sheet.outside;
    return [2 * (row + above) + 1, 2 * (col + before) + 1];
}

/** The place that a point means. */
export function spotAt(sheet: Sheet, [down, right]: At): Spot | undefined {
    const [above, before] = sheet.outside;
    if (sheet.form.cells?.isDotted) {
        const spot: Spot = [Math.round(down) - 1, Math.round(right) - 1];
        return sheet.isCell(spot) ? spot : undefined;
    }
    const inside = (place: number, side: number) => (place < 0 ? -1 : Math.min(place, side));
    const spot: Spot = [inside(Math.floor(down / 2) - above, sheet.rows), inside(Math.floor(right / 2) - before, sheet.columns)];
    return sheet.has(spot) ? spot : undefined;
}

/** Whether a point is near the middle of its cell. */
export function isInner([down, right]: At): boolean {
    const far = (place: number) => Math.abs((((place % 2) + 2) % 2) - 1);
    return Math.max(far(down), far(right)) < INNER;
}

/** The border that a point means. */
export function wallAt(sheet: Sheet, [down, right]: At): Wall | undefined {
    const [above, before] = sheet.outside;
    const [y, x] = [down - 2 * above, right - 2 * before];
    const row = 2 * Math.round(y / 2);
    const col = 2 * Math.round(x / 2);
    const [inRow, inCol] = [2 * Math.floor(y / 2) + 1, 2 * Math.floor(x / 2) + 1];
    const across = Math.abs(y - row) + Math.abs(x - inCol);
    const along = Math.abs(x - col) + Math.abs(y - inRow);
    if (Math.min(across, along) > NEAR) return undefined;
    const [one, other]: [Spot, Spot] = across < along ? [[row / 2 - 1, (inCol - 1) / 2], [row / 2, (inCol - 1) / 2]] : [[(inRow - 1) / 2, col / 2 - 1], [(inRow - 1) / 2, col / 2]];
    return sheet.isCell(one) && sheet.isCell(other) ? wallBetween(one, other) : undefined;
}

/** The middle of a border. */
export function middle(sheet: Sheet, wall: Wall): At {
    const [one, other] = cellsOf(wall).map((cell) => at(sheet, cell)) as [At, At];
    return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}

/** What a place is called. */
export function nameOf(sheet: Sheet, [row, col]: Spot): string {
    if (row < 0) return `above column ${col + 1}`;
    if (col < 0) return `before row ${row + 1}`;
    if (!sheet.form.cells?.isDotted) return row === sheet.rows ? `below column ${col + 1}` : col === sheet.columns ? `behind row ${row + 1}` : `r${row + 1}c${col + 1}`;
    const cell = (down: number, right: number) => `r${Math.floor(down) + 1}c${Math.floor(right) + 1}`;
    const [one, other] = [cell(row / 2, col / 2), cell((row + 1) / 2, (col + 1) / 2)];
    if (row % 2 === 1 && col % 2 === 1) return `corner of ${one} and ${other}`;
    return one === other ? one : `border of ${one} and ${other}`;
}
