// The rules of a puzzle in words, with an example and its solution.

import type { Bench, Puzzle } from './bench';
import { Board } from './board';
import { shelved } from './library';
import { button, element } from './dom';

/** What stands in the rules of a family. */
interface Parts {
    head: string;
    rules: string[];
    notes: string[];
}

/** A line with what is to be done, numbered rules, and lines about special cases; lines that begin with a space go on. */
function partsOf(text: string): Parts {
    const [head = '', ...lines] = text.replace(/\n +/g, ' ').split('\n');
    const rules = lines.filter((line) => /^\d+\. /.test(line)).map((line) => line.replace(/^\d+\. /, ''));
    return { head, rules, notes: lines.filter((line) => !/^\d+\. /.test(line)) };
}

/** What the library says of the setter's words in a link, which it does not read. */
const UNREAD = 'the rules in words are not read: ';

/** The setter's own rules, and what else the user is warned of. */
export function settersRules(warnings: readonly string[] = []): { rules?: string; others: string[] } {
    const own = warnings.find((words) => words.startsWith(UNREAD));
    return { rules: own?.slice(UNREAD.length), others: warnings.filter((words) => words !== own) };
}

/** Words between backquotes are written as on a board. */
function coded(text: string): Node[] {
    return text.split('`').map((part, number) => (number % 2 ? element('code', {}, part) : document.createTextNode(part)));
}

export class Rules {
    readonly button = button('Rules', () => this.show(this.element.hidden === true), { 'aria-expanded': 'false', 'aria-controls': 'rules' });
    readonly element = element('section', { id: 'rules', class: 'step', 'aria-label': 'Rules', hidden: true });
    private puzzle?: Puzzle;
    private readonly own = element('div', { hidden: true }, element('h3', {}, 'The setter’s rules'));
    private readonly names = element('strong');
    private readonly body = element('div');
    private readonly general = element('details', {}, element('summary', {}, this.names), this.body);
    /** The family whose rules are there already. */
    private written = '';

    constructor(private readonly bench: Bench) {
        this.element.append(this.own, this.general);
    }

    /** There is another puzzle. */
    open(puzzle: Puzzle): void {
        this.puzzle = puzzle;
        const { rules } = settersRules(puzzle.record.warnings);
        this.button.hidden = !puzzle.family.rules && !rules;
        this.own.hidden = !rules;
        if (rules) this.own.replaceChildren(element('h3', {}, 'The setter’s rules'), element('p', {}, rules),
            element('p', { class: 'quiet' }, 'jigsat does not read these words: it solves by what is drawn, and by the rules below.'));
        // What somebody wrote for this board is there at once, and leaves room for what is done with it.
        this.general.hidden = !puzzle.family.rules;
        this.general.open = !rules;
        this.show(rules !== undefined || (!this.element.hidden && !this.button.hidden));
    }

    private show(isShown: boolean): void {
        this.element.hidden = !isShown;
        this.button.setAttribute('aria-expanded', String(isShown));
        const { family } = this.puzzle!;
        if (!isShown || !family.rules || family.name === this.written) return;
        this.written = family.name;
        const { head, rules, notes } = partsOf(family.rules!);
        const [names = '', ...task] = head.split('. ');
        const [puzzle, solution] = [new Board('An example'), new Board('Its solution')];
        const example = element('figure', { class: 'example', hidden: true }, puzzle.element, solution.element);
        this.names.textContent = names;
        this.body.replaceChildren(
            element('p', {}, ...coded(task.join('. '))),
            element('ol', {}, ...rules.map((rule) => element('li', {}, ...coded(rule)))),
            ...(notes.length ? [element('p', { class: 'quiet' }, ...coded(notes.join(' ')))] : []), example);
        void this.draw(family.name, puzzle, solution).then((isDrawn) => { example.hidden = !isDrawn; });
    }

    /** The smallest board of the library, and its solution. */
    private async draw(family: string, puzzle: Board, solution: Board): Promise<boolean> {
        const own = (await shelved()).filter((shelf) => shelf.family === family && shelf.solvable);
        const example = own.reduce((best, next) => (next.text.length < best.text.length ? next : best), own[0]!);
        if (!example) return false;
        const file = { name: example.name, text: example.text };
        const [shown, solved] = await Promise.all([
            this.bench.engine.ask({ family, puzzle: file, verb: 'show', request: {} }),
            this.bench.engine.ask({ family, puzzle: file, verb: 'solve', request: { ask: { search: { timeout_s: 10 } } } }),
        ]);
        if (shown.picture) puzzle.show(shown.picture);
        if (solved.picture && solved.status === 'solved') solution.show(solved.picture);
        return shown.picture !== undefined;
    }
}
