// Formula: the constraints beside the board, with their sentences; sizes; what unit propagation derives; encodings compared.

import { type Bench, type Panel, type Puzzle, askOf, seconds } from './bench';
import { HALF } from './board';
import { button, choice, download, element } from './dom';
import type { Reply } from './engine/protocol';

interface RuleRecord {
    rule: string;
    redundant: boolean;
    dropped: boolean;
    groups: number;
    clauses: number;
    literals: number;
    auxiliaries: number;
}

interface Constraint {
    rule: string;
    sentence: string;
    clauses: number;
    cells?: [row: number, col: number][];
}

interface EncodeRecord {
    encoding: string;
    variables: number;
    auxiliaries: number;
    clauses: number;
    literals: number;
    rules: RuleRecord[];
    constraints?: Constraint[];
    left_out?: number;
    propagated?: { steps: { literal: string; because?: string }[]; conflict?: string; open: number };
    text?: string;
}

interface CompareRecord {
    encoding: string;
    amo: string;
    solver: string;
    variables: number;
    clauses: number;
    literals: number;
    propagated: number;
    answer: string;
    conflicts: number;
    median_s?: number;
}

/** How constraints are written as clauses: the names of crates/cnf/src/flavour.rs, the default first. */
const FLAVOURS = {
    amo: ['At most one', ['pairwise', 'ladder', 'bitwise', 'commander', 'product', 'bimander']],
    card: ['Counting', ['totalizer', 'adder']],
    graph: ['Loops and regions', ['lazy', 'tree']],
} as const;
type Flavour = keyof typeof FLAVOURS;
/** Of a rule with more constraints these are listed, and the others found by pointing at a cell. */
const MOST_LISTED = 200;
const TIME = 120;

export class FormulaPanel implements Panel {
    readonly tab = 'formula';
    readonly element = element('div');
    private readonly fields = element('div', { class: 'row' });
    private readonly size = element('p');
    private readonly rules = element('div', { class: 'rules' });
    private readonly about = element('div', { class: 'step', 'aria-live': 'polite' });
    private readonly assumed = element('input', { type: 'text', 'aria-label': 'Literals to assume', placeholder: 'r1c2=5 !r3c4=1', spellcheck: 'false' });
    private readonly derived = element('div');
    private readonly compared = element('div', { class: 'scroll' });
    private encoding = '';
    private flavours: Partial<Record<Flavour, string>> = {};
    private dropped = new Set<string>();
    private record?: EncodeRecord;
    // The constraint that is pointed at.
    private marked?: Constraint;

    constructor(private readonly bench: Bench) {
        this.assumed.addEventListener('keydown', (event) => { if (event.key === 'Enter') void this.propagate(); });
        this.element.append(
            this.fields, this.size, this.about, this.rules,
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
        this.dropped.clear();
        this.encoding = puzzle.family.encodings.includes(this.bench.state.encoding ?? '') ? this.bench.state.encoding! : '';
        this.flavours = {};
        const [encodingLabel, encoding] = choice('Encoding', [['', 'what measured best'], ...puzzle.family.encodings.map((name): [string, string] => [name, name])], (value) => {
            this.encoding = value;
            this.bench.remember({ encoding: value });
            void this.load();
        });
        encoding.value = this.encoding;
        const others = Object.entries(FLAVOURS).map(([key, [label, names]]) => choice(label, names.map((name) => [name, name]), (value) => {
            this.flavours[key as Flavour] = value === names[0] ? undefined : value;
            void this.load();
        })[0]);
        this.fields.replaceChildren(encodingLabel, ...others);
        for (const part of [this.rules, this.about, this.derived, this.compared, this.size]) part.replaceChildren();
    }

    show(): void {
        const { puzzle, board } = this.bench;
        this.marked = undefined;
        board.show(puzzle!.picture);
        board.bare();
        if (!this.record) void this.load();
        this.bench.describe('The puzzle; click a cell to see the constraints about it');
    }

    pointer(event: PointerEvent): void {
        if (event.type !== 'pointerup') return;
        const at = this.bench.board.at(event);
        if (!at || !this.record) return;
        this.marked = undefined;
        const [row, col] = [Math.floor(at[0] / 2), Math.floor(at[1] / 2)];
        const own = (this.record.constraints ?? []).filter((one) => one.cells?.some(([r, c]) => r === row && c === col));
        const { board } = this.bench;
        board.show(this.bench.puzzle!.picture);
        board.bare();
        board.frame([2 * row + 1, 2 * col + 1], 'cursor');
        const words = own.length === 0 ? 'no constraint is about that place alone' : `${own.length} constraint${own.length === 1 ? '' : 's'} about the cell in row ${row + 1}, column ${col + 1}`;
        this.about.replaceChildren(element('p', {}, words), this.listed(own));
        this.bench.describe(words);
    }

    private formula() {
        return { ...(this.encoding && { encoding: this.encoding }), ...this.flavours, ...(this.dropped.size && { drop: [...this.dropped] }) };
    }

    private ask() {
        return askOf(this.bench.puzzle!, { formula: this.formula(), search: { timeout_s: TIME } });
    }

    private async load(): Promise<void> {
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('writing the formula', 'encode', { ask: this.ask(), groups: true });
        if (!reply) return;
        const record = (this.record = reply.record);
        const count = (number: number) => number.toLocaleString('en');
        this.size.textContent = `Encoding ${record.encoding}: ${count(record.variables)} variables (${count(record.auxiliaries)} auxiliary), ${count(record.clauses)} clauses, ${count(record.literals)} literals.`;
        this.rules.replaceChildren(...record.rules.map((rule) => this.rule(rule)));
        if (record.left_out) this.rules.append(element('p', { class: 'quiet' }, `${count(record.left_out)} more constraints are not listed`));
    }

    /** A rule, folded: its sizes, its constraints, and a switch to leave it out. */
    private rule(rule: RuleRecord): HTMLElement {
        const own = (this.record?.constraints ?? []).filter((one) => one.rule === rule.rule);
        const list = element('div');
        const sizes = `${rule.groups.toLocaleString('en')} constraints, ${rule.clauses.toLocaleString('en')} clauses${rule.auxiliaries ? `, ${rule.auxiliaries} auxiliary variables` : ''}`;
        const folded = element('details', {}, element('summary', {}, element('strong', {}, rule.rule), ` ${sizes}${rule.redundant ? '; others imply it' : ''}`), list);
        const drop = element('input', { type: 'checkbox', onchange: () => {
            if (drop.checked) this.dropped.add(rule.rule);
            else this.dropped.delete(rule.rule);
            void this.without();
        } });
        drop.checked = this.dropped.has(rule.rule);
        list.prepend(element('label', { class: 'quiet' }, drop, ' leave this rule out, solve, and hear the referee'));
        folded.addEventListener('toggle', () => { if (folded.open && list.childElementCount === 1) list.append(this.listed(own)); });
        return folded;
    }

    /** Constraints as a list; pointing at one marks its cells. */
    private listed(constraints: Constraint[]): HTMLElement {
        const item = (one: Constraint) => {
            const mark = () => void this.mark(one);
            return element('li', {}, button(one.sentence, mark, { onpointerenter: mark, onfocus: mark }));
        };
        const list = element('ul', { class: 'constraints' }, ...constraints.slice(0, MOST_LISTED).map(item));
        if (constraints.length > MOST_LISTED) list.append(element('li', { class: 'quiet' }, `${constraints.length - MOST_LISTED} more: click a cell to see those about it`));
        return list;
    }

    private async mark(one: Constraint): Promise<void> {
        if (this.marked === one) return;
        this.marked = one;
        this.bench.describe(`${one.sentence}: ${one.cells?.length ?? 0} cells, ${one.clauses} clauses`);
        const reply = await this.bench.ask('show', { ask: askOf(this.bench.puzzle!), marked: one.cells ?? [] });
        if (this.marked !== one || this.bench.state.tab !== 'formula') return;
        this.bench.board.show(reply.picture!);
        this.bench.board.bare();
    }

    /** What the referee says of a solution of the formula without some rules. */
    private async without(): Promise<void> {
        if (this.dropped.size > 0) {
            const reply = await this.bench.long(`solving without ${[...this.dropped].join(', ')}`, 'solve', { ask: this.ask() });
            if (!reply) return;
            if (reply.picture && reply.record.solution) this.bench.board.show(reply.picture);
            const refused: string | undefined = reply.record.refused;
            this.bench.tell(refused ? `Without ${[...this.dropped].join(', ')}: ${refused}` : reply.words, refused ? 'bad' : 'plain', refused ? 'the referee’s words on what the formula allows now' : 'the referee found nothing wrong with this one');
        } else {
            this.bench.board.show(this.bench.puzzle!.picture);
            this.bench.tell('');
        }
    }

    private async propagate(): Promise<void> {
        const assume = this.assumed.value.split(/[\s,]+/).filter(Boolean);
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('propagating', 'encode', { ask: this.ask(), assume });
        const propagated = reply?.record.propagated;
        if (!propagated) return;
        const { steps, conflict, open } = propagated;
        const words = conflict ? `A conflict: ${conflict}` : `${steps.length} literals follow, ${open} variables are left open`;
        const named = new Map((this.bench.puzzle?.record.blanks ?? []).flatMap(({ places }) => places.map((place) => [place.name, place.at] as const)));
        const row = ({ literal, because }: (typeof steps)[0]) => {
            const mark = () => {
                const at = named.get(literal.replace(/^!/, '').split('=')[0]!);
                this.bench.board.bare();
                if (at) this.bench.board.frame(at, 'pointed');
            };
            return element('li', {}, button(`${literal}: ${because ?? 'assumed'}`, mark, { onpointerenter: mark, onfocus: mark }));
        };
        this.derived.replaceChildren(element('p', { role: 'status', class: conflict ? 'trouble' : '' }, words), element('ol', { class: 'constraints' }, ...steps.slice(0, 2000).map(row)));
    }

    private async compare(): Promise<void> {
        const rows: CompareRecord[] = [];
        const request = { ...(this.bench.puzzle!.data && { options: { data: this.bench.puzzle!.data } }), solvers: this.bench.families.solvers.slice(0, 1), seeds: 1, timeout_s: 10 };
        this.compared.replaceChildren();
        const reply = await this.bench.long('comparing', 'compare', request, (part: Reply<CompareRecord>) => {
            rows.push(part.record);
            this.compared.replaceChildren(table(rows));
        });
        if (reply) this.compared.replaceChildren(table(rows), plot(rows));
    }

    private async file(form: 'dimacs' | 'gcnf' | 'text', extension: string): Promise<void> {
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('writing the formula', 'encode', { ask: this.ask(), form });
        if (reply?.record.text) download(`${this.bench.puzzle!.family.name}-${reply.record.encoding}.${extension}`, reply.record.text);
    }
}

function table(rows: CompareRecord[]): HTMLElement {
    const heads = ['encoding', 'variables', 'clauses', 'literals', 'by units', 'conflicts', 'time'];
    const cells = (row: CompareRecord) => [row.variables, row.clauses, row.literals, row.propagated, row.answer === 'unknown' ? 'limit' : row.conflicts];
    return element('table', {}, element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
        element('tbody', {}, ...rows.map((row) => element('tr', {}, element('th', { scope: 'row' }, row.encoding),
            ...cells(row).map((cell) => element('td', { class: 'number' }, cell.toLocaleString('en'))),
            element('td', { class: 'number' }, row.median_s === undefined ? '' : seconds(row.median_s))))));
}

/** Clauses as bars, for the eye; the table has the numbers. */
function plot(rows: CompareRecord[]): HTMLElement {
    const most = Math.max(1, ...rows.map((row) => row.clauses));
    const bar = HALF * 1.2;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 400 ${rows.length * bar}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `Clauses: ${rows.map((row) => `${row.encoding} ${row.clauses}`).join(', ')}`);
    svg.classList.add('plot');
    rows.forEach((row, number) => {
        const rect = document.createElementNS(svg.namespaceURI, 'rect');
        const text = document.createElementNS(svg.namespaceURI, 'text');
        for (const [key, value] of Object.entries({ x: 110, y: number * bar + 4, width: (row.clauses / most) * 285, height: bar - 8 })) rect.setAttribute(key, String(value));
        for (const [key, value] of Object.entries({ x: 104, y: number * bar + bar / 2 + 4, 'text-anchor': 'end' })) text.setAttribute(key, String(value));
        text.textContent = row.encoding;
        svg.append(rect, text);
    });
    return element('figure', {}, svg as unknown as HTMLElement, element('figcaption', { class: 'quiet' }, 'Clauses of each encoding'));
}
