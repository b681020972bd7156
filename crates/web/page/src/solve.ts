// Solve: one solution, whether it is the only one, all of them, how many, how hard. With the verdict in words.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { verdict } from './common';
import { button, choice, element } from './dom';
import type { Ask, CommonRecord, ListRecord, Reply, SolveRecord } from './engine/protocol';
import { grounds, resting, timed, verdictOf } from './grounds';
import { capital, counted } from './words';

/** So many solutions are listed, unless another number is asked for. */
const LISTED = 1000;
/** The page keeps the pictures of no more solutions. */
const MOST_LISTED = 20_000;

export class SolvePanel implements Panel {
    readonly tab = 'solve';
    readonly element = element('div');
    private readonly options = element('div', { class: 'fields' });
    private readonly pager = element('div', { class: 'row', hidden: true });
    private readonly page = element('output');
    private readonly unique: HTMLButtonElement;
    /** What was said at length. */
    private readonly told = element('div', { class: 'step' });
    private readonly rating = button('Rate', () => this.rate());
    private pictures: string[] = [];
    private shown = -1;
    /** Whether there are no other solutions than these, as far as is known. */
    private areAll = false;
    private fields: Record<string, HTMLSelectElement | HTMLInputElement> = {};

    constructor(private readonly bench: Bench) {
        this.unique = button('Is it unique?', () => this.solve(true));
        this.element.append(
            element('div', { class: 'row' },
                button('Solve', () => this.solve(false), { class: 'main' }),
                this.unique,
                button('All solutions', () => this.list()),
                button('Count', () => this.count()),
                button('In common', () => this.common(), { title: 'What all solutions have in common, and what is possible in some' }),
                this.rating),
            this.pager, this.told,
            element('details', {}, element('summary', {}, 'Options'), this.options),
        );
        this.pager.append(
            button('◀', () => this.turn(-1), { 'aria-label': 'Previous picture' }), this.page,
            button('▶', () => this.turn(1), { 'aria-label': 'Next picture' }),
            button('Puzzle', () => this.draw(-1)));
    }

    suits(): boolean {
        return true;
    }

    open(puzzle: Puzzle): void {
        this.pictures = [];
        this.shown = -1;
        this.pager.hidden = true;
        this.told.replaceChildren();
        this.unique.hidden = puzzle.family.abilities.horizon;
        // Ratings count the steps of an explanation.
        this.rating.hidden = puzzle.family.abilities.horizon || !puzzle.family.abilities.explanation;
        const { solvers } = this.bench.families;
        const names = (all: readonly string[]): [string, string][] => [['', 'what measured best'], ...all.map((name): [string, string] => [name, name])];
        const [encodingLabel, encoding] = choice('Encoding', names(puzzle.family.encodings), (encoding) => this.bench.remember({ encoding }));
        encoding.value = puzzle.family.encodings.includes(this.bench.state.encoding ?? '') ? this.bench.state.encoding! : '';
        const [engineLabel, engine] = choice('Search', names(['sat', 'backtrack', ...puzzle.family.engines]));
        const [solverLabel, solver] = choice('Solver', names(solvers));
        const timeout = element('input', { type: 'number', min: 1, max: 3600, value: 60 });
        const most = element('input', { type: 'number', min: 1, max: MOST_LISTED, value: LISTED });
        this.fields = { encoding, engine, solver, timeout, most };
        this.options.replaceChildren(encodingLabel, engineLabel, solverLabel, element('label', {}, 'Time limit in seconds ', timeout), element('label', {}, 'Solutions to list at most ', most));
    }

    show(): void {
        this.draw(this.shown);
    }

    key(event: KeyboardEvent): boolean {
        if (this.pictures.length === 0 || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return false;
        this.turn(event.key === 'ArrowLeft' ? -1 : 1);
        return true;
    }

    private ask(unique = false): Ask {
        const { encoding, engine, solver, timeout } = this.fields;
        return askOf(this.bench.puzzle!, {
            formula: encoding!.value ? { encoding: encoding!.value } : {},
            search: {
                ...(engine!.value && { engine: engine!.value }),
                ...(solver!.value && { solver: solver!.value }),
                timeout_s: Number(timeout!.value) || 60,
            },
            unique,
        });
    }

    /** What was said before is not about the next question. Returns when that is asked. */
    private begin(): number {
        this.told.replaceChildren();
        return performance.now();
    }

    private async solve(unique: boolean): Promise<void> {
        const started = this.begin();
        const reply: Reply<SolveRecord> | undefined = await this.bench.long(unique ? 'looking for a second solution' : 'solving', 'solve', { ask: this.ask(unique) });
        if (!reply) return;
        const { record } = reply;
        this.pictures = reply.picture && record.solution ? [reply.picture] : [];
        this.areAll = record.unique === true;
        if (record.other) {
            const from = { name: 'other', text: JSON.stringify({ solution: record.other }) };
            const other = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), from });
            if (other.picture) this.pictures.push(other.picture);
        }
        this.draw(0);
        const good = reply.status === 'solved' ? 'good' : reply.status === 'impossible' && !record.other ? 'bad' : 'plain';
        this.bench.tell(verdictOf(reply), good, grounds(this.bench, started, record));
    }

    private async list(): Promise<void> {
        const started = this.begin();
        const most = Math.min(Math.max(1, Math.floor(Number(this.fields.most!.value)) || LISTED), MOST_LISTED);
        this.pictures = [];
        this.areAll = false;
        // One more than are shown says whether there are more.
        const reply: Reply<ListRecord> | undefined = await this.bench.long('looking for solutions', 'list', { ask: this.ask(), limit: most + 1 }, (part) => {
            if (part.picture && this.pictures.length < most) this.pictures.push(part.picture);
            if (this.pictures.length === 1) this.draw(0);
            else this.label();
        });
        this.areAll = reply !== undefined && (reply.record.solutions ?? 0) <= most && reply.record.complete;
        this.label();
        if (!reply) return;
        if (this.pictures.length === 0) this.draw(-1);
        const rest = grounds(this.bench, started, reply.record);
        if ((reply.record.solutions ?? 0) > most) return this.bench.tell(`the first ${counted(most, 'solution')}; there are more`, 'good', `${rest} · Count says how many there are; a larger limit under Options lists more`);
        this.bench.tell(reply.words, reply.status === 'impossible' ? 'bad' : 'good', rest);
    }

    private async count(): Promise<void> {
        const started = this.begin();
        const reply = await this.bench.long('counting', 'count', { ask: this.ask() });
        if (reply) this.bench.tell(reply.words, 'plain', grounds(this.bench, started, reply.record));
    }

    private async common(): Promise<void> {
        const started = this.begin();
        const reply: Reply<CommonRecord> | undefined = await this.bench.long('comparing all solutions', 'common', { ask: this.ask() });
        if (!reply) return;
        this.pictures = [];
        this.draw(-1);
        if (reply.picture) this.bench.board.show(reply.picture);
        this.bench.tell(reply.words.split('\n')[0]!, reply.status === 'impossible' ? 'bad' : 'plain', grounds(this.bench, started, reply.record));
        this.told.replaceChildren(...verdict(reply.words));
    }

    private async rate(): Promise<void> {
        const started = this.begin();
        const reply = await this.bench.long('rating', 'rate', { ask: this.ask() });
        if (!reply) return;
        const words = [timed(this.bench, started)];
        if (reply.status === 'solved') words.push('counted from the steps of the explanation', resting('there is no other solution'));
        this.bench.tell(reply.words, 'plain', words.join(' · '));
    }

    private turn(by: number): void {
        const count = this.pictures.length;
        if (count > 0) this.draw((this.shown + by + count) % count);
    }

    /** Shows a solution by its place, or the puzzle. */
    private draw(place: number): void {
        const picture = this.pictures[place];
        this.shown = picture === undefined ? -1 : place;
        const { puzzle } = this.bench;
        if (puzzle) this.bench.board.show(picture ?? puzzle.picture);
        this.bench.board.bare();
        this.label();
        this.bench.describe(capital(this.words));
    }

    private label(): void {
        this.pager.hidden = this.pictures.length === 0;
        this.page.textContent = this.words;
    }

    /** What is shown. */
    private get words(): string {
        const count = this.pictures.length;
        if (this.shown < 0) return 'the puzzle';
        if (this.areAll) return `solution ${this.shown + 1} of ${count}`;
        return count === 1 ? 'a solution' : `solution ${this.shown + 1} of the ${count} found`;
    }
}
