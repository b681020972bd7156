// What can be drawn on a board of a family: what its cells hold, whether it has regions, what stands at its edges. The family says so,
// or its page.

import type { FamilyRecord, Form as BoardForm } from '../engine/protocol';

/** A word with the name that people give it. */
export interface Word {
    word: string;
    name: string;
}

/** How the words of a board's cells are built. */
export type Spelling =
    /** A number, or a whole word in its place. */
    | 'one'
    /** A number with signs after it: `3>v`, `36x`. */
    | 'signed'
    /** Numbers, each with its sign: `16v7>`. */
    | 'sums'
    /** Numbers with commas between them. */
    | 'list';

export interface Form {
    kind: string;
    /** The block of the cells: its key, what stands for an empty cell, and what is read as one; whether it may be a size alone. */
    cells?: { key: string; blank: string; blanks: readonly string[]; isCompact?: boolean; isDotted?: boolean; isSized?: boolean };
    spelling: Spelling;
    hasNumbers: boolean;
    /** The digits that its numbers are written with. */
    digits: string;
    /** Whether capital letters name what lies in the cells. */
    hasLetters?: boolean;
    /** Signs and whole words. */
    words: Word[];
    /** The block of the regions, and whether a board may be without. */
    regions?: { key: string; isOptional: boolean };
    /** Numbers at the edges: one for each line, several, or one at both of its ends. */
    margin?: 'number' | 'list' | 'sides';
    constants: { name: string; value: number }[];
    switches: Word[];
    /** Whether cells are painted at first, and not written. */
    isPainted?: boolean;
    /** Whether it is a level, with walls, boxes on goals or beside them, and a player. */
    isLevel?: boolean;
    isSquare?: boolean;
    /** The key with which a single column is told from a row of one word. */
    oneColumn?: string;
    /** Sets of pieces for a new board. */
    sets: readonly string[];
    usual: readonly [rows: number, columns: number];
    /** Whether it may have cages with sums, and thermometers. */
    hasFigures?: boolean;
    /** The format in which the page needs the puzzle, and that of its address, if they aren't the shortest one. */
    format?: string;
    address?: string;
}

export const DIGITS = '1234567890';

/** What signs are called. */
const NAMES: Record<string, string> = {
    '#': 'wall', '?': 'unknown', '^': 'up', v: 'down', '<': 'left', '>': 'right', '+': 'sum', 'x': 'product', '-': 'difference', '/': 'quotient',
};

/** The form of a family; none for those whose puzzles aren't edited here. The page of a genre is its text. */
export function formOf({ name, editor }: FamilyRecord, page: string | undefined): Form | undefined {
    if (typeof editor === 'object') return formOfBoard(name, editor.board);
    return editor === 'page' && page !== undefined ? formOfPage(name, page) : undefined;
}

/** Whether boards of a family are edited here. */
export function isEdited({ editor }: FamilyRecord): boolean {
    return editor !== undefined && editor !== 'model';
}

function formOfBoard(kind: string, board: BoardForm): Form {
    const { cells, blank, also_blank = [], compact, sized, digits = '', letters, words = [], regions, switches = [], sets = [], usual } = board;
    return {
        kind, spelling: 'one', constants: [], words, switches, sets, usual,
        cells: { key: cells, blank, blanks: [blank, ...also_blank], isCompact: compact, isSized: sized },
        hasNumbers: digits !== '', digits, hasLetters: letters, regions: regions === undefined ? undefined : { key: regions, isOptional: true },
        isPainted: board.painted, isLevel: board.level, isSquare: board.square, hasFigures: board.figures, oneColumn: board.one_column, format: board.format, address: board.address,
    };
}

/** Reads what a page declares as given: `given number(c: Cell) -> Count`. */
function formOfPage(kind: string, page: string): Form {
    const form: Form = { kind, spelling: 'one', words: [], constants: [], switches: [], sets: [], hasNumbers: false, digits: '', usual: [8, 8] };
    const open = new Set([...page.matchAll(/^sort (\w+)\s*$/gm)].map(([, name]) => name!));
    // Of ranges without expressions in them: with a single digit, some can't be meant.
    const ranges = new Map([...page.matchAll(/^sort (\w+) = (\d)\.\.(\d)$/gm)].map(([, name, least, most]) => [name!, [...DIGITS].filter((digit) => digit >= least! && digit <= most!)]));
    const symbols = new Map([...page.matchAll(/^sort (\w+) = \{([^}]*)\}/gm)].map(([, name, all]) => [name!, all!.split(',').map((word) => word.trim())]));
    const cells = { key: 'board', blank: '-', blanks: ['-', '.'] };
    for (const [, name, list, value, sign] of page.matchAll(/^given (\w+)\(([^)]*)\)(?: -> (\w+))?(?: "([^"]*)")?/gm)) {
        const [place, ...more] = list!.split(',').map((part) => part.split(':')[1]!.trim());
        // Borders within regions are drawn with these.
        if (place === 'Edge' && sign === '|') continue;
        if (place === 'Line') {
            form.margin = more[0] === 'End' ? 'sides' : more.length ? 'list' : 'number';
            form.digits = DIGITS;
        } else if (value !== undefined && open.has(value)) form.regions = { key: 'rooms', isOptional: false };
        else {
            form.cells = { ...cells, isDotted: form.cells?.isDotted || value === 'Dot' || place === 'Edge' };
            if (more.length) form.spelling = 'list';
            if (value === 'Dot') form.words.push({ word: sign!, name: 'star' });
            else if (value !== undefined && symbols.has(value)) form.words.push(...symbols.get(value)!.map((word) => ({ word, name: word })));
            else if (value !== undefined) {
                form.hasNumbers = true;
                const own: readonly string[] = ranges.get(value) ?? [...DIGITS];
                form.digits = [...DIGITS].filter((digit) => form.digits.includes(digit) || own.includes(digit)).join('');
            }
            if (value !== undefined && value !== 'Dot' && sign !== undefined) form.spelling = 'sums';
            if (sign !== undefined && value !== 'Dot') form.words.push({ word: sign, name: place === 'Edge' ? `${name} dot` : form.cells.isDotted && sign === 'x' ? 'dark star' : NAMES[sign] ?? sign });
        }
    }
    if (form.spelling === 'one' && form.hasNumbers && form.words.some(({ word }) => word !== '?' && word !== '#')) form.spelling = 'signed';
    if (form.margin || form.cells) form.oneColumn = 'size';
    // Latin squares are small, pictures of many runs large.
    if (/^generate:.*\bsquare\b/m.test(page)) form.usual = [5, 5];
    else if (form.margin === 'list') form.usual = [10, 10];
    const constants = page.matchAll(/^const (\w+) = (\d+)/gm);
    return { ...form, constants: [...constants].map(([, name, value]) => ({ name: name!, value: Number(value) })) };
}
