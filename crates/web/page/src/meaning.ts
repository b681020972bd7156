// Whether two encodings of the puzzle's family mean the same: which solution has one that the other lacks.

import { type Bench } from './bench';
import { button, choice, element } from './dom';
import type { Reply } from './engine/protocol';
import { listed } from './sentences';

const TIME = 60;

export class Meaning {
    private readonly first = choice('', []);
    private readonly second = choice('', []);
    private readonly without = choice('without the rule', []);
    private readonly told = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly asked = element('p', { class: 'quiet' });
    private readonly fields = element('div', { class: 'row' }, this.first[0], ' and ', this.second[0], this.without[0], button('Same meaning?', () => void this.compare()));
    readonly element = element('div', {}, this.asked, this.fields, this.told);

    constructor(private readonly bench: Bench, private readonly rules: () => string[]) {
        this.first[1].setAttribute('aria-label', 'One encoding');
        this.second[1].setAttribute('aria-label', 'The other encoding');
    }

    /** There is another puzzle, or another formula of it. */
    open(encodings: readonly string[], chosen: string): void {
        // It takes more room than a page should load.
        const isAnswered = !this.bench.engine.lacks?.includes('diff');
        this.fields.hidden = !isAnswered;
        this.asked.textContent = isAnswered ? 'Do two of them mean the same? On this board, whatever is given, is every solution of one a solution of the other?'
            : 'Whether two of them mean the same, and which solution only one has, is answered where jigsat serve does, and by jigsat diff.';
        const options = () => encodings.map((name) => element('option', { value: name }, name));
        const [first, second, without] = [this.first[1], this.second[1], this.without[1]];
        first.replaceChildren(...options());
        second.replaceChildren(...options());
        without.replaceChildren(element('option', { value: '' }, 'none'), ...this.rules().map((rule) => element('option', { value: rule }, rule)));
        if (encodings.includes(chosen)) first.value = chosen;
        second.value = encodings.find((name) => name !== first.value) ?? first.value;
        this.told.replaceChildren();
    }

    private async compare(): Promise<void> {
        const { family, file, data } = this.bench.puzzle!;
        const side = (encoding: string, rule = '') => `${family.name}:${encoding}${rule && `:drop=${rule}`}`;
        this.told.replaceChildren();
        const request = { first: side(this.first[1].value), second: side(this.second[1].value, this.without[1].value), on: file, puzzle: null, ...(data && { data }), timeout_s: TIME };
        const reply: Reply | undefined = await this.bench.long('comparing what they mean', 'diff', request);
        if (!reply) return;
        const [head = '', ...more] = reply.words.split('\n');
        this.bench.tell(head.replace(/:$/, ''), reply.status === 'solved' ? 'good' : reply.status === 'impossible' ? 'bad' : 'plain');
        this.told.replaceChildren(...listed(more.length ? more.join('\n') : head));
        if (!reply.picture) return;
        this.bench.board.show(reply.picture);
        this.bench.board.bare();
    }
}
