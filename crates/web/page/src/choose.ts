// Choose: paste a text, open a file, take one of the library, or have a new puzzle made.

import { Board } from './board';
import { button, choice, clock, element } from './dom';
import { creator } from './edit/create';
import { type Engine, type FamilyRecord, type Inquiry, type Reply, type ShowRecord, type Wrong, Refusal, Stopped } from './engine/protocol';
import { formOf } from './form';
import { Shelf } from './kept';
import { NEW_MODEL, isModel, modelsOf } from './model/text';
import type { Tab } from './state';
import { counted } from './words';

export interface Choice {
    text: string;
    family?: string;
    data?: string;
    /** Where it is opened, if not where the one before was. */
    tab?: Tab;
}

/** What is asked of the text of a choice, to open it. */
export function asking({ text, family, data }: Choice): Inquiry {
    const ask = data ? { options: { data: { name: 'data', text: data } } } : {};
    return { family, puzzle: { name: 'the text', text }, verb: 'show', request: { ask, blanks: true } };
}

/** A puzzle of the library. */
interface Shelved {
    name: string;
    family: string;
    title: string;
    text: string;
    data?: string;
}

/** Larger files are no puzzles, in bytes. */
const LARGEST = 4 << 20;

/** What texts can be pasted. */
function formats(families: readonly FamilyRecord[]): string {
    const own = families.flatMap(({ pasted }) => pasted ?? []);
    return `The page reads addresses of puzz.link, pzv.jp, Penpa and f-puzzles; ${own.join('; ')}; a drawing in rows; and a file in YAML with a line such as 'kind: ${families[0]!.name}'.`;
}

/** Puzzles that were opened recently, by their texts. */
const LATE = new Shelf<{ title: string; family?: string; data?: string; tab?: Tab }>('late', 12);

export class Chooser {
    readonly element = element('section', { class: 'choose', 'aria-label': 'Choose a puzzle' });
    private readonly text = element('textarea', {
        rows: 2, spellcheck: 'false', autocomplete: 'off', 'aria-label': 'The puzzle as text',
    });
    private readonly start = element('p', { class: 'quiet' }, 'Library… has puzzles of all kinds, and New… makes another one. New board… is for typing in a puzzle that you have on paper, or one of your own. New model is for rules of your own, in the language QPROP.');
    private readonly trouble = element('div', { class: 'trouble', role: 'alert' });
    /** On narrow screens the board comes first, once there is one. */
    private readonly unfold = button('Another puzzle…', () => {
        this.fold(false);
        this.text.focus();
    }, { class: 'unfold' });
    private readonly several = element('div', { class: 'gallery', hidden: true });
    private readonly lately = element('section', { 'aria-label': 'Recently opened', hidden: true });
    private readonly library: HTMLDialogElement;
    private readonly generator: HTMLDialogElement;

    constructor(
        private readonly engine: () => Engine,
        private readonly families: FamilyRecord[],
        pages: () => Promise<Record<string, string>>,
        /** Opens a choice, by the answer to what was asked of it where that was asked already. */
        private readonly open: (choice: Choice, answer?: Promise<Reply<ShowRecord>>) => Promise<void>,
    ) {
        const file = element('input', { type: 'file', hidden: true, 'aria-label': 'A file with a puzzle', onchange: () => file.files?.[0] && void this.read(file.files[0]) });
        this.library = this.shelves();
        this.generator = this.maker();
        this.text.placeholder = ['Paste a puzzle: an address of puzz.link or pzv.jp', ...families.flatMap(({ pasted }) => pasted ?? []), 'YAML, a drawing'].join(', ');
        const board = creator(families, pages, (choice) => this.open(choice));
        this.element.append(
            this.unfold, element('div', { class: 'paste' }, this.text,
                element('div', { class: 'row' },
                    button('Open', () => void this.take({ text: this.text.value }), { class: 'main' }),
                    button('File…', () => file.click()), file,
                    button('Library…', () => this.library.showModal()),
                    button('New…', () => this.generator.showModal()),
                    button('New board…', () => board.showModal()),
                    button('New model', () => void this.open({ text: NEW_MODEL, family: modelsOf(families), tab: 'model' })))),
            this.start, this.trouble, this.several, this.lately, this.library, this.generator, board);
        this.text.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !this.text.value.includes('\n') && this.text.value.trim() !== '' && !event.shiftKey)) {
                event.preventDefault();
                void this.take({ text: this.text.value });
            }
        });
        // What is pasted takes the place of the puzzle before.
        this.text.addEventListener('focus', () => this.text.select());
        this.text.addEventListener('paste', (event) => {
            const text = event.clipboardData?.getData('text/plain');
            if (!text) return;
            event.preventDefault();
            this.put(text);
            this.text.select();
            void this.take({ text });
        });
        document.addEventListener('dragover', (event) => event.preventDefault());
        document.addEventListener('drop', (event) => {
            event.preventDefault();
            const dropped = event.dataTransfer?.files[0];
            if (dropped) void this.read(dropped);
        });
    }

    /** Shows the text of what was opened. */
    put(text: string): void {
        this.text.value = text;
    }

    private async read(file: File): Promise<void> {
        if (file.size > LARGEST) return this.refuse(new Error(`${file.name} has more than ${LARGEST >> 20} MiB: that is no puzzle`));
        const text = await file.text();
        this.put(text);
        await this.take({ text });
    }

    /** Opens a text; of several puzzles one is chosen first. */
    private async take(choice: Choice): Promise<void> {
        this.trouble.replaceChildren();
        this.several.hidden = true;
        if (!choice.text.trim()) return;
        const shown: Reply<ShowRecord>[] = [];
        const answer: Promise<Reply<ShowRecord>> = this.engine().ask(asking(choice), (reply) => {
            if (reply.picture) shown.push(reply);
        });
        try {
            shown.push(await answer);
        } catch (error) {
            // The editor shows what is wrong with a model.
            const models = modelsOf(this.families);
            if (error instanceof Refusal && (choice.family === models || isModel(choice.text))) return this.open({ ...choice, family: models, tab: 'model' }, choice.family === models ? answer : undefined);
            if (shown.length === 0) return this.refuse(error, choice.text, choice.family);
        }
        if (shown.length === 1) return this.open(choice, answer);
        this.several.replaceChildren(element('p', {}, `${counted(shown.length, 'puzzle')}: choose one`), ...shown.map((reply, number) => {
            const { record } = reply;
            const board = new Board(record.puzzle || `${number + 1}`);
            if (reply.picture) board.show(reply.picture);
            return this.card(record.puzzle || `${number + 1}`, board, () => {
                this.several.hidden = true;
                void this.open({ text: record.text ?? '', family: record.family });
            });
        }));
        this.several.hidden = false;
    }

    private card(title: string, board: Board, onclick: () => void): HTMLButtonElement {
        return element('button', { type: 'button', class: 'card', onclick }, board.element, element('span', {}, title));
    }

    /** Says why a text was not opened, with the line that is wrong. */
    refuse(error: unknown, text = '', family?: string): void {
        const words = error instanceof Error ? error.message : String(error);
        this.fold(false);
        this.trouble.replaceChildren(element('p', {}, error instanceof Refusal ? placed(error.record) : words));
        if (!(error instanceof Refusal)) return;
        const { line, column, help, families = [] } = error.record;
        const wrong = line ? text.split('\n')[line - 1] : undefined;
        if (wrong !== undefined) {
            const from = Math.max(0, (column ?? 1) - 40);
            const part = wrong.slice(from, from + 80);
            this.trouble.append(element('pre', {}, `${part}\n${' '.repeat(Math.max(0, (column ?? 1) - 1 - from))}^`));
        }
        // What the command says to its users is not for those of the page.
        if (help && !help.includes('jigsat ')) this.trouble.append(element('p', { class: 'quiet' }, help));
        // Of which family a text is can be asked where it doesn't say so itself, and nothing in it was found wrong.
        const isOpen = !family && !line && text.trim() !== '' && !/^\s*(?:https?:|kind:)/m.test(text);
        if (families.length) this.trouble.append(...this.among(text, families));
        else if (isOpen) this.trouble.append(element('p', { class: 'quiet' }, formats(this.families)), this.asks(text));
    }

    /** Asks which of these families a text is of. */
    private among(text: string, names: string[]): HTMLElement[] {
        return [element('p', { class: 'quiet' }, 'Which of them is it?'), ...names.map((family) => button(family, () => void this.take({ text, family })))];
    }

    /** Asks of which family a text is. */
    private asks(text: string): HTMLElement {
        const [label, select] = choice('If you know what it is, choose it to see what is wrong:', this.families.map(({ name, about }) => [name, about]));
        return element('div', { class: 'row' }, label, button('Open as this', () => void this.take({ text, family: select.value })));
    }

    // ---- recent puzzles

    /** Keeps a puzzle among the recent ones; one that was edited takes the place of what it was before. */
    opened(choice: Choice, title: string, before?: string): void {
        if (before !== undefined) LATE.put(before, undefined);
        LATE.put(choice.text, { title: title.split(':')[0]!, family: choice.family, data: choice.data, tab: choice.tab });
    }

    private fold(isFolded: boolean): void {
        this.element.classList.toggle('folded', isFolded);
    }

    /** Shows the recent puzzles, or hides them where there is one to look at. */
    late(isShown: boolean): void {
        this.fold(!isShown);
        const all = isShown ? LATE.all().reverse() : [];
        this.start.hidden = !isShown;
        this.lately.hidden = all.length === 0;
        this.lately.replaceChildren(element('h2', {}, 'Recently opened'), element('div', { class: 'gallery' }, ...all.map(([text, { title, family, data, tab }]) => {
            const board = new Board(title);
            void this.picture({ name: title, text, family, data }, board);
            return this.card(title, board, () => {
                this.put(text);
                void this.open({ text, family, data, tab });
            });
        })));
    }

    // ---- the library

    private shelves(): HTMLDialogElement {
        const list = element('div');
        const search = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the library', oninput: () => filter() });
        const dialog = element('dialog', { class: 'wide', 'aria-label': 'Library' },
            element('div', { class: 'row head' }, element('h2', {}, 'Library'), search, button('Close', () => dialog.close())), list);
        const filter = () => {
            const wanted = search.value.toLowerCase();
            for (const section of list.querySelectorAll('section')) {
                let seen = 0;
                for (const card of section.querySelectorAll<HTMLElement>('.card')) {
                    card.hidden = !`${section.dataset.name} ${card.textContent}`.toLowerCase().includes(wanted);
                    seen += card.hidden ? 0 : 1;
                }
                section.hidden = seen === 0;
            }
        };
        let filled = false;
        const show = dialog.showModal.bind(dialog);
        dialog.showModal = () => {
            show();
            // On a phone a keyboard would come up and hide half of the library.
            if (matchMedia('(pointer: coarse)').matches) search.blur();
            if (!filled) void this.fill(list);
            filled = true;
        };
        return dialog;
    }

    private async fill(list: HTMLElement): Promise<void> {
        const shelved = (await (await fetch('library.json')).json()) as Shelved[];
        const drawn = new Map<Element, () => void>();
        const observer = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) if (isIntersecting) {
                drawn.get(target)?.();
                observer.unobserve(target);
            }
        });
        for (const family of this.families) {
            const own = shelved.filter((puzzle) => puzzle.family === family.name);
            if (own.length === 0) continue;
            const cards = own.map((puzzle) => {
                const board = new Board(puzzle.title);
                const card = this.card(puzzle.title, board, () => {
                    this.library.close();
                    this.put(puzzle.text);
                    void this.take(puzzle);
                });
                drawn.set(card, () => void this.picture(puzzle, board));
                observer.observe(card);
                return card;
            });
            list.append(element('section', { 'data-name': family.name }, element('h3', {}, family.about), element('div', { class: 'gallery' }, ...cards)));
        }
    }

    private async picture(puzzle: Choice & { name: string }, board: Board): Promise<void> {
        const request = puzzle.data ? { ask: { options: { data: { name: 'data', text: puzzle.data } } } } : {};
        let first: string | undefined;
        try {
            const reply = await this.engine().ask({ family: puzzle.family, puzzle: { name: puzzle.name, text: puzzle.text }, verb: 'show', request }, (part) => { first ??= part.picture; });
            first ??= reply.picture;
        } catch {
            // Some are wrong on purpose; their title is enough.
        }
        if (first) board.show(first);
    }

    // ---- new puzzles

    private maker(): HTMLDialogElement {
        const makers = this.families.filter((family) => family.generator);
        const fields = element('div', { class: 'fields' });
        const seed = element('input', { type: 'number', min: 0, value: 1 });
        const said = element('p', { role: 'status' });
        const busy = element('span', { class: 'quiet' });
        const halt = button('Stop', () => stop?.abort(), { class: 'stop', hidden: true });
        let read: () => Record<string, unknown> = () => ({});
        const form = (name: string) => {
            const made = formOf(makers.find((family) => family.name === name)!.generator!);
            fields.replaceChildren(...made.fields, element('label', {}, 'Seed ', seed));
            read = made.read;
        };
        const [label, select] = choice('Puzzle', makers.map(({ name, about }) => [name, about]), form);
        let stop: AbortController | undefined;
        const make = async () => {
            stop?.abort();
            const own = (stop = new AbortController());
            const time = clock(busy, 'making a puzzle');
            said.textContent = '';
            halt.hidden = false;
            try {
                const request = { options: read(), seed: Number(seed.value), timeout_s: 120 };
                const { record }: Reply<ShowRecord> = await this.engine().ask({ family: select.value, verb: 'generate', request }, undefined, own.signal);
                seed.value = String(Number(seed.value) + 1);
                dialog.close();
                this.put(record.text ?? '');
                await this.take({ text: record.text ?? '', family: record.family });
            } catch (error) {
                if (own === stop && dialog.open) said.textContent = error instanceof Stopped ? `stopped after ${time.passed()}` : error instanceof Error ? error.message : String(error);
            } finally {
                time.end();
                if (own === stop) {
                    // The focus doesn't go with the button.
                    const hadFocus = document.activeElement === halt;
                    halt.hidden = true;
                    if (hadFocus) begin.focus();
                    busy.textContent = '';
                }
            }
        };
        const begin = button('Make it', () => void make(), { class: 'main' });
        const dialog = element('dialog', { 'aria-label': 'A new puzzle', onclose: () => stop?.abort() },
            element('h2', {}, 'A new puzzle'), label, fields,
            element('div', { class: 'row' }, begin, button('Close', () => dialog.close()), halt, busy), said);
        dialog.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            void make();
        });
        if (makers[0]) form(makers[0].name);
        return dialog;
    }
}

/** What was found wrong, with its place in the text. */
function placed({ message, path, line, column }: Wrong): string {
    const what = path ? `${path}: ${message}` : message;
    if (!line) return `The text: ${what}`;
    return `Line ${line}${column ? `, column ${column}` : ''}: ${what}`;
}
