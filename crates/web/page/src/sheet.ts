// Sheets of paper: four boards on each, in light colours, with what is said of them. The browser prints them.

import type { Bench, Puzzle } from './bench';
import { askOf } from './bench';
import { Board } from './board';
import { button, element } from './dom';
import type { Reply, ShowRecord, StepRecord } from './engine/protocol';
import { shelved } from './library';
import { sentences } from './sentences';

/** Boards on a sheet. */
const FOUR = 4;
/** More reasons than these don't fit beside a board. */
const MOST_REASONS = 8;
/** How long solutions and explanations may take, in seconds. */
const TIME = 120;

/** A board to print, its head, and what is said of it. */
interface Printed {
    head: string;
    picture: string;
    words: Node[];
}

type What = 'shown' | 'steps' | 'four';

export class Sheets {
    private readonly what: Record<What, HTMLInputElement> = { shown: radio('shown'), steps: radio('steps'), four: radio('four') };
    private readonly first = element('input', { type: 'number', min: 1, value: 1, 'aria-label': 'First step' });
    private readonly last = element('input', { type: 'number', min: 1, value: FOUR, 'aria-label': 'Last step' });
    private readonly solutions = element('input', { type: 'checkbox' });
    private readonly stepsLabel = element('div', { class: 'row' }, element('label', {}, this.what.steps, ' the steps of the explanation, four to a sheet: from '), this.first, ' to ', this.last);
    private readonly said = element('p', { class: 'quiet', role: 'status' });
    readonly dialog = element('dialog', { 'aria-label': 'Print' },
        element('h2', {}, 'Print'),
        element('div', { class: 'fields' },
            element('label', {}, this.what.shown, ' what the page shows now'),
            this.stepsLabel,
            element('label', {}, this.what.four, ' four boards to a sheet: this one and three of its kind'),
            element('label', {}, this.solutions, ' with a sheet of their solutions')),
        element('div', { class: 'row' }, button('Print', () => void this.print(), { class: 'main' }), button('Close', () => this.dialog.close())),
        this.said);

    constructor(private readonly bench: Bench) {}

    show(): void {
        this.said.textContent = '';
        this.what.shown.checked = true;
        this.stepsLabel.hidden = !this.bench.offers('explain');
        const step = this.bench.state.step ?? 1;
        this.first.value = String(step);
        this.last.value = String(step + FOUR - 1);
        this.dialog.showModal();
    }

    private async print(): Promise<void> {
        if (this.what.shown.checked) {
            this.dialog.close();
            return print();
        }
        this.said.textContent = 'drawing …';
        try {
            const boards = this.what.steps.checked ? [await this.steps()] : await this.four();
            this.dialog.close();
            printed(this.bench.puzzle!.title, boards.flatMap(sheets));
        } catch (error) {
            this.said.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** The chosen steps, with their reasons. */
    private async steps(): Promise<Printed[]> {
        const [first, last] = [this.first, this.last].map(({ value }) => Math.max(1, Math.floor(Number(value)) || 1)) as [number, number];
        const parts: Reply<StepRecord | null>[] = [];
        const { encoding } = this.bench.state;
        const ask = askOf(this.bench.puzzle!, { formula: encoding ? { encoding } : {}, search: { timeout_s: TIME } });
        await this.bench.ask('explain', { ask, step: `${Math.min(first, last)}-${Math.max(first, last)}` }, (part) => parts.push(part));
        const steps = parts.filter((part): part is Reply<StepRecord> => part.record !== null && part.picture !== undefined);
        if (steps.length === 0) throw new Error('the explanation has no such steps');
        return steps.map((part, number) => ({ head: `Step ${Math.min(first, last) + number}`, picture: part.picture!, words: brief(sentences(part)) }));
    }

    /** This board and three others of the library, and their solutions if they are wanted. */
    private async four(): Promise<Printed[][]> {
        const { puzzle, engine } = this.bench;
        const { family, file } = puzzle!;
        const own = (await shelved()).filter((shelf) => shelf.family === family.name && shelf.solvable && shelf.text.trim() !== file.text.trim());
        const asked = [{ ...file, data: puzzle!.data }, ...own.slice(0, FOUR - 1).map(({ title, text, data }) => ({ name: title, text, data: data ? { name: 'data', text: data } : undefined }))];
        const boards = await Promise.all(asked.map(async ({ name, text, data }, number): Promise<[Printed, Printed]> => {
            const ask = askOf({ ...puzzle!, data } as Puzzle, { search: { timeout_s: TIME } });
            const one = { family: family.name, puzzle: { name, text } } as const;
            const shown: Reply<ShowRecord> = await engine.ask({ ...one, verb: 'show', request: { ask } });
            const solved = this.solutions.checked ? await engine.ask({ ...one, verb: 'solve', request: { ask } }) : undefined;
            const head = `${number + 1}${shown.record.puzzle ? `. ${shown.record.puzzle}` : '.'}`;
            const words = solved && solved.status !== 'solved' ? [element('p', {}, solved.words)] : [];
            return [{ head, picture: shown.picture ?? '', words: [] }, { head: `${head} (solution)`, picture: solved?.picture ?? shown.picture ?? '', words }];
        }));
        return this.solutions.checked ? [boards.map(([board]) => board), boards.map(([, solution]) => solution)] : [boards.map(([board]) => board)];
    }
}

function radio(value: What): HTMLInputElement {
    return element('input', { type: 'radio', name: 'printed', value });
}

/** Sentences for paper: nothing is folded there, and long lists say how much they leave out. */
function brief(words: Node[]): Node[] {
    for (const part of words) {
        if (!(part instanceof HTMLElement)) continue;
        if (part.matches('details')) part.replaceWith();
        const items = [...part.querySelectorAll('li')];
        for (const item of items.slice(MOST_REASONS)) item.remove();
        if (items.length > MOST_REASONS) part.append(element('p', {}, `and ${items.length - MOST_REASONS} more`));
    }
    return words.filter((part) => !(part instanceof HTMLDetailsElement));
}

/** Boards as sheets, four to each. */
function sheets(boards: Printed[]): HTMLElement[] {
    const groups = Array.from({ length: Math.ceil(boards.length / FOUR) }, (_, sheet) => boards.slice(FOUR * sheet, FOUR * (sheet + 1)));
    return groups.map((group) => element('section', { class: 'sheet' }, ...group.map(({ head, picture, words }) => {
        const board = new Board(head);
        board.element.classList.add('printed');
        board.show(picture);
        return element('figure', {}, element('figcaption', {}, head), board.element, element('div', { class: 'words' }, ...words));
    })));
}

/** Prints these sheets in place of the page, which is there again afterwards. */
function printed(title: string, all: HTMLElement[]): void {
    const paper = element('div', { class: 'paper' }, ...all.map((sheet) => (sheet.prepend(element('h2', {}, title)), sheet)));
    document.body.append(paper);
    document.documentElement.classList.add('printing');
    addEventListener('afterprint', () => {
        paper.remove();
        document.documentElement.classList.remove('printing');
    }, { once: true });
    print();
}
