// What an edited board is as text, to be copied.

import { button, element } from '../dom';

/** So many characters fit into a line of a field, with some to spare, and so many lines are shown. */
const WIDTH = 32;
const MOST_ROWS = 8;

export class Outcome {
    private readonly file = element('textarea', { rows: 8, readonly: true, spellcheck: 'false', 'aria-label': 'The board as a file' });
    private readonly short = element('textarea', { rows: 2, readonly: true, spellcheck: 'false' });
    private readonly shortName = element('span', { class: 'quiet' });
    private readonly shorter = element('div', {}, element('div', { class: 'row' }, this.shortName, this.copier(this.short, 'Copy the short form')), this.short);
    readonly element = element('details', { open: true }, element('summary', {}, 'As text'),
        this.shorter,
        element('div', { class: 'row' }, element('span', { class: 'quiet' }, 'File in YAML, for the command as well'), this.copier(this.file, 'Copy the file')), this.file);

    constructor(private readonly tell: (words: string) => void) {}

    /** Shows the file, and the shortest text where there is one. */
    show(file: string, short?: string): void {
        this.file.value = file;
        const isShort = short !== undefined && !short.startsWith('kind:');
        this.shorter.hidden = !isShort;
        if (!isShort) return;
        const name = /^https?:/.test(short) ? 'Address of puzz.link' : short.includes('#') && /[@+]/.test(short) ? 'Level (XSB)' : 'Shortest form';
        this.shortName.textContent = name;
        this.short.setAttribute('aria-label', name);
        this.short.value = short;
        this.short.rows = Math.min(MOST_ROWS, Math.max(2, short.trimEnd().split('\n').length, Math.ceil(short.length / WIDTH)));
    }

    private copier(from: HTMLTextAreaElement, label: string): HTMLButtonElement {
        return button('Copy', () => void this.copy(from), { 'aria-label': label });
    }

    private async copy(from: HTMLTextAreaElement): Promise<void> {
        from.select();
        try {
            await navigator.clipboard.writeText(from.value);
            this.tell('copied');
        } catch {
            this.tell('the text is selected: copy it with Ctrl+C');
        }
    }
}
