// Formula: the constraints beside the board, with their sentences; sizes; what unit propagation derives; encodings compared.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { comparison } from './comparison';
import { Cursor, type Named } from './cursor';
import { button, choice, download, element } from './dom';
import type { CompareRecord, ConstraintRecord, EncodeRecord, FormulaOptions, Reply, RuleRecord } from './engine/protocol';
import { cellOf, givens, placeOf, placesOf, valueOf } from './places';
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
    private readonly assumed = element('input', { type: 'text', 'aria-label': 'Literals to assume', placeholder: 'r1c2=5 !r3c4=1', spellcheck: 'false' });
    private readonly derived = element('div');
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
        this.assumed.addEventListener('keydown', (event) => { if (event.key === 'Enter') void this.propagate(); });
        this.element.append(
            this.fields, this.idle, this.size, this.about, this.rules,
            element('details', {}, element('summary', {}, 'Unit propagation'),
                element('p', { class: 'quiet' }, 'Assume some literals, separated by blanks, and see what follows without any search; ! negates.'),
                element('div', { class: 'row' }, this.assumed, button('Propagate', () => void this.propagate())), this.derived),
            element('details', {}, element('summary', {}, 'Compare encodings'),
                element('div', { class: 'row' }, button('Compare', () => void this.compare())), this.compared),
            element('details', {}, element('summary', {}, 'Download'),
                element('div', { class: 'row' },
                    button('DIMACS', () => void this.file('dimacs', 'cnf')), button('GCNF', () => void this.file('gcnf', 'gcnf')), button('Text', () => void this.file('text', 'txt')))));
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
        for (const part of [this.rules, this.about, this.derived, this.compared, this.size, this.idle]) part.replaceChildren();
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

    /** The constraints about a cell. */
    private constraintsOf({ at, name }: Named): void {
        if (!this.record) return;
        this.marked = undefined;
        const [row, col] = [(at[0] - 1) / 2, (at[1] - 1) / 2];
        const own = (this.record.constraints ?? []).filter((one) => one.cells?.some(([r, c]) => r === row && c === col));
        const { board } = this.bench;
        board.show(this.bench.puzzle!.picture);
        board.bare();
        this.cursor.draw();
        const words = own.length === 0 ? 'no constraint is about that place alone' : `${counted(own.length, 'constraint')} about the ${name}`;
        this.about.replaceChildren(element('p', {}, words), this.listed(own));
        this.bench.describe(words);
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
        for (const part of [this.about, this.derived]) part.replaceChildren();
        this.unmark();
        this.cursor.places = cells(record);
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

    /** Constraints as a list; pointing at one marks its cells. */
    private listed(constraints: ConstraintRecord[]): HTMLElement {
        const item = (one: ConstraintRecord) => {
            const mark = () => void this.mark(one);
            return element('li', {}, button(one.sentence, mark, { onpointerenter: mark, onfocus: mark }));
        };
        const list = element('ul', { class: 'constraints' }, ...constraints.slice(0, MOST_LISTED).map(item));
        if (constraints.length > MOST_LISTED) list.append(element('li', { class: 'quiet' }, `${constraints.length - MOST_LISTED} more: click a cell to see those about it`));
        return list;
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

    private async propagate(): Promise<void> {
        const assume = this.assumed.value.split(/[\s,]+/).filter(Boolean);
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('propagating', 'encode', { ask: this.ask(), assume });
        const propagated = reply?.record.propagated;
        if (!propagated) return;
        const { steps, conflict, open } = propagated;
        const without = this.dropped.size ? `Without ${this.left}: ` : '';
        const words = without + (conflict ? `A conflict: ${conflict}` : `${counted(steps.length, 'literal follows', 'literals follow')}, ${counted(open, 'variable is', 'variables are')} left open`);
        const places = placesOf(this.bench.puzzle?.record.blanks);
        const named = new Map(places.map(({ name, at }) => [name, at] as const));
        const given = givens(places, { constraints: this.record?.constraints, propagated });
        const derivable = new Map(places.filter((_, place) => !given.has(place)).map(({ name, at }) => [name, at] as const));
        const where = (literal: string) => named.get(placeOf(literal)) ?? cellOf(placeOf(literal));
        const { board } = this.bench;
        // What was assumed and what follows stays on the board, and so does what can't hold.
        const clash = new Set((this.record?.constraints ?? []).find(({ sentence }) => sentence === conflict)?.cells?.map(([row, col]) => `${row},${col}`));
        const assumed = () => {
            board.show(this.bench.puzzle!.picture);
            board.bare();
            for (const { literal } of steps) {
                const [at, value] = [derivable.get(placeOf(literal)), valueOf(literal)];
                if (at && value) board.sure(at, value);
            }
            for (const literal of assume) {
                const at = where(literal);
                if (at) board.frame(at, 'assumed');
            }
            for (const cell of clash) {
                const [row, col] = cell.split(',').map(Number);
                board.frame([2 * row! + 1, 2 * col! + 1], 'clash');
            }
        };
        assumed();
        const row = ({ literal, because }: (typeof steps)[0]) => {
            const mark = () => {
                const at = where(literal);
                assumed();
                if (at) board.frame(at, 'pointed');
            };
            return element('li', {}, button(`${literal}: ${because ?? 'assumed'}`, mark, { onpointerenter: mark, onfocus: mark }));
        };
        this.derived.replaceChildren(element('p', { role: 'status', class: conflict ? 'trouble' : '' }, words), element('ol', { class: 'constraints' }, ...steps.slice(0, 2000).map(row)));
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
    return sorted.map(([, [row, col]]) => ({ name: `cell in row ${row + 1}, column ${col + 1}`, at: [2 * row + 1, 2 * col + 1] }));
}

/** The size of a formula and of its rules, to compare. */
function sizeOf({ variables, clauses, literals, rules }: EncodeRecord): string {
    return JSON.stringify([variables, clauses, literals, rules]);
}
