// A solver's answer to the formula that was downloaded: pasted or opened, it becomes a solution on the board.

import { type Bench } from './bench';
import { button, element } from './dom';
import type { Ask, Reply } from './engine/protocol';
import { listed } from './sentences';

/** Larger files are no answers, in bytes. */
const LARGEST = 64 << 20;

export class Answer {
    private readonly text = element('textarea', { rows: 3, spellcheck: 'false', 'aria-label': 'The answer of a solver', placeholder: 's SATISFIABLE\nv 1 -2 -3 4 … 0' });
    private readonly told = element('div', { class: 'step', 'aria-live': 'polite' });
    readonly element: HTMLDetailsElement;

    constructor(private readonly bench: Bench, private readonly ask: () => Ask) {
        const file = element('input', { type: 'file', hidden: true, 'aria-label': 'A file with the answer of a solver', onchange: () => file.files?.[0] && void this.read(file.files[0]) });
        this.element = element('details', {}, element('summary', {}, 'A solver’s answer'),
            element('p', { class: 'quiet' }, 'Download the formula as DIMACS, run any SAT solver on it, and paste what it prints: here it becomes a solution, and the referee checks it.'),
            this.text, element('div', { class: 'row' }, button('Decode', () => void this.decode()), button('Answer as file…', () => file.click()), file), this.told);
    }

    open(): void {
        this.text.value = '';
        this.told.replaceChildren();
    }

    private async read(file: File): Promise<void> {
        if (file.size > LARGEST) return this.bench.tell(`${file.name} has more than ${LARGEST >> 20} MiB: that is no answer to such a formula`, 'bad');
        this.text.value = await file.text();
        await this.decode();
    }

    private async decode(): Promise<void> {
        this.told.replaceChildren();
        if (!this.text.value.trim()) return this.bench.tell('paste what the solver printed first', 'plain');
        const reply: Reply | undefined = await this.bench.long('reading the answer', 'decode', { ask: this.ask(), answer: { name: 'the answer', text: this.text.value } });
        if (!reply) return;
        const [head = ''] = reply.words.split('\n');
        this.bench.tell(head || 'solved', reply.status === 'solved' ? 'good' : 'bad', head ? '' : 'decoded from the answer, and checked by the referee');
        if (reply.words !== head) this.told.replaceChildren(...listed(reply.words));
        if (!reply.picture) return;
        this.bench.board.show(reply.picture);
        this.bench.board.bare();
    }
}
