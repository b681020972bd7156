// Formula: the constraints beside the board, with their sentences; sizes; what unit propagation derives; encodings compared.

import { Answer } from './answer';
import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { clausesOf } from './clauses';
import { comparison } from './comparison';
import { Cursor, type Named } from './cursor';
import { button, choice, download, element } from './dom';
import type { CompareRecord, ConstraintRecord, EncodeRecord, FormulaOptions, Reply, RuleRecord } from './engine/protocol';
import { Meaning } from './meaning';
import { isCell, placesOf } from './places';
import { Propagation } from './propagation';
import { counted } from './words';

/** How constraints are written as clauses, the default first. */
const FLAVOURS = {
    amo: ['At most one', ['pairwise', 'ladder', 'bitwise', 'commander', 'product', 'bimander']],
    card: ['Counting', ['totalizer', 'adder']],
    graph: ['Loops and regions', ['lazy', 'tree']],
} as const satisfies { [Name in keyof FormulaOptions]: readonly [label: string, names: readonly FormulaOptions[Name][]] };
type Flavour = keyof typeof FLAVOURS;
/** Of a rule with more constraints these are listed, and the others found by pointing at a cell. */
const MOST_LISTED = 200;
/** Larger formulas are not written again only to see what would change, in clauses. */
const MOST_WEIGHED = 500_000;
const TIME = 120;

export class FormulaPanel implements Panel {
    readonly tab = 'formula';
    readonly element = element('div');
    private readonly fields = element('div', { class: 'row' });
    private readonly size = element('p');
    /** Which choices change nothing. */
    private readonly idle = element('div', { class: 'quiet', id: 'no-choice' });
    private readonly rules = element('div', { class: 'rules' });
    private readonly about = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly propagation: Propagation;
    private readonly meaning: Meaning;
    private readonly answer: Answer;
    private readonly compared = element('div', { class: 'scroll' });
    private encoding = '';
    private flavours: Pick<FormulaOptions, Flavour> = {};
    private dropped = new Set<string>();
    private selects: [Flavour, HTMLSelectElement][] = [];
    private record?: EncodeRecord;
    // The constraint that is pointed at.
    private marked?: ConstraintRecord;
    private weighing?: AbortController;
    private readonly cursor: Cursor;

    constructor(private readonly bench: Bench) {
        this.cursor = new Cursor(bench, (cell) => this.constraintsOf(cell));
        const own = this;
        this.propagation = new Propagation(bench, { ask: () => this.ask(), get record() { return own.record; }, get left() { return own.left; } });
        this.meaning = new Meaning(bench, () => (this.record?.rules ?? []).map(({ rule }) => rule));
        this.answer = new Answer(bench, () => this.ask());
        this.element.append(
            this.fields, this.idle, this.size, this.about, this.rules,
            this.propagation.element,
            element('details', {}, element('summary', {}, 'Compare encodings'),
                element('div', { class: 'row' }, button('Compare', () => void this.compare())), this.compared, this.meaning.element),
            element('details', {}, element('summary', {}, 'Download'),
                element('div', { class: 'row' },
                    button('DIMACS', () => void this.file('dimacs', 'cnf')), button('GCNF', () => void this.file('gcnf', 'gcnf')), button('Text', () => void this.file('text', 'txt')))),
            this.answer.element);
    }

    suits(): boolean {
        return true;
    }

    open(puzzle: Puzzle): void {
        this.record = undefined;
        this.weighing?.abort();
        this.dropped.clear();
        this.encoding = puzzle.family.encodings.includes(this.bench.state.encoding ?? '') ? this.bench.state.encoding! : '';
        this.flavours = {};
        const [encodingLabel, encoding] = choice('Encoding', [['', 'what measured best'], ...puzzle.family.encodings.map((name): [string, string] => [name, name])], (value) => {
            this.encoding = value;
            this.bench.remember({ encoding: value });
            void this.load();
        });
        encoding.value = this.encoding;
        const others = (Object.keys(FLAVOURS) as Flavour[]).map((key) => {
            const [label, names] = FLAVOURS[key];
            return [key, ...choice(label, names.map((name) => [name, name]), (value) => {
                this.flavours = { ...this.flavours, [key]: value === names[0] ? undefined : value };
                void this.load();
            })] as const;
        });
        this.selects = others.map(([key, , select]) => [key, select]);
        this.fields.replaceChildren(encodingLabel, ...others.map(([, label]) => label));
        for (const part of [this.rules, this.about, this.compared, this.size, this.idle]) part.replaceChildren();
        this.propagation.open();
        this.answer.open();
    }

    show(): void {
        this.unmark();
        if (!this.record) void this.load();
        this.bench.describe('The puzzle; click a cell, or choose one by the arrow keys and press Enter, to see the constraints about it');
    }

    /** Shows the board without marks. */
    private unmark(): void {
        if (this.bench.state.tab !== 'formula') return;
        this.marked = undefined;
        this.bench.board.show(this.bench.puzzle!.picture);
        this.bench.board.bare();
    }

    key(event: KeyboardEvent): boolean {
        return this.cursor.key(event);
    }

    pointer(event: PointerEvent): void {
        this.cursor.pointer(event);
    }

    /** The constraints about a place, and the literals about it to assume. */
    private async constraintsOf(place: Named): Promise<void> {
        const { record } = this;
        if (!record) return;
        this.marked = undefined;
        const { at, name } = place;
        const [row, col] = [(at[0] - 1) / 2, (at[1] - 1) / 2];
        const own = (record.constraints ?? []).filter((one) => one.cells?.some(([r, c]) => r === row && c === col));
        const { board } = this.bench;
        board.show(this.bench.puzzle!.picture);
        board.bare();
        this.cursor.draw();
        const words = own.length === 0 ? `no constraint is about the ${name} alone` : `${counted(own.length, 'constraint')} about the ${name}`;
        const said = element('p', {}, words);
        this.about.replaceChildren(said, this.listed(own));
        this.bench.describe(words);
        const literals = await this.propagation.offer(place);
        if (literals && said.isConnected) said.before(literals);
    }

    /** The cells that can be asked about, and what lies between them. */
    private places(record: EncodeRecord): Named[] {
        const between = placesOf(this.bench.puzzle!.record.blanks).filter(({ at }) => !isCell(at));
        return [...cells(record), ...between.map(({ name, at }) => ({ id: name, name: `edge ${name}`, at }))];
    }

    private formula(): FormulaOptions {
        return { ...(this.encoding && { encoding: this.encoding }), ...this.flavours, ...(this.dropped.size && { drop: [...this.dropped] }) };
    }

    private ask() {
        return askOf(this.bench.puzzle!, { formula: this.formula(), search: { timeout_s: TIME } });
    }

    private async load(): Promise<void> {
        this.weighing?.abort();
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('writing the formula', 'encode', { ask: this.ask(), groups: true });
        if (!reply) return;
        const record = (this.record = reply.record);
        // What was said of the formula before may not be true of this one.
        this.about.replaceChildren();
        this.propagation.forget();
        this.unmark();
        this.cursor.places = this.places(record);
        this.meaning.open(this.bench.puzzle!.family.encodings, record.encoding);
        this.size.textContent = `Encoding ${record.encoding}: ${counted(record.variables, 'variable')} (${record.auxiliaries.toLocaleString('en')} auxiliary), ${counted(record.clauses, 'clause')}, ${counted(record.literals, 'literal')}${this.dropped.size ? `; without ${this.left}` : ''}.`;
        this.rules.replaceChildren(...record.rules.map((rule) => this.rule(rule)));
        if (record.left_out) this.rules.append(element('p', { class: 'quiet' }, `${counted(record.left_out, 'more constraint is', 'more constraints are')} not listed`));
        void this.weigh(record);
    }

    /** Disables the choices of how constraints are written that change nothing in this formula: with each of them it is as large. */
    private async weigh(record: EncodeRecord): Promise<void> {
        const { signal } = (this.weighing = new AbortController());
        const idle: string[] = [];
        for (const [key, select] of this.selects) {
            const others = FLAVOURS[key][1].filter((name) => name !== select.value);
            let isSame = record.clauses <= MOST_WEIGHED;
            for (const name of isSame ? others : []) {
                const ask = askOf(this.bench.puzzle!, { formula: { ...this.formula(), [key]: name }, search: { timeout_s: TIME } });
                const reply: Reply<EncodeRecord> | undefined = await this.bench.ask('encode', { ask }, undefined, signal).catch(() => undefined);
                if (signal.aborted) return;
                isSame = reply !== undefined && sizeOf(reply.record) === sizeOf(record);
                if (!isSame) break;
            }
            select.disabled = isSame;
            if (isSame) idle.push(FLAVOURS[key][0]);
            if (isSame) select.setAttribute('aria-describedby', this.idle.id);
            else select.removeAttribute('aria-describedby');
        }
        this.idle.textContent = idle.length ? `No effect here: ${idle.join('; ')}. The formula is the same with each choice.` : '';
    }

    /** A rule, folded: its sizes, its constraints, and a switch to leave it out. */
    private rule(rule: RuleRecord): HTMLElement {
        const own = (this.record?.constraints ?? []).filter((one) => one.rule === rule.rule);
        const list = element('div');
        const sizes = `${counted(rule.groups, 'constraint')}, ${counted(rule.clauses, 'clause')}${rule.auxiliaries ? `, ${counted(rule.auxiliaries, 'auxiliary variable')}` : ''}`;
        const folded = element('details', {}, element('summary', {}, element('strong', {}, rule.rule), ` ${sizes}${rule.redundant ? '; others imply it' : ''}`), list);
        const drop = element('input', { type: 'checkbox', onchange: () => {
            if (drop.checked) this.dropped.add(rule.rule);
            else this.dropped.delete(rule.rule);
            void this.without(folded);
        } });
        drop.checked = this.dropped.has(rule.rule);
        list.prepend(element('label', { class: 'quiet' }, drop, ' leave this rule out, solve, and hear the referee'));
        folded.addEventListener('toggle', () => { if (folded.open && list.childElementCount === 1) list.append(this.listed(own)); });
        return folded;
    }

    /** Constraints as a list: pointing at one marks its cells, pressing it shows its clauses. */
    private listed(constraints: ConstraintRecord[]): HTMLElement {
        const item = (one: ConstraintRecord) => {
            const mark = () => void this.mark(one);
            const clauses = element('div', { class: 'clauses', hidden: true });
            const own = button(one.sentence, () => {
                mark();
                own.setAttribute('aria-expanded', String(clauses.hidden));
                clauses.hidden = !clauses.hidden;
                if (clauses.childElementCount === 0) void this.write(one, clauses);
            }, { 'aria-expanded': 'false', title: counted(one.clauses, 'clause'), onpointerenter: mark, onfocus: mark });
            return element('li', {}, own, clauses);
        };
        const list = element('ul', { class: 'constraints' }, ...constraints.slice(0, MOST_LISTED).map(item));
        if (constraints.length > MOST_LISTED) list.append(element('li', { class: 'quiet' }, `${constraints.length - MOST_LISTED} more: click a cell to see those about it`));
        return list;
    }

    /** Writes the clauses of a constraint below its sentence. */
    private async write(one: ConstraintRecord, into: HTMLElement): Promise<void> {
        into.replaceChildren(element('p', { class: 'quiet' }, counted(one.clauses, 'clause')));
        const { drafts, clauses } = await clausesOf(this.bench, this.ask(), one.sentence);
        const head = clauses.length ? drafts : [];
        const all = clauses.length ? clauses : drafts;
        const more = all.length - MOST_LISTED;
        into.append(...head.map((draft) => element('p', { class: 'quiet' }, draft)),
            element('ol', {}, ...all.slice(0, MOST_LISTED).map((clause) => element('li', {}, element('code', {}, clause)))),
            ...(more > 0 ? [element('p', { class: 'quiet' }, `${more.toLocaleString('en')} more: Download has all of them`)] : []));
    }

    private async mark(one: ConstraintRecord): Promise<void> {
        if (this.marked === one) return;
        this.marked = one;
        this.bench.describe(`${one.sentence}: ${counted(one.cells?.length ?? 0, 'cell')}, ${counted(one.clauses, 'clause')}`);
        const reply = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), marked: one.cells ?? [] });
        if (this.marked !== one || this.bench.state.tab !== 'formula') return;
        this.bench.board.show(reply.picture!);
        this.bench.board.bare();
    }

    /** What the referee says of a solution of the formula without some rules. */
    private async without(folded: HTMLDetailsElement): Promise<void> {
        const rule = folded.querySelector('strong')!.textContent;
        await this.load();
        // The list was made again; the switch keeps its place and the focus.
        const own = [...this.rules.querySelectorAll('details')].find((details) => details.querySelector('strong')!.textContent === rule);
        if (own && folded.open) {
            own.open = true;
            own.querySelector('input')?.focus();
        }
        if (this.dropped.size > 0) {
            const reply = await this.bench.long(`solving without ${this.left}`, 'solve', { ask: this.ask() });
            if (!reply) return;
            if (reply.picture && reply.record.solution) this.bench.board.show(reply.picture);
            const refused: string | undefined = reply.record.refused;
            this.bench.tell(refused ? `Without ${this.left}: ${refused}` : `Without ${this.left}: ${reply.words}`, refused ? 'bad' : 'plain', refused ? 'the referee’s words on what the formula allows now' : 'the referee found nothing wrong with this one');
        } else {
            this.bench.board.show(this.bench.puzzle!.picture);
            this.bench.tell('');
        }
    }

    /** The rules that are left out, in words. */
    private get left(): string {
        return [...this.dropped].join(', ');
    }

    private async compare(): Promise<void> {
        const rows: CompareRecord[] = [];
        const request = { ...(this.bench.puzzle!.data && { options: { data: this.bench.puzzle!.data } }), graph: ['all'], solvers: this.bench.families.solvers.slice(0, 1), seeds: 1, timeout_s: 10 };
        this.compared.replaceChildren();
        const reply = await this.bench.long('comparing', 'compare', request, (part: Reply<CompareRecord>) => {
            rows.push(part.record);
            this.compared.replaceChildren(...comparison(rows, false));
        });
        if (reply) this.compared.replaceChildren(...comparison(rows, true));
    }

    private async file(form: 'dimacs' | 'gcnf' | 'text', extension: string): Promise<void> {
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('writing the formula', 'encode', { ask: this.ask(), form });
        if (reply?.record.text) download(`${this.bench.puzzle!.family.name}-${reply.record.encoding}.${extension}`, reply.record.text);
    }
}

/** The cells that constraints are about. */
function cells({ constraints = [] }: EncodeRecord): Named[] {
    const all = new Map(constraints.flatMap((one) => one.cells ?? []).map(([row, col]) => [row * 2 ** 16 + col, [row, col] as const]));
    const sorted = [...all].sort(([one], [other]) => one - other);
    return sorted.map(([, [row, col]]) => ({ id: `r${row + 1}c${col + 1}`, name: `cell in row ${row + 1}, column ${col + 1}`, at: [2 * row + 1, 2 * col + 1] }));
}

/** The size of a formula and of its rules, to compare. */
function sizeOf({ variables, clauses, literals, rules }: EncodeRecord): string {
    return JSON.stringify([variables, clauses, literals, rules]);
}
