// A link to the puzzle: under which tab it opens, with or without what is filled in.

import type { Bench } from './bench';
import { button, choice, element } from './dom';
import { type State, type Tab, writeState } from './state';

export class Share {
    readonly button = button('Link…', () => this.show(), { class: 'link' });
    private readonly field = element('textarea', { rows: 4, readonly: true, 'aria-label': 'The link' });
    private readonly tab: HTMLSelectElement;
    private readonly withFilled = element('input', { type: 'checkbox', onchange: () => this.write() });
    private readonly filledLabel = element('label', {}, this.withFilled, ' with what is filled in');
    private readonly said = element('p', { class: 'quiet', role: 'status' });
    readonly dialog: HTMLDialogElement;

    constructor(private readonly bench: Bench, private readonly tabs: () => [tab: Tab, name: string][]) {
        const [label, select] = choice('Opens under', [], () => this.write());
        this.tab = select;
        this.dialog = element('dialog', { 'aria-label': 'A link to this puzzle' },
            element('h2', {}, 'A link to this puzzle'),
            element('p', {}, 'The link itself holds the puzzle: nothing is stored elsewhere.'),
            element('div', { class: 'fields' }, label, this.filledLabel), this.field,
            element('div', { class: 'row' }, button('Copy', () => void this.copy(), { class: 'main' }), button('Close', () => this.dialog.close())),
            this.said);
    }

    private show(): void {
        const { tab, filled } = this.bench.state;
        this.tab.replaceChildren(...this.tabs().map(([value, words]) => element('option', { value }, words)));
        this.tab.value = tab;
        this.filledLabel.hidden = !filled;
        this.withFilled.checked = false;
        // A server on one's own machine answers nobody else.
        this.said.textContent = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? 'This page comes from your own machine, and so does the link: others can open it only if the same page is on a web server.' : '';
        this.write();
        this.dialog.showModal();
    }

    private write(): void {
        const tab = this.tab.value as Tab;
        const state: State = { ...this.bench.state, tab };
        if (!this.withFilled.checked) state.filled = undefined;
        if (tab !== 'explain') state.step = undefined;
        // Comments are for who reads the file.
        if (state.text && /^kind: /m.test(state.text)) state.text = state.text.replace(/^#.*\n/gm, '');
        this.field.value = location.href.replace(/#.*$/, '') + writeState(state);
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
