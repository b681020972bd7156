// Regions of a board: their names, the borders between them, and the parts that borders cut a board into.

/** A word for each cell. */
export type Grid = readonly (readonly string[])[];

/** The border below a cell, or behind it: `2,3,below`. */
export type Wall = `${number},${number},${'below' | 'behind'}`;

type Cell = readonly [row: number, col: number];

/** `A` to `Z`, then `AA` and so on. */
export function nameOf(number: number): string {
    const letter = String.fromCharCode(65 + (number % 26));
    return number < 26 ? letter : nameOf(Math.floor(number / 26) - 1) + letter;
}

/** The border between two neighbours. */
export function wallBetween([a, b]: Cell, [c, d]: Cell): Wall {
    return `${Math.min(a, c)},${Math.min(b, d)},${a === c ? 'behind' : 'below'}`;
}

/** The two cells of a border. */
export function cellsOf(wall: Wall): [Cell, Cell] {
    const [row, col, way] = wall.split(',');
    const one: Cell = [Number(row), Number(col)];
    return [one, way === 'below' ? [one[0] + 1, one[1]] : [one[0], one[1] + 1]];
}

/** Whether a border is there: between regions, or within one. */
export function isWalled(rooms: Grid, loose: ReadonlySet<Wall>, wall: Wall): boolean {
    const [one, other] = cellsOf(wall);
    return loose.has(wall) || rooms[one[0]]?.[one[1]] !== rooms[other[0]]?.[other[1]];
}

/** The names with signs of the borders within regions behind them, as the library writes them: `|` behind a cell, `_` below it. */
export function signed(rooms: Grid, loose: ReadonlySet<Wall>): Grid {
    const sign = (wall: Wall, char: string) => (loose.has(wall) ? char : '');
    return rooms.map((cells, row) => cells.map((name, col) => `${name}${sign(`${row},${col},behind`, '|')}${sign(`${row},${col},below`, '_')}`));
}

/** The names without those signs, and the borders. */
export function unsigned(rooms: Grid): { rooms: Grid; loose: Set<Wall> } {
    const name = (word: string) => word.replace(/[|_]+$/, '');
    const walls = rooms.flatMap((cells, row) => cells.flatMap((word, col): Wall[] => {
        const signs = word.slice(name(word).length);
        return [...(signs.includes('|') ? [`${row},${col},behind` as const] : []), ...(signs.includes('_') ? [`${row},${col},below` as const] : [])];
    }));
    const names = rooms.map((cells) => cells.map(name));
    return { rooms: names, loose: new Set(walls.filter((wall) => !isWalled(names, new Set(), wall))) };
}

/** All borders within the board. */
function borders(rooms: Grid): Wall[] {
    return rooms.flatMap((cells, row) => cells.flatMap((_, col): Wall[] => [
        ...(row + 1 < rooms.length ? [`${row},${col},below` as const] : []),
        ...(col + 1 < cells.length ? [`${row},${col},behind` as const] : []),
    ]));
}

/** The borders that are there. */
export function wallsOf(rooms: Grid, loose: ReadonlySet<Wall>): Set<Wall> {
    return new Set(borders(rooms).filter((wall) => isWalled(rooms, loose, wall)));
}

/**
 * The parts that a board falls into as regions, and the borders that divide none of them. Cells belong together that have one name; or, if
 * the walls alone count, those that no wall divides. A part has the name that its first cell had, unless another part has it.
 */
export function pieces(rooms: Grid, walls: ReadonlySet<Wall>, isByWalls = false): { rooms: Grid; loose: Set<Wall> } {
    const isOpen = (a: Cell, b: Cell) => (isByWalls ? !walls.has(wallBetween(a, b)) : rooms[a[0]]![a[1]] === rooms[b[0]]![b[1]]);
    const parts: (number | undefined)[][] = rooms.map((row) => row.map(() => undefined));
    const firsts: Cell[] = [];
    for (const [row, cells] of rooms.entries()) for (const col of cells.keys()) {
        if (parts[row]![col] !== undefined) continue;
        const part = firsts.push([row, col]) - 1;
        const open: Cell[] = [[row, col]];
        parts[row]![col] = part;
        for (let cell = open.pop(); cell; cell = open.pop()) {
            const [r, c] = cell;
            for (const next of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]] as const) {
                if (rooms[next[0]]?.[next[1]] === undefined || parts[next[0]]![next[1]] !== undefined || !isOpen(cell, next)) continue;
                parts[next[0]]![next[1]] = part;
                open.push(next);
            }
        }
    }
    const names: string[] = [];
    const old = new Set(rooms.flat());
    let fresh = 0;
    for (const [row, col] of firsts) {
        const own = rooms[row]![col]!;
        if (!names.includes(own)) names.push(own);
        else {
            while (old.has(nameOf(fresh))) fresh++;
            names.push(nameOf(fresh++));
        }
    }
    const named = parts.map((row) => row.map((part) => names[part!]!));
    return { rooms: named, loose: new Set([...walls].filter((wall) => !isWalled(named, new Set(), wall))) };
}
