// The picture of a board that the library refuses as it is: only what was written. Its cells are where the library's picture has them.

import { outline } from './figures';
import { cellsOf } from './regions';
import type { Sheet, Spot } from './sheet';

const SIDE = 40;
const MARGIN = 8;
/** How far within its cells a cage is drawn. */
export const INSET = 4;
/** The largest letters. */
const LARGEST = 24;

/** In the look of the library's pictures. */
const CSS = `
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
text { text-anchor: middle; fill: #000; font-weight: bold; }
path { fill: none; stroke: #000; stroke-linecap: square; }
.faint { stroke: #999; stroke-width: .75; } .thick { stroke-width: 3; }
.wall { fill: #5b6770; } .floor { fill: #f4f1ea; }
.goal { fill: #d55e00; fill-opacity: .75; } .box { fill: #e69f00; stroke: #7a5200; stroke-width: 2; } .player { fill: #0072b2; }
.cage { stroke-width: 1; stroke-dasharray: 3 2.2; } .thermometer { stroke: #ccc; stroke-width: 12; stroke-linecap: round; } .bulb { fill: #ccc; } .sum { font-weight: normal; text-anchor: start; }
.light { fill: #fff; stroke: #000; stroke-width: 1.5; } .dark { fill: #000; stroke: #999; stroke-width: 1.5; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; } text { fill: #f2f2f2; } path { stroke: #e6e6e6; } .faint { stroke: #6b7078; } .wall { fill: #7a7f88; } .floor { fill: #262a31; }
  .thermometer { stroke: #4a4f58; } .bulb { fill: #4a4f58; }
}`;

export function draft(sheet: Sheet): string {
    const { rows, columns, form } = sheet;
    const [above, before] = sheet.outside;
    const after = form.margin === 'sides' ? 1 : 0;
    const isLevel = form.isLevel ?? false;
    const margin = isLevel ? 0 : MARGIN;
    const [width, height] = [(columns + before + after) * SIDE + 2 * margin, (rows + above + after) * SIDE + 2 * margin];
    const [left, top] = [before * SIDE, above * SIDE];
    const cells = form.cells?.isDotted ? sheet.cells().map((spot) => star(sheet, spot)) : sheet.cells().map((spot) => cell(sheet.get(spot), left + spot[1] * SIDE, top + spot[0] * SIDE, isLevel));
    const edges = [
        ...Array.from({ length: columns }, (_, col) => [col, false] as const), ...Array.from({ length: rows }, (_, row) => [row, true] as const),
    ].map(([line, isRow]) => numbers(sheet, line, isRow));
    const frame = isLevel ? '' : `M${left} ${top}h${columns * SIDE}v${rows * SIDE}h${-columns * SIDE}z`;
    const floor = isLevel ? `<rect class="floor" width="${width}" height="${height}"/>` : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${CSS}</style>
<g transform="translate(${margin} ${margin})">${floor}${figures(sheet)}<path class="faint" d="${lines(sheet, left, top)}"/>${cells.join('')}<path class="thick" d="${frame}${walls(sheet, left, top)}"/>${edges.join('')}</g></svg>`;
}

function lines({ rows, columns }: Sheet, left: number, top: number): string {
    const across = Array.from({ length: rows - 1 }, (_, row) => `M${left} ${top + (row + 1) * SIDE}h${columns * SIDE}`);
    const down = Array.from({ length: columns - 1 }, (_, col) => `M${left + (col + 1) * SIDE} ${top}v${rows * SIDE}`);
    return [...across, ...down].join('');
}

/** Thermometers, and cages with their sums. */
function figures({ figures }: Sheet): string {
    if (!figures) return '';
    const middle = (spot: Spot) => `${(spot[1] + .5) * SIDE} ${(spot[0] + .5) * SIDE}`;
    const thermometers = figures.thermometers.map((cells) => {
        const [x, y] = middle(cells[0]!).split(' ');
        return `<path class="thermometer" d="M${cells.map(middle).join('L')}"/><circle class="bulb" cx="${x}" cy="${y}" r="${SIDE * .4}"/>`;
    });
    const cages = figures.cages.filter(({ sum }) => sum !== '').map(({ sum, cells }) => {
        const [row, col] = cells.reduce((one, other) => (other[0] < one[0] || (other[0] === one[0] && other[1] < one[1]) ? other : one));
        return `<path class="cage" d="${outline(cells, SIDE, INSET)}"/><text class="sum" x="${col * SIDE + 6}" y="${row * SIDE + 13}" font-size="10">${sum}</text>`;
    });
    return [...thermometers, ...cages].join('');
}

function walls(sheet: Sheet, left: number, top: number): string {
    if (!sheet.hasRooms) return '';
    return sheet.walls.filter((wall) => !sheet.loose.has(wall)).map((wall) => {
        const [, [row, col]] = cellsOf(wall);
        return `M${left + col * SIDE} ${top + row * SIDE}${wall.endsWith('below') ? 'h' : 'v'}${SIDE}`;
    }).join('');
}

function cell(word: string, x: number, y: number, isLevel: boolean): string {
    if (word === '') return '';
    const [midx, midy] = [x + SIDE / 2, y + SIDE / 2];
    const wall = `<rect class="wall" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"/>`;
    if (word === '#') return wall;
    if (!isLevel) return text(word, midx, midy);
    const goal = '.*+'.includes(word) ? `<circle class="goal" cx="${midx}" cy="${midy}" r="7"/>` : '';
    if ('$*'.includes(word)) return `<rect class="box" x="${x + 6}" y="${y + 6}" width="${SIDE - 12}" height="${SIDE - 12}" rx="4"/>${goal}`;
    return '@+'.includes(word) ? `<circle class="player" cx="${midx}" cy="${midy}" r="12"/>${goal}` : goal || text(word, midx, midy);
}

/** A star on a cell, a border or a corner. */
function star(sheet: Sheet, spot: Spot): string {
    const word = sheet.get(spot);
    const [x, y] = [(spot[1] + 1) * SIDE / 2, (spot[0] + 1) * SIDE / 2];
    if (word === 'o' || word === 'x') return `<circle class="${word === 'x' ? 'dark' : 'light'}" cx="${x}" cy="${y}" r="${SIDE / 6}"/>`;
    return spot[0] % 2 === 0 && spot[1] % 2 === 0 ? cell(word, x - SIDE / 2, y - SIDE / 2, false) : word && text(word, x, y);
}

/** The numbers of a line, which stand next to the board, or at both of its ends. */
function numbers(sheet: Sheet, line: number, isRow: boolean): string {
    const { form, rows, columns } = sheet;
    if (!form.margin) return '';
    const [above, before] = sheet.outside;
    const at = (place: number, word: string) => {
        const [row, col] = isRow ? [line + above, place + before] : [place + above, line + before];
        return word ? text(word, (col + .5) * SIDE, (row + .5) * SIDE) : '';
    };
    const get = (place: number) => sheet.get(isRow ? [line, place] : [place, line]);
    if (form.margin === 'sides') return at(-1, get(-1)) + at(isRow ? columns : rows, get(isRow ? columns : rows));
    const list = get(-1).split(' ');
    return list.map((word, number) => at(number - list.length, word)).join('');
}

function text(word: string, x: number, y: number): string {
    const size = Math.min(LARGEST, SIDE / word.length);
    return `<text x="${x}" y="${y}" dy=".36em" font-size="${size}">${word.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</text>`;
}
