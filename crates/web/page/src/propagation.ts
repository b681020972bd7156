// Unit propagation: literals that are assumed, typed or taken from the board, and what follows from them without any search.

import { type Bench } from './bench';
import { atomsOf } from './clauses';
import type { Named } from './cursor';
import { button, element } from './dom';
import type { Ask, EncodeRecord, Reply } from './engine/protocol';
import { cellOf, givens, placeOf, placesOf, valueOf } from './places';
import { counted } from './words';

/** So many literals are listed. */
const MOST_LISTED = 2000;
/** Larger formulas are not written for their names alone, in clauses. */
const MOST_NAMED = 500_000;
/** So many literals of a place are offered. */
const MOST_OFFERED = 40;

/** What it is asked about. */
export interface Formula {
    ask(): Ask;
    readonly record?: EncodeRecord;
    /** The rules that are left out, in words. */
    readonly left: string;
}

export class Propagation {
    private readonly assumed = element('input', { type: 'text', 'aria-label': 'Literals to assume', spellcheck: 'false', autocapitalize: 'none' });
    private readonly derived = element('div');
    /** The literals of a cell, to choose from. */
    private readonly slot = element('div');
    readonly element = element('details', {}, element('summary', {}, 'Unit propagation'),
        element('p', { class: 'quiet' }, 'Click a cell to choose one of its literals, or type some, separated by blanks or commas, and see what follows without any search; ! negates.'),
        this.slot,
        element('div', { class: 'row' }, this.assumed, button('Propagate', () => void this.propagate()), button('Clear', () => this.clear())), this.derived);
    /** The atoms by what they are about; asked for when a cell is first clicked. */
    private atoms?: Promise<Map<string, string[]>>;
    /** What is shown of the literals that can be assumed. */
    private offered: [string, HTMLButtonElement][] = [];

    constructor(private readonly bench: Bench, private readonly formula: Formula) {
        this.assumed.addEventListener('keydown', (event) => { if (event.key === 'Enter') void this.propagate(); });
        this.assumed.addEventListener('input', () => this.mark());
    }

    /** There is another formula: what followed from the one before may not follow from it. */
    forget(): void {
        this.derived.replaceChildren();
        this.slot.replaceChildren();
        this.atoms = undefined;
        this.offered = [];
    }

    /** There is another puzzle. */
    open(): void {
        this.assumed.value = '';
        this.forget();
    }

    /** What can be assumed about a place, to choose from: here if propagation is looked at, and else where it is asked for. A literal that is the only one is
     * assumed at once. */
    async offer({ id }: Named): Promise<HTMLElement | undefined> {
        const { record } = this.formula;
        this.slot.replaceChildren();
        if (!record || record.clauses > MOST_NAMED) return undefined;
        const atoms = await (this.atoms ??= atomsOf(this.bench, this.formula.ask()));
        const isNamed = new RegExp(`\\b${id}\\b`);
        const own = (atoms.get(id) ?? [...atoms.values()].flat().filter((atom) => isNamed.test(atom))).slice(0, MOST_OFFERED);
        if (own.length === 0) return undefined;
        this.offered = own.map((atom) => [atom, button(atom, () => this.toggle(atom), { class: 'literal' })]);
        if (own.length === 1 && this.element.open) this.toggle(own[0]!);
        this.mark();
        this.assumed.placeholder = own[0]!;
        const all = element('div', { class: 'row', role: 'group', 'aria-label': 'What can be assumed here' }, element('span', { class: 'quiet' }, 'Assume'), ...this.offered.map(([, own]) => own));
        if (!this.element.open) return all;
        this.slot.replaceChildren(all);
        return undefined;
    }

    /** The literals that are assumed. */
    private get literals(): string[] {
        // Arguments of an atom may be separated by commas.
        return this.assumed.value.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
    }

    /** An atom is assumed, then its negation, then nothing of it. */
    private toggle(atom: string): void {
        const all = this.literals;
        const others = all.filter((literal) => literal !== atom && literal !== `!${atom}`);
        const next = all.includes(atom) ? [`!${atom}`] : all.includes(`!${atom}`) ? [] : [atom];
        this.assumed.value = [...others, ...next].join(' ');
        this.element.open = true;
        this.mark();
        void this.propagate();
    }

    /** Shows on the buttons what is assumed. */
    private mark(): void {
        const all = new Set(this.literals);
        for (const [atom, own] of this.offered) {
            own.textContent = all.has(`!${atom}`) ? `!${atom}` : atom;
            own.setAttribute('aria-pressed', String(all.has(atom) || all.has(`!${atom}`)));
        }
    }

    private clear(): void {
        this.assumed.value = '';
        this.mark();
        this.derived.replaceChildren();
        this.bench.tell('');
        this.bench.board.show(this.bench.puzzle!.picture);
        this.bench.board.bare();
    }

    private async propagate(): Promise<void> {
        const assume = this.literals;
        this.derived.replaceChildren();
        const reply: Reply<EncodeRecord> | undefined = await this.bench.long('propagating', 'encode', { ask: this.formula.ask(), assume });
        const propagated = reply?.record.propagated;
        if (!propagated) return;
        const { steps, conflict, open } = propagated;
        const { record, left } = this.formula;
        const without = left ? `Without ${left}: ` : '';
        const words = without + (conflict ? `A conflict: ${conflict}` : `${counted(steps.length, 'literal follows', 'literals follow')}, ${counted(open, 'variable is', 'variables are')} left open`);
        const places = placesOf(this.bench.puzzle?.record.blanks);
        const named = new Map(places.map(({ name, at }) => [name, at] as const));
        const given = givens(places, { constraints: record?.constraints, propagated });
        const derivable = new Map(places.filter((_, place) => !given.has(place)).map(({ name, at }) => [name, at] as const));
        const where = (literal: string) => named.get(placeOf(literal)) ?? cellOf(placeOf(literal));
        const { board } = this.bench;
        // What was assumed and what follows stays on the board, and so does what can't hold.
        const clash = new Set((record?.constraints ?? []).find(({ sentence }) => sentence === conflict)?.cells?.map(([row, col]) => `${row},${col}`));
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
        // What follows is seen on the board, so it is said beside it.
        this.bench.tell(words, conflict ? 'bad' : 'plain');
        this.derived.replaceChildren(element('p', { class: conflict ? 'trouble' : '' }, words), element('ol', { class: 'constraints' }, ...steps.slice(0, MOST_LISTED).map(row)));
    }
}
