// A new board: of which family, how large. It begins empty.

import type { Choice } from '../choice';
import { button, choice, element } from '../dom';
import type { FamilyRecord } from '../engine/protocol';
import { formOf, isEdited } from './form';
import { MOST } from './settings';
import { titleOf } from '../words';
import { Sheet } from './sheet';

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
    const set = element('select', { 'aria-label': 'Pieces' });
    const setLabel = element('label', {}, 'Pieces ', set);
    const all = families.filter(isEdited);
    const formFor = async (name: string) => {
        const family = all.find((own) => own.name === name)!;
        return formOf(family, family.editor === 'page' ? (await pages())[name] : undefined)!;
    };
    const pick = async (name: string) => {
        // A size that is typed before the form is there would be lost.
        rows.disabled = columns.disabled = true;
        const { usual, isSquare, regions, sets } = await formFor(name);
        // Another puzzle was chosen meanwhile.
        if (name !== select.value) return;
        rows.disabled = columns.disabled = false;
        [rows.value, columns.value] = usual.map(String) as [string, string];
        rowsName.textContent = isSquare ? 'Rows and columns' : 'Rows';
        width.hidden = isSquare ?? false;
        jigsawLabel.hidden = !regions?.isOptional;
        setLabel.hidden = sets.length === 0;
        set.replaceChildren(...sets.map((word) => element('option', { value: word }, word.replaceAll('-', ' '))));
    };
    const [label, select] = choice('Puzzle', all.map((family) => [family.name, titleOf(family)]), (name) => void pick(name));
    const make = async () => {
        const form = await formFor(select.value);
        const [high, wide] = [Number(rows.value), Number(form.isSquare ? rows.value : columns.value)];
        if (!rows.reportValidity() || !columns.reportValidity() || !high || !wide) return;
        const sheet = Sheet.empty(form, high, wide, form.sets.length ? { set: set.value } : {});
        dialog.close();
        // Some sides have no boxes.
        const hasRegions = form.isSquare && form.regions?.isOptional && (jigsaw.checked || !hasBoxes(high));
        await open({ text: (hasRegions ? sheet.withRegions(true) : sheet).text, tab: 'edit' });
    };
    const others = families.filter(({ editor }) => editor === undefined).map(titleOf);
    const dialog = element('dialog', { 'aria-label': 'A new board' },
        element('h2', {}, 'A new board'), element('div', { class: 'fields' }, label, height, width, jigsawLabel, setLabel),
        element('p', { class: 'quiet' }, `Not drawn here: ${[...others, 'boards in space'].join('; ')}. Paste their text or open their file.`),
        element('div', { class: 'row' }, button('Begin', () => void make(), { class: 'main' }), button('Close', () => dialog.close())));
    dialog.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void make();
    });
    void pick(select.value);
    return dialog;
}
