// A link to the puzzle: under which tab it opens, with or without what is filled in; and what is on the board, as a picture.

import { type Bench, askOf } from './bench';
import { button, choice, download, element } from './dom';
import { Sheets } from './sheet';
import { type State, type Tab, writeState } from './state';

/** So many pixels of a PNG are one of the picture. */
const SHARP = 2;
/** How long a solution is looked for, in seconds. */
const TIME = 60;

export class Share {
    readonly button = button('Share…', () => this.show(), { class: 'link' });
    private readonly field = element('textarea', { rows: 4, readonly: true, 'aria-label': 'The link' });
    private readonly tab: HTMLSelectElement;
    private readonly withFilled = element('input', { type: 'checkbox', onchange: () => this.write() });
    private readonly inFrame = element('input', { type: 'checkbox', onchange: () => this.write() });
    private readonly filledLabel = element('label', {}, this.withFilled, ' with what is filled in');
    private readonly said = element('p', { class: 'quiet', role: 'status' });
    private readonly drawn: HTMLSelectElement;
    private readonly sheets: Sheets;
    readonly dialog: HTMLDialogElement;
    readonly printing: HTMLDialogElement;

    constructor(private readonly bench: Bench, private readonly tabs: () => [tab: Tab, name: string][]) {
        const [label, select] = choice('Opens under', [], () => this.write());
        this.tab = select;
        const [drawnLabel, drawn] = choice('Picture of', [['shown', 'what the board shows now'], ['puzzle', 'the puzzle alone'], ['solution', 'the puzzle with its solution']]);
        this.drawn = drawn;
        this.sheets = new Sheets(bench);
        this.printing = this.sheets.dialog;
        this.dialog = element('dialog', { 'aria-label': 'A link to this puzzle' },
            element('h2', {}, 'A link to this puzzle'),
            element('p', {}, 'The link itself holds the puzzle: nothing is stored elsewhere.'),
            element('div', { class: 'fields' }, label, this.filledLabel, element('label', {}, this.inFrame, ' for a frame in another page')), this.field,
            element('div', { class: 'row' }, button('Copy', () => void this.copy(), { class: 'main' }), button('Close', () => this.dialog.close())),
            element('h3', {}, 'A picture, or on paper'), element('div', { class: 'row' }, drawnLabel),
            element('div', { class: 'row' }, button('SVG', () => void this.save('svg')), button('PNG', () => void this.save('png')), button('Print…', () => {
                this.dialog.close();
                this.sheets.show();
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
        const { record, family, data } = this.bench.puzzle!;
        const own = record.text?.trim();
        if (own && !data && !own.includes('\n') && own.length < (state.text?.length ?? 0)) {
            state.text = own;
            // A word alone may be of several families.
            if (!/^https:/.test(own)) state.family = family.name;
        }
        if (!this.withFilled.checked) state.filled = undefined;
        if (tab !== 'explain') state.step = undefined;
        // Comments are for who reads the file.
        if (state.text && /^kind: /m.test(state.text)) state.text = state.text.replace(/^#.*\n/gm, '');
        this.field.value = location.href.replace(/#.*$/, '') + writeState(state);
    }

    private async save(kind: 'svg' | 'png'): Promise<void> {
        const picture = await this.picture();
        if (!picture) return;
        if (kind === 'svg') return download('board.svg', new Blob([picture], { type: 'image/svg+xml' }));
        const image = new Image();
        const url = URL.createObjectURL(new Blob([light(picture)], { type: 'image/svg+xml' }));
        image.src = url;
        await image.decode();
        URL.revokeObjectURL(url);
        const canvas = element('canvas', { width: SHARP * image.naturalWidth, height: SHARP * image.naturalHeight });
        canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => { if (blob) download('board.png', blob); });
    }

    /** The picture that is wanted; none if there is no solution to draw. */
    private async picture(): Promise<string | undefined> {
        const { puzzle, board } = this.bench;
        if (this.drawn.value === 'shown') return board.picture;
        if (this.drawn.value === 'puzzle') return puzzle!.picture;
        this.said.textContent = 'solving …';
        const reply = await this.bench.ask('solve', { ask: askOf(puzzle!, { search: { timeout_s: TIME } }) });
        this.said.textContent = reply.status === 'solved' ? '' : reply.words;
        return reply.status === 'solved' ? reply.picture : undefined;
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

/** A picture without the colours of dark screens: it is sent to others, who may print it. */
function light(svg: string): string {
    return svg.replace(/@media screen and \(prefers-color-scheme: dark\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
}
