// A new board: of which family, how large. It begins empty.

import type { Choice } from '../choose';
import { button, choice, element } from '../dom';
import type { FamilyRecord } from '../engine/protocol';
import { formOf, isEdited } from './form';
import { MOST } from './settings';
import { Sheet } from './sheet';

/** The sets of pieces that tilings may have. */
const SETS = ['pentominoes', 'one-sided-pentominoes', 'tetrominoes', 'one-sided-tetrominoes', 'hexominoes', 'dominoes'];

/** Usual sizes, where these aren't 8x8. */
const USUAL: Record<string, readonly [rows: number, columns: number]> = { sudoku: [9, 9], tiling: [6, 10], nonogram: [10, 10], sokoban: [7, 8], futoshiki: [5, 5], kenken: [5, 5], skyscrapers: [5, 5] };

/** Whether boxes of at least two rows and columns divide a board of this side. */
function hasBoxes(side: number): boolean {
    return Array.from({ length: side }, (_, part) => part).some((part) => part > 1 && side % part === 0);
}

export function creator(families: FamilyRecord[], pages: () => Promise<Record<string, string>>, open: (choice: Choice) => Promise<void>): HTMLDialogElement {
    const number = () => element('input', { type: 'number', min: 1, max: MOST });
    const [rows, columns] = [number(), number()];
    const rowsName = element('span');
    const height = element('label', {}, rowsName, ' ', rows);
    const width = element('label', {}, 'Columns ', columns);
    const jigsaw = element('input', { type: 'checkbox' });
    const jigsawLabel = element('label', {}, jigsaw, ' regions in place of boxes');
    const [setLabel, set] = choice('Pieces', SETS.map((name) => [name, name.replaceAll('-', ' ')]));
    const pick = (name: string) => {
        const [high, wide] = USUAL[name] ?? [8, 8];
        [rows.value, columns.value] = [String(high), String(wide)];
        rowsName.textContent = name === 'sudoku' ? 'Rows and columns' : 'Rows';
        width.hidden = name === 'sudoku';
        jigsawLabel.hidden = name !== 'sudoku';
        setLabel.hidden = name !== 'tiling';
    };
    const all = families.filter(isEdited);
    const [label, select] = choice('Puzzle', all.map(({ name, about }) => [name, about]), pick);
    const make = async () => {
        const family = select.value;
        const [high, wide] = [Number(rows.value), Number(family === 'sudoku' ? rows.value : columns.value)];
        if (!rows.reportValidity() || !columns.reportValidity() || !high || !wide) return;
        const form = formOf(family, (await pages())[family])!;
        const sheet = Sheet.empty(form, high, wide, family === 'tiling' ? { set: set.value } : {});
        dialog.close();
        // Some sides have no boxes.
        const hasRegions = family === 'sudoku' && (jigsaw.checked || !hasBoxes(high));
        await open({ text: (hasRegions ? sheet.withRegions(true) : sheet).text, tab: 'edit' });
    };
    const dialog = element('dialog', { 'aria-label': 'A new board' },
        element('h2', {}, 'A new board'), element('div', { class: 'fields' }, label, height, width, jigsawLabel, setLabel),
        element('p', { class: 'quiet' }, 'Edge-matching puzzles and tilings in space are not drawn here: paste their text or open their file.'),
        element('div', { class: 'row' }, button('Begin', () => void make(), { class: 'main' }), button('Close', () => dialog.close())));
    dialog.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void make();
    });
    pick(select.value);
    return dialog;
}
