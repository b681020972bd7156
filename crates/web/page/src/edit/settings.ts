// What is set for a whole board: its title, its size, constants such as the number of stars, variants.

import { element } from '../dom';
import { capital } from '../words';
import type { Sheet } from './sheet';

/** No board that is edited here has more rows or columns. */
export const MOST = 60;

export class Settings {
    private readonly fields = element('div', { class: 'fields' });
    readonly element = element('details', {}, element('summary', {}, 'Title, size and rules'), this.fields);
    private readers: ((sheet: Sheet) => void)[] = [];
    private form?: Sheet['form'];

    constructor(private readonly change: (next: (sheet: Sheet) => Sheet) => void) {}

    /** Shows what a sheet has set. */
    fill(sheet: Sheet): void {
        if (this.form !== sheet.form) this.make(sheet);
        for (const read of this.readers) read(sheet);
    }

    private make({ form }: Sheet): void {
        this.form = form;
        this.readers = [];
        this.fields.replaceChildren(
            this.text('Title', { type: 'text', size: 24 }, (sheet) => sheet.title, (sheet, value) => sheet.withTitle(value)),
            ...(form.isSquare ? [] : [
                this.text('Rows', { type: 'number', min: 1, max: MOST }, (sheet) => String(sheet.rows), (sheet, value) => resized(sheet, Number(value), sheet.columns)),
                this.text('Columns', { type: 'number', min: 1, max: MOST }, (sheet) => String(sheet.columns), (sheet, value) => resized(sheet, sheet.rows, Number(value))),
            ]),
            ...form.constants.map(({ name, value }) => this.text(capital(name), { type: 'number', min: 0, placeholder: value }, (sheet) => sheet.constant(name) ?? '', (sheet, value) => sheet.withConstant(name, value))),
            ...(form.regions?.isOptional ? [this.box('regions in place of boxes', (sheet) => sheet.hasRooms, (sheet, isOn) => sheet.withRegions(isOn))] : []),
            ...form.switches.map(({ word, name }) => this.box(name, (sheet) => sheet.isOn(word), (sheet, isOn) => sheet.withSwitch(word, isOn))));
    }

    private text(name: string, attributes: Record<string, string | number>, get: (sheet: Sheet) => string, set: (sheet: Sheet, value: string) => Sheet): HTMLElement {
        const field = element('input', { ...attributes, onchange: () => this.change((sheet) => set(sheet, field.value)) });
        this.readers.push((sheet) => { if (document.activeElement !== field) field.value = get(sheet); });
        return element('label', {}, `${name} `, field);
    }

    private box(name: string, get: (sheet: Sheet) => boolean, set: (sheet: Sheet, isOn: boolean) => Sheet): HTMLElement {
        const field = element('input', { type: 'checkbox', onchange: () => this.change((sheet) => set(sheet, field.checked)) });
        this.readers.push((sheet) => { field.checked = get(sheet); });
        return element('label', {}, field, ` ${name}`);
    }
}

function resized(sheet: Sheet, rows: number, columns: number): Sheet {
    const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= MOST;
    return isSide(rows) && isSide(columns) ? sheet.resized(rows, columns) : sheet;
}
