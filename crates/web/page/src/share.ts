// A link to the puzzle: under which tab it opens, with or without what is filled in; and what is on the board, as a picture.

import type { Bench } from './bench';
import { button, choice, download, element } from './dom';
import { type State, type Tab, writeState } from './state';

/** So many pixels of a PNG are one of the picture. */
const SHARP = 2;

export class Share {
    readonly button = button('Link…', () => this.show(), { class: 'link' });
    private readonly field = element('textarea', { rows: 4, readonly: true, 'aria-label': 'The link' });
    private readonly tab: HTMLSelectElement;
    private readonly withFilled = element('input', { type: 'checkbox', onchange: () => this.write() });
    private readonly inFrame = element('input', { type: 'checkbox', onchange: () => this.write() });
    private readonly filledLabel = element('label', {}, this.withFilled, ' with what is filled in');
    private readonly said = element('p', { class: 'quiet', role: 'status' });
    readonly dialog: HTMLDialogElement;

    constructor(private readonly bench: Bench, private readonly tabs: () => [tab: Tab, name: string][]) {
        const [label, select] = choice('Opens under', [], () => this.write());
        this.tab = select;
        this.dialog = element('dialog', { 'aria-label': 'A link to this puzzle' },
            element('h2', {}, 'A link to this puzzle'),
            element('p', {}, 'The link itself holds the puzzle: nothing is stored elsewhere.'),
            element('div', { class: 'fields' }, label, this.filledLabel, element('label', {}, this.inFrame, ' for a frame in another page')), this.field,
            element('div', { class: 'row' }, button('Copy', () => void this.copy(), { class: 'main' }), button('Close', () => this.dialog.close())),
            element('h3', {}, 'What the board shows now'),
            element('div', { class: 'row' }, button('SVG', () => void this.save('svg')), button('PNG', () => void this.save('png')), button('Print', () => {
                this.dialog.close();
                print();
            })),
            this.said);
    }

    private show(): void {
        const { tab, filled } = this.bench.state;
        this.tab.replaceChildren(...this.tabs().map(([value, words]) => element('option', { value }, words)));
        // Who gets a link wants to play, unless something else is looked at now.
        this.tab.value = tab === 'solve' && this.tabs().some(([value]) => value === 'play') ? 'play' : tab;
        this.filledLabel.hidden = !filled;
        this.withFilled.checked = false;
        // A server on one's own machine answers nobody else.
        this.said.textContent = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? 'This page comes from your own machine, and so does the link: others can open it only if the same page is on a web server.' : '';
        this.write();
        this.dialog.showModal();
    }

    private write(): void {
        const tab = this.tab.value as Tab;
        const state: State = { ...this.bench.state, tab, embed: this.inFrame.checked };
        // The address of a board is shorter than its file, and says as much.
        const own = this.bench.puzzle?.record.text;
        if (own && own.length < (state.text?.length ?? 0) && /^https:\/\/puzz\.link\//.test(own)) state.text = own;
        if (!this.withFilled.checked) state.filled = undefined;
        if (tab !== 'explain') state.step = undefined;
        // Comments are for who reads the file.
        if (state.text && /^kind: /m.test(state.text)) state.text = state.text.replace(/^#.*\n/gm, '');
        this.field.value = location.href.replace(/#.*$/, '') + writeState(state);
    }

    private async save(kind: 'svg' | 'png'): Promise<void> {
        const { picture } = this.bench.board;
        if (kind === 'svg') return download('board.svg', new Blob([picture], { type: 'image/svg+xml' }));
        const image = new Image();
        const url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
        image.src = url;
        await image.decode();
        URL.revokeObjectURL(url);
        const canvas = element('canvas', { width: SHARP * image.naturalWidth, height: SHARP * image.naturalHeight });
        canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => { if (blob) download('board.png', blob); });
    }

    private async copy(): Promise<void> {
        this.field.select();
        try {
            await navigator.clipboard.writeText(this.field.value);
            this.said.textContent = 'copied';
        } catch {
            this.said.textContent = 'the link is selected: copy it with Ctrl+C';
        }
    }
}
