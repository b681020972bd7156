// What can be drawn on a board of a family: what its cells hold, whether it has regions, what stands at its edges. Of genres, their
// pages say so.

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
    /** The block of the cells: its key, and what stands for an empty cell. */
    cells?: { key: string; blank: string; isCompact?: boolean; isDotted?: boolean };
    spelling: Spelling;
    hasNumbers: boolean;
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
    isSquare?: boolean;
    /** Whether it may have cages with sums, and thermometers. */
    hasFigures?: boolean;
    /** The format in which the page needs the puzzle, and that of its address, if they aren't the shortest one. */
    format?: string;
    address?: string;
}

/** What signs are called. */
const NAMES: Record<string, string> = {
    '#': 'wall', '?': 'unknown', '^': 'up', v: 'down', '<': 'left', '>': 'right', '+': 'sum', 'x': 'product', '-': 'difference', '/': 'quotient',
};

const PLAIN = { spelling: 'one', hasNumbers: true, words: [], constants: [], switches: [] } satisfies Partial<Form>;

const OWN: Record<string, Form> = {
    sudoku: {
        ...PLAIN, kind: 'sudoku', cells: { key: 'grid', blank: '.' }, regions: { key: 'regions', isOptional: true }, isSquare: true, hasFigures: true, address: 'address',
        switches: [{ word: 'diagonals', name: 'diagonals' }, { word: 'anti_knight', name: 'anti-knight' }, { word: 'anti_king', name: 'anti-king' }],
    },
    fillomino: { ...PLAIN, kind: 'fillomino', cells: { key: 'grid', blank: '.' } },
    slitherlink: { ...PLAIN, kind: 'slitherlink', cells: { key: 'grid', blank: '.', isCompact: true } },
    tiling: {
        ...PLAIN, kind: 'tiling', cells: { key: 'board', blank: '.', isCompact: true }, hasNumbers: false, isPainted: true,
        words: [{ word: '#', name: 'outside' }],
    },
    sokoban: {
        ...PLAIN, kind: 'sokoban', cells: { key: 'level', blank: ' ', isCompact: true }, hasNumbers: false, isPainted: true, format: 'xsb',
        words: [{ word: '#', name: 'wall' }, { word: '$', name: 'box' }, { word: '.', name: 'goal' }, { word: '@', name: 'player' }],
    },
};

/** The form of a family; none for those whose puzzles aren't edited here. The page of a genre is its text. */
export function formOf(family: string, page: string | undefined): Form | undefined {
    return OWN[family] ?? (page === undefined ? undefined : formOfPage(family, page));
}

/** Whether boards of a family are edited here. */
export function isEdited(family: { name: string; encodings: string[] }): boolean {
    return family.name in OWN || (family.encodings.includes('model') && family.name !== 'qprop');
}

/** Reads what a page declares as given: `given number(c: Cell) -> Count`. */
function formOfPage(kind: string, page: string): Form {
    const form: Form = { ...PLAIN, kind, words: [], constants: [], switches: [], hasNumbers: false };
    const open = new Set([...page.matchAll(/^sort (\w+)\s*$/gm)].map(([, name]) => name!));
    const symbols = new Map([...page.matchAll(/^sort (\w+) = \{([^}]*)\}/gm)].map(([, name, all]) => [name!, all!.split(',').map((word) => word.trim())]));
    const cells = { key: 'board', blank: '-' };
    for (const [, list, value, sign] of page.matchAll(/^given \w+\(([^)]*)\)(?: -> (\w+))?(?: "([^"]*)")?/gm)) {
        const [place, ...more] = list!.split(',').map((part) => part.split(':')[1]!.trim());
        // Borders within regions are drawn with these.
        if (place === 'Edge' && sign === '|') continue;
        if (place === 'Line') form.margin = more[0] === 'End' ? 'sides' : more.length ? 'list' : 'number';
        else if (value !== undefined && open.has(value)) form.regions = { key: 'rooms', isOptional: false };
        else {
            form.cells = { ...cells, isDotted: form.cells?.isDotted || value === 'Dot' };
            if (more.length) form.spelling = 'list';
            if (value === 'Dot') form.words.push({ word: sign!, name: 'star' });
            else if (value !== undefined && symbols.has(value)) form.words.push(...symbols.get(value)!.map((word) => ({ word, name: word })));
            else if (value !== undefined) form.hasNumbers = true;
            if (value !== undefined && value !== 'Dot' && sign !== undefined) form.spelling = 'sums';
            if (sign !== undefined && value !== 'Dot') form.words.push({ word: sign, name: form.cells.isDotted && sign === 'x' ? 'dark star' : NAMES[sign] ?? sign });
        }
    }
    if (form.spelling === 'one' && form.hasNumbers && form.words.some(({ word }) => word !== '?' && word !== '#')) form.spelling = 'signed';
    const constants = page.matchAll(/^const (\w+) = (\d+)/gm);
    return { ...form, constants: [...constants].map(([, name, value]) => ({ name: name!, value: Number(value) })) };
}
