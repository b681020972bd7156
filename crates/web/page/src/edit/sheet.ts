// A board that is being edited: its words, regions and margins, and the text that the library reads. A sheet never changes; each edit
// makes another one.

import { Fields } from './fields';
import { Figures } from './figures';
import type { Form } from './form';
import { type Grid, type Wall, isWalled, nameOf, pieces, signed, unsigned, wallsOf } from './regions';

/** A place to write at: a cell by its row and column, both from 0, or a line at the edge, whose row or column is -1 or one too many. */
export type Spot = readonly [row: number, col: number];

/** The numbers at the edges, a list for each line. */
interface Margins {
    columns: Grid;
    rows: Grid;
}

interface Parts {
    fields: Fields;
    words?: Grid;
    rooms?: Grid;
    margins?: Margins;
    /** Borders that divide no regions. */
    loose: ReadonlySet<Wall>;
    /** Cages and thermometers, where a form has such. */
    figures?: Figures;
}

export class Sheet {
    readonly rows: number;
    readonly columns: number;

    private constructor(readonly form: Form, private readonly parts: Parts) {
        const { words, rooms, margins } = parts;
        const side = (drawn: number) => (form.cells?.isDotted ? (drawn + 1) / 2 : drawn);
        this.rows = margins?.rows.length ?? rooms?.length ?? side(words!.length);
        this.columns = margins?.columns.length ?? rooms?.[0]!.length ?? side(words![0]!.length);
    }

    /** Reads what the library or a sheet wrote; nothing where it is no single flat board. */
    static read(text: string, form: Form): Sheet | undefined {
        const fields = Fields.read(text);
        const block = (key: string) => fields.block(key);
        const { cells, regions, margin } = form;
        const words = cells && wordsOf(block(cells.key) ?? [], form);
        if (cells && !words) return undefined;
        const rooms = regions && block(regions.key)?.map((row) => (/\s/.test(row.trim()) || row.length === 1 ? row.trim().split(/\s+/) : [...row]));
        if (!rooms && regions && !regions.isOptional) return undefined;
        const named = rooms && (regions.isOptional ? { rooms, loose: new Set<Wall>() } : unsigned(rooms));
        const lists = (key: string) => (block(key) ?? []).map((row) => row.trim().split(/\s+/).map((word) => (word === '-' || word === '.' ? '' : word)));
        const margins = margin && { columns: lists('columns'), rows: lists('rows') };
        if (margins && margins.rows.length * margins.columns.length === 0) return undefined;
        const figures = form.hasFigures ? Figures.read(fields) : undefined;
        return new Sheet(form, { fields, words, rooms: named?.rooms, margins, loose: named?.loose ?? new Set(), figures });
    }

    /** An empty board; a level has walls around and its player. */
    static empty(form: Form, rows: number, columns: number, more: Record<string, string> = {}): Sheet {
        let fields = Fields.read(`kind: ${form.kind}\n`);
        for (const [key, value] of Object.entries(more)) fields = fields.with(key, value);
        const drawn = (side: number) => (form.cells?.isDotted ? 2 * side - 1 : side);
        const words = form.cells && grid(drawn(rows), drawn(columns), () => '');
        const rooms = form.regions && !form.regions.isOptional ? grid(rows, columns, () => nameOf(0)) : undefined;
        const margins = form.margin && { columns: grid(columns, 1, () => ''), rows: grid(rows, 1, () => '') };
        const made = new Sheet(form, { fields, words, rooms, margins, loose: new Set(), figures: form.hasFigures ? new Figures() : undefined });
        if (!form.isLevel) return made;
        const all = made.cells();
        const walls = all.filter(([row, col]) => row === 0 || col === 0 || row === rows - 1 || col === columns - 1);
        return made.with(walls, '#').with([[1, 1]], '@');
    }

    get text(): string {
        const { form, rows, columns } = this;
        const { words, rooms, margins, loose, figures } = this.parts;
        let { fields } = this.parts;
        if (form.oneColumn) fields = fields.with(form.oneColumn, columns === 1 ? (form.oneColumn === 'size' ? `${rows}x1` : 'true') : undefined);
        if (margins) fields = fields.withBlock('columns', margins.columns.map(line)).withBlock('rows', margins.rows.map(line));
        if (words) fields = fields.withBlock(form.cells!.key, written(words, form));
        if (form.regions) fields = fields.withBlock(form.regions.key, rooms && padded(form.regions.isOptional ? rooms : signed(rooms, loose)));
        return (figures?.writeTo(fields) ?? fields).text;
    }

    /** Where a line and column of its text are on the board. */
    find(at: number, column: number): Spot | undefined {
        const fields = Fields.read(this.text);
        const found = fields.find(at);
        const first = found && this.parts.figures?.first(found.key, found.row);
        if (first) return first;
        const row = found && fields.block(found.key)?.[found.row];
        if (!found || row === undefined) return undefined;
        const before = row.slice(0, column - 1 - found.deep);
        const number = this.form.cells?.key === found.key && (this.form.cells.isCompact || this.form.cells.isDotted) ? before.length : before.split(/\s+/).filter(Boolean).length;
        const isFar = this.form.margin === 'sides' && number > 0;
        if (found.key === 'columns' && this.form.margin) return [isFar ? this.rows : -1, found.row];
        if (found.key === 'rows' && this.form.margin) return [found.row, isFar ? this.columns : -1];
        return found.key === this.form.cells?.key || found.key === this.form.regions?.key ? [found.row, number] : undefined;
    }

    // ---- places

    /** The cells, or the points of a board whose stars stand on borders as well. */
    cells(): Spot[] {
        const [rows, columns] = this.drawn;
        return grid(rows, columns, (row, col): Spot => [row, col]).flat();
    }

    private get drawn(): readonly [rows: number, columns: number] {
        return this.form.cells?.isDotted ? [2 * this.rows - 1, 2 * this.columns - 1] : [this.rows, this.columns];
    }

    isCell([row, col]: Spot): boolean {
        const [rows, columns] = this.drawn;
        return row >= 0 && col >= 0 && row < rows && col < columns;
    }

    /** Whether something can be written there. */
    has(spot: Spot): boolean {
        if (this.isCell(spot)) return true;
        const [row, col] = spot;
        const { margin } = this.form;
        if (!margin) return false;
        const isBetween = (place: number, side: number) => place >= 0 && place < side;
        const isLine = (place: number, side: number) => place === -1 || (margin === 'sides' && place === side);
        return (isLine(row, this.rows) && isBetween(col, this.columns)) || (isLine(col, this.columns) && isBetween(row, this.rows));
    }

    /** How many rows of numbers stand above the board, and columns before it; of those at both ends there is one each. */
    get outside(): readonly [above: number, before: number] {
        const { margins } = this.parts;
        if (!margins) return [0, 0];
        if (this.form.margin === 'sides') return [1, 1];
        const longest = (lists: Grid) => Math.max(...lists.map((list) => (list.some(Boolean) ? list.length : 0)));
        return [longest(margins.columns), longest(margins.rows)];
    }

    // ---- words

    /** What stands there; a list of numbers with blanks between them. */
    get(spot: Spot): string {
        const [row, col] = spot;
        if (this.isCell(spot)) return this.parts.words?.[row]?.[col] ?? '';
        const list = this.list(spot);
        if (this.form.margin !== 'sides') return list.join(' ');
        return list[row === this.rows || col === this.columns ? 1 : 0] ?? '';
    }

    private list([row, col]: Spot): readonly string[] {
        const { margins } = this.parts;
        return (col === -1 || col === this.columns ? margins?.rows[row] : margins?.columns[col]) ?? [];
    }

    /** With a word in these places, or without it. */
    with(spots: readonly Spot[], word: string, isThere = true): Sheet {
        return spots.reduce((sheet: Sheet, spot) => sheet.put(spot, word.trim(), isThere), this);
    }

    private put(spot: Spot, word: string, isThere: boolean): Sheet {
        const [row, col] = spot;
        if (!this.isCell(spot)) return this.putLine(spot, isThere ? word : '');
        const { words } = this.parts;
        if (!words) return this;
        const old = words[row]![col]!;
        if (this.form.isLevel) {
            const isMoved = isThere && '@+'.includes(word) && word !== '';
            return this.withWords((other, at) => (at[0] === row && at[1] === col ? square(old, word, isThere) : isMoved ? square(other, '@', false) : other));
        }
        const now = !isThere ? '' : this.form.cells!.isCompact || this.form.cells!.isDotted ? word.slice(-1) : word.replace(/\s+/g, '');
        return this.withWords((other, at) => (at[0] === row && at[1] === col ? blankless(now, this.form) : other));
    }

    private putLine(spot: Spot, text: string): Sheet {
        const [row, col] = spot;
        const { margins } = this.parts;
        if (!margins || !this.has(spot)) return this;
        const isRow = col === -1 || col === this.columns;
        let list = text.split(/[\s,]+/).filter(Boolean);
        if (this.form.margin === 'sides') {
            const [near = '', far = ''] = this.list(spot);
            list = row === this.rows || col === this.columns ? [near, list[0] ?? ''] : [list[0] ?? '', far];
        }
        const lists = (all: Grid, at: number) => all.map((old, number) => (number === at ? list : old));
        return this.but({ margins: isRow ? { ...margins, rows: lists(margins.rows, row) } : { ...margins, columns: lists(margins.columns, col) } });
    }

    private withWords(change: (old: string, at: Spot) => string): Sheet {
        return this.but({ words: this.parts.words!.map((row, down) => row.map((old, right) => change(old, [down, right]))) });
    }

    /** Whether a word, or a part of a square, is there. */
    shows(spot: Spot, word: string): boolean {
        const own = this.get(spot);
        return this.form.isLevel && word !== '' ? square(own, word, true) === own : own === word;
    }

    // ---- regions

    room([row, col]: Spot): string | undefined {
        return this.parts.rooms?.[row]?.[col];
    }

    get hasRooms(): boolean {
        return this.parts.rooms !== undefined;
    }

    /** A name that no region has. */
    get freshRoom(): string {
        const taken = new Set(this.parts.rooms?.flat());
        for (let number = 0; ; number++) if (!taken.has(nameOf(number))) return nameOf(number);
    }

    /** With cells in a region; what it cuts into parts becomes several regions, if asked. */
    withRoom(cells: readonly Spot[], name: string, isCutting: boolean): Sheet {
        const { rooms, loose } = this.parts;
        if (!rooms) return this;
        const isMember = (row: number, col: number) => cells.some(([r, c]) => r === row && c === col);
        const painted = rooms.map((row, down) => row.map((old, right) => (isMember(down, right) ? name : old)));
        if (!isCutting) return this.but({ rooms: painted, loose: new Set([...loose].filter((wall) => !isWalled(painted, new Set(), wall))) });
        return this.but(pieces(painted, loose));
    }

    /** With a border there, or without. */
    withWall(wall: Wall, isThere: boolean): Sheet {
        const { rooms, loose } = this.parts;
        if (!rooms) return this;
        const walls = wallsOf(rooms, loose);
        if (isThere) walls.add(wall);
        else walls.delete(wall);
        return this.but(pieces(rooms, walls, true));
    }

    isWalled(wall: Wall): boolean {
        return this.parts.rooms !== undefined && isWalled(this.parts.rooms, this.parts.loose, wall);
    }

    /** The borders between cells that are there. */
    get walls(): Wall[] {
        return this.parts.rooms ? [...wallsOf(this.parts.rooms, this.parts.loose)] : [];
    }

    get loose(): ReadonlySet<Wall> {
        return this.parts.loose;
    }

    /** With regions at first as boxes of the usual size, or without. */
    withRegions(isThere: boolean): Sheet {
        if (!isThere) return this.but({ rooms: undefined, loose: new Set() });
        const side = this.columns;
        let deep = Math.floor(Math.sqrt(side));
        while (side % deep !== 0) deep--;
        const wide = side / deep;
        return this.but({ rooms: grid(this.rows, side, (row, col) => nameOf(Math.floor(row / deep) * deep + Math.floor(col / wide))) });
    }

    /** What is drawn and not written yet. */
    get pending(): string {
        return JSON.stringify([[...this.parts.loose], this.parts.figures?.open]);
    }

    // ---- cages and thermometers

    get figures(): Figures | undefined {
        return this.parts.figures;
    }

    withFigures(figures: Figures): Sheet {
        return this.but({ figures });
    }

    // ---- the rest

    get title(): string {
        return this.parts.fields.get('title') ?? '';
    }

    withTitle(title: string): Sheet {
        return this.but({ fields: this.parts.fields.withText('title', title) });
    }

    /** A constant that the board sets, such as the number of stars. */
    constant(name: string): string | undefined {
        return this.parts.fields.map('numbers')[name];
    }

    withConstant(name: string, value: string): Sheet {
        const others = Object.entries(this.parts.fields.map('numbers')).filter(([own]) => own !== name);
        return this.but({ fields: this.parts.fields.withMap('numbers', Object.fromEntries(value === '' ? others : [...others, [name, value]])) });
    }

    isOn(key: string): boolean {
        return this.parts.fields.get(key) === 'true';
    }

    withSwitch(key: string, isOn: boolean): Sheet {
        return this.but({ fields: this.parts.fields.with(key, isOn ? 'true' : undefined) });
    }

    /** Without what stands on it; its regions stay. */
    cleared(): Sheet {
        const { words, margins } = this.parts;
        return this.but({
            words: words?.map((row) => row.map((word) => (this.form.isLevel && word === '#' ? word : ''))),
            margins: margins && { columns: margins.columns.map(() => ['']), rows: margins.rows.map(() => ['']) },
            figures: this.figures && new Figures(),
        });
    }

    /** With another number of rows and columns: below and behind, lines go or come. */
    resized(rows: number, columns: number): Sheet {
        const { words, rooms, margins } = this.parts;
        const drawn = (side: number) => (this.form.cells?.isDotted ? 2 * side - 1 : side);
        const lists = (all: Grid, count: number) => Array.from({ length: count }, (_, number) => all[number] ?? ['']);
        return this.but({
            words: words && grid(drawn(rows), drawn(columns), (row, col) => words[row]?.[col] ?? ''),
            rooms: rooms && grid(rows, columns, (row, col) => rooms[Math.min(row, rooms.length - 1)]![Math.min(col, rooms[0]!.length - 1)]!),
            margins: margins && { columns: lists(margins.columns, columns), rows: lists(margins.rows, rows) },
            loose: new Set(),
        });
    }

    private but(changes: Partial<Parts>): Sheet {
        // What was noted about a board, and plans of a level, need not hold for another.
        const fields = (changes.fields ?? this.parts.fields).with('about', undefined).with('solutions', undefined);
        return new Sheet(this.form, { ...this.parts, ...changes, fields });
    }
}

function grid<T>(rows: number, columns: number, at: (row: number, col: number) => T): T[][] {
    return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, col) => at(row, col)));
}

/** The words of a drawing; nothing where it has several layers. */
function wordsOf(rows: readonly string[], form: Form): Grid | undefined {
    // An empty board may be its size alone: height x width, or x height x depth.
    const sides = form.cells?.isSized && rows.length === 1 ? /^\d+(?:x\d+)+$/.exec(rows[0]!)?.[0].split('x').map(Number) : undefined;
    if (sides) return sides.length === 2 ? grid(sides[0]!, sides[1]!, () => '') : undefined;
    if (rows.length === 0 || (form.cells?.isSized && rows.includes(''))) return undefined;
    return rectangle(rows.map((row) => split(row, form)));
}

/** The words of a row. */
function split(row: string, form: Form): string[] {
    const { isCompact, isDotted } = form.cells!;
    const isLetters = isCompact || isDotted;
    const words = isLetters && !(isDotted && row.includes(' ')) ? [...row] : row.trim().split(/\s+/);
    return words.map((word) => blankless(word, form));
}

/** Nothing for what stands for nothing. */
function blankless(word: string, form: Form): string {
    return form.cells!.blanks.includes(word) ? '' : word;
}

function rectangle(rows: string[][]): Grid {
    const width = Math.max(...rows.map((row) => row.length));
    return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

/** The rows of the cells as text. */
function written(words: Grid, form: Form): string[] {
    const { blank, isCompact, isDotted } = form.cells!;
    const full = words.map((row) => row.map((word) => word || (isDotted ? '.' : blank)));
    return isCompact || isDotted ? full.map((row) => row.join('').trimEnd()) : padded(full);
}

/** Words of one column below each other. */
function padded(words: Grid): string[] {
    const width = Math.max(...words.flat().map((word) => word.length));
    return words.map((row) => row.map((word) => word.padStart(width)).join(' '));
}

/** The numbers of a line as text. */
function line(list: readonly string[]): string {
    const last = list.findLastIndex(Boolean);
    return list.slice(0, last + 1).map((word) => word || '-').join(' ') || '-';
}

/** A square of a level with something on it, or without that. A box and the player keep the goal that they stand on. */
function square(old: string, word: string, isThere: boolean): string {
    const hasGoal = '.*+'.includes(old) && old !== '';
    const has = { box: old === '$' || old === '*', player: old === '@' || old === '+' };
    const as = (isGoal: boolean, on: { box: boolean; player: boolean }) => (on.box ? (isGoal ? '*' : '$') : on.player ? (isGoal ? '+' : '@') : isGoal ? '.' : '');
    if (word === '.') return as(isThere, has);
    if (word === '$') return isThere || has.box ? as(hasGoal, { box: isThere, player: false }) : old;
    if (word === '@') return isThere || has.player ? as(hasGoal, { box: false, player: isThere }) : old;
    return isThere ? word : old === word ? '' : old;
}
