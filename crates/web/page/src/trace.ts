// Trace: a small solver step by step, forward and back; what it knows after each step, and the implication graph that grows.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { Board } from './board';
import { button, element, helpOf } from './dom';
import type { Ask, Reply, StateRecord, TraceRecord, TraceStep } from './engine/protocol';
import { type Place, cellOf, fixedOf, placeOf, placesOf, valueOf } from './places';
import { counted } from './words';

/** How long the search may take, in seconds. */
const TIME = 60;
/** How many steps are listed. */
const MOST_STEPS = 2000;
/** How many conflicts there may be. */
const MOST_CONFLICTS = 100;

/** What is known after a step. */
interface Known {
    state?: StateRecord;
    graph: string;
}

export class TracePanel implements Panel {
    readonly tab = 'trace';
    readonly element = element('div', { class: 'trace' });
    private readonly place = element('output');
    private readonly literals = element('input', { type: 'text', 'aria-label': 'Literals', spellcheck: 'false', autocapitalize: 'none' });
    private readonly firstLine = element('p', { class: 'quiet row', hidden: true });
    private readonly learns = element('input', { type: 'checkbox', checked: true, onchange: () => void this.rerun() });
    private readonly watches = element('input', { type: 'checkbox', onchange: () => void this.rerun() });
    private readonly detail = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly known = element('div', { class: 'quiet known' });
    private readonly graph = new Board('The implication graph');
    private readonly window = element('div', { class: 'graph', tabindex: 0, role: 'group', 'aria-label': 'The implication graph' }, this.graph.element);
    private readonly list = element('ol', { class: 'steps', 'aria-label': 'Steps' });
    /** Which literals are decided first. */
    private first: string[] = [];
    private record?: TraceRecord;
    private readonly after = new Map<number, Known>();
    /** After how many steps the search is shown. */
    private shown = 0;
    private begun = false;
    /** The step that the address named, until it is there. */
    private awaited?: number;
    private asking = false;
    private places: ReadonlyMap<string, Place['at']> = new Map();

    constructor(private readonly bench: Bench) {
        this.graph.element.classList.add('whole');
        this.literals.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.decide(); });
        this.element.append(
            element('div', { class: 'row' },
                button('◀', () => this.go(this.shown - 1), { 'aria-label': 'Previous step' }), this.place,
                button('▶', () => this.go(this.shown + 1), { 'aria-label': 'Next step' }),
                button('Next conflict', () => this.goTo(({ step }) => step === 'conflict', 'there is no later conflict'))),
            element('div', { class: 'row' }, this.literals, button('Decide', () => this.decide()), button('Run to', () => this.runTo())),
            element('div', { class: 'row quiet' }, element('label', {}, this.learns, ' learn from conflicts'), element('label', {}, this.watches, ' two watched literals')),
            this.firstLine, this.detail, this.window, this.known, this.list);
    }

    suits(): boolean {
        return true;
    }

    open(puzzle: Puzzle): void {
        const fixed = new Set(fixedOf(puzzle.record.blanks).map(({ place }) => place.name));
        this.places = new Map(placesOf(puzzle.record.blanks).filter(({ name }) => !fixed.has(name)).map(({ name, at }) => [name, at]));
        this.first = [];
        this.begun = false;
        this.awaited = this.bench.state.tab === this.tab ? this.bench.state.step : undefined;
        this.learns.checked = true;
        this.watches.checked = false;
        this.literals.value = '';
        this.clear();
    }

    show(): void {
        if (!this.begun) void this.rerun();
        else this.draw();
    }

    key(event: KeyboardEvent): boolean {
        if (event.ctrlKey || event.metaKey || event.altKey) return false;
        const to: Record<string, number> = { ArrowLeft: this.shown - 1, ArrowUp: this.shown - 1, ArrowRight: this.shown + 1, ArrowDown: this.shown + 1, Home: 0, End: this.steps.length };
        if (!(event.key in to)) return false;
        this.go(to[event.key]!);
        return true;
    }

    private get steps(): TraceStep[] {
        return this.record?.steps ?? [];
    }

    private clear(): void {
        this.record = undefined;
        this.after.clear();
        this.shown = 0;
        for (const part of [this.list, this.known, this.detail]) part.replaceChildren();
        this.graph.clear();
        this.place.textContent = '';
        this.firstLine.hidden = this.first.length === 0;
        this.firstLine.replaceChildren(`Decides first: ${this.first.join(', ')}`, button('Take back', () => void this.rerun(this.first.slice(0, -1))));
    }

    private request(at: number, first = this.first) {
        const { encoding } = this.bench.state;
        const ask: Ask = { search: { timeout_s: TIME }, ...(encoding && this.bench.puzzle!.family.encodings.includes(encoding) && { formula: { encoding } }) };
        return {
            ask: askOf(this.bench.puzzle!, ask), at, steps: MOST_STEPS, conflicts: MOST_CONFLICTS,
            ...(first.length > 0 && { decide: first.join(',') }), no_learning: !this.learns.checked, watched: this.watches.checked,
        };
    }

    /** Searches in another way: what was found before is not about it, even where nothing is found. */
    private async rerun(first = this.first): Promise<void> {
        this.first = first;
        this.clear();
        this.bench.board.show(this.bench.puzzle!.picture);
        this.bench.board.bare();
        await this.run();
    }

    /** Searches from the beginning, and shows what is known after the step where this literal is decided, or before all steps. If that fails, what was found before
     * stays. */
    private async run(first = this.first, decided?: string): Promise<boolean> {
        this.begun = true;
        const reply: Reply<TraceRecord> | undefined = await this.bench.long('tracing', 'trace', this.request(0, first));
        if (!reply) return false;
        this.first = first;
        this.clear();
        const record = (this.record = reply.record);
        this.after.set(0, { state: record.state, graph: reply.picture ?? '' });
        this.list.append(...record.steps.map((step, number) => {
            const words = inWords(step);
            return element('li', { class: step.step === 'conflict' ? 'trouble' : undefined }, button(words, () => this.go(number + 1), { 'aria-label': `Step ${number + 1}: ${words}` }));
        }));
        const isWhole = record.status !== 'unknown';
        this.bench.tell(isWhole ? reply.words : `The search goes on after these ${counted(record.steps.length, 'step')}`, record.status === 'impossible' ? 'bad' : 'plain',
            `${isWhole ? '' : `encoding ${record.encoding}, ${counted(record.clauses, 'clause')}; the command jigsat trace has more steps; `}here every rule is clauses, loops and regions too`);
        this.literals.placeholder = example(record.steps);
        const from = decided === undefined ? -1 : record.steps.findIndex((step) => step.step === 'decide' && step.literal === decided);
        this.go(Math.min(this.awaited ?? from + 1, record.steps.length));
        this.awaited = undefined;
        return true;
    }

    /** Decides what is typed, after what is decided first already. */
    private decide(): void {
        const more = split(this.literals.value);
        if (more.length === 0) return;
        void this.run([...this.first, ...more], more.at(-1)).then((ran) => { if (ran) this.literals.value = ''; });
    }

    /** Goes on to where one of the literals that are typed is true. */
    private runTo(): void {
        const wanted = split(this.literals.value);
        this.goTo((step) => 'literal' in step && wanted.includes(step.literal), `no later step makes ${wanted.join(' or ') || 'a literal that you type here'} true`);
    }

    private goTo(isMeant: (step: TraceStep) => boolean, otherwise: string): void {
        const at = this.steps.findIndex((step, number) => number >= this.shown && isMeant(step));
        if (at >= 0) this.go(at + 1);
        else this.bench.tell(otherwise);
    }

    private go(step: number): void {
        if (step < 0 || step > this.steps.length) return;
        this.shown = step;
        this.bench.remember({ step: step || undefined });
        this.draw();
        void this.look();
    }

    /** Asks what is known after the step that is shown. Of several steps in a row, the last one counts. */
    private async look(): Promise<void> {
        if (this.asking || this.after.has(this.shown)) return;
        this.asking = true;
        const { record, shown } = this;
        try {
            const reply: Reply<TraceRecord> = await this.bench.ask('trace', this.request(shown));
            if (record === this.record) this.after.set(shown, { state: reply.record.state, graph: reply.picture ?? '' });
        } finally {
            this.asking = false;
        }
        if (record !== this.record) return;
        this.draw();
        await this.look();
    }

    private draw(): void {
        if (this.bench.state.tab !== this.tab || !this.record) return;
        const step = this.steps[this.shown - 1];
        this.place.textContent = `step ${this.shown} of ${this.steps.length}`;
        this.detail.replaceChildren(...(step ? told(step) : [helpOf(
            'The arrow keys go from step to step. Type literals, separated by blanks or commas, to decide them first; ! negates.',
            'Type literals, separated by blanks or commas, to decide them first; ! negates.')]));
        for (const [number, item] of [...this.list.children].entries()) {
            const own = item.firstElementChild!;
            if (number === this.shown - 1) own.setAttribute('aria-current', 'step');
            else own.removeAttribute('aria-current');
        }
        const current = this.list.children[this.shown - 1] as HTMLElement | undefined;
        this.list.scrollTop = current ? current.offsetTop - this.list.clientHeight / 2 : 0;
        this.bench.describe(step ? `Step ${this.shown}: ${inWords(step)}` : 'Before the first step');
        // Until the answer is there, the graph before it stays.
        const known = this.after.get(this.shown);
        if (known) this.put(known, step);
    }

    /** Shows where a node is, or else the end of the graph. */
    private scrollTo(name: string | undefined): void {
        const { window } = this;
        const nodes = [...this.graph.element.shadowRoot!.querySelectorAll('.node')];
        const node = nodes.find(({ textContent }) => textContent!.trim() === name)?.getBoundingClientRect();
        if (!node) return void (window.scrollLeft = window.scrollWidth);
        const seen = window.getBoundingClientRect();
        // What leads to it is on its left.
        window.scrollBy(node.right - seen.right + 60, node.top - seen.top - seen.height / 2);
    }

    /** Shows what is known: the graph, the levels, and on the board what is true. */
    private put({ state, graph }: Known, step: TraceStep | undefined): void {
        this.graph.show(graph);
        this.scrollTo(step?.step === 'conflict' ? 'conflict' : step && 'literal' in step ? step.literal : undefined);
        const levels = state?.levels ?? [];
        const learned = state?.learned ?? [];
        this.known.replaceChildren(
            ...levels.flatMap((literals, level) => (literals.length && level > 0 ? [element('p', {}, element('strong', {}, `level ${level} `), some(literals))] : [])),
            levels[0]?.length ? element('p', {}, `${counted(levels[0].length, 'literal is', 'literals are')} true without a decision`) : '',
            learned.length ? element('details', {}, element('summary', {}, counted(learned.length, 'learned clause')), element('ol', { class: 'constraints' }, ...learned.map((clause) => element('li', {}, or(clause))))) : '');
        const { board } = this.bench;
        board.show(this.bench.puzzle!.picture);
        board.bare();
        const frame = (literal: string, name: string) => {
            const at = this.places.get(placeOf(literal)) ?? cellOf(placeOf(literal));
            if (at) board.frame(at, name);
        };
        for (const [level, literals] of levels.entries()) {
            if (level > 0) frame(literals[0]!, 'assumed');
            for (const literal of literals) {
                const [at, value] = [this.places.get(placeOf(literal)), valueOf(literal)];
                if (at && value) board.sure(at, value);
            }
        }
        if (step?.step === 'conflict') for (const place of new Set(step.from.map(placeOf))) frame(place, 'clash');
        else if (step && 'literal' in step) frame(step.literal, 'pointed');
    }
}

/** The words between commas or blanks that are not in parentheses. */
function split(words: string): string[] {
    return words.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
}

/** A literal to type: one that was decided, or else any. */
function example(steps: readonly TraceStep[]): string {
    const named = steps.find(({ step }) => step === 'decide') ?? steps.find((step) => 'literal' in step);
    return named && 'literal' in named ? named.literal : '';
}

/** More literals than these are counted. */
const MOST_NAMED = 12;

function some(literals: readonly string[]): string {
    const more = literals.length - MOST_NAMED;
    return more > 0 ? `${literals.slice(0, MOST_NAMED).join(', ')} and ${counted(more, 'more literal')}` : literals.join(', ');
}

function or(clause: readonly string[]): string {
    return clause.join(' or ') || 'the empty clause';
}

/** A step in a line. */
function inWords(step: TraceStep): string {
    switch (step.step) {
        case 'decide': return `level ${step.level}: decide ${step.literal}`;
        case 'imply': return `${step.literal}: ${step.because}`;
        case 'conflict': return `conflict: ${step.because}`;
        case 'resolve': return `resolve on ${step.on}: ${or(step.clause)}`;
        case 'learn': return `learn clause ${step.number}: ${or(step.clause)}; back to level ${step.back}`;
        case 'flip': return `back to level ${step.level}: try ${step.literal}`;
        case 'watch': return `watch ${step.to} for ${step.from}: ${step.because}`;
        case 'restart': return 'restart: back to level 0';
    }
}

/** A step with its reasons. */
function told(step: TraceStep): Node[] {
    if (step.step !== 'imply' && step.step !== 'conflict') return [element('p', {}, element('strong', {}, inWords(step)))];
    const head = element('strong', {}, step.step === 'imply' ? step.literal : 'conflict');
    const from = step.from.length === 0 ? [] : [element('p', {}, step.step === 'imply' ? 'as these are true: ' : 'but all of these are true: ', some(step.from))];
    return [element('p', {}, head, `: ${step.because}`), ...from];
}
