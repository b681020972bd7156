// Choose: paste a text, open a file, take one of the library, or have a new puzzle made.

import { Board } from './board';
import { type Choice, asking, card, picture } from './choice';
import { button, choice, element } from './dom';
import { creator } from './edit/create';
import { type Engine, type FamilyRecord, type Reply, type ShowRecord, type Wrong, Refusal } from './engine/protocol';
import { generator } from './generator';
import { Shelf } from './kept';
import { isTyping } from './keys';
import { Library } from './library';
import { NEW_MODEL, isModel, modelsOf } from './model/text';
import type { Tab } from './state';
import { counted, titleOf } from './words';

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
    private readonly wanted = element('input', { type: 'search', placeholder: 'loop, numbers, 6x6 …', 'aria-label': 'Search by genre', onkeydown: (event) => {
        if (event.key !== 'Enter') return;
        // It would press a button of the library, too.
        event.preventDefault();
        this.library.show(this.wanted.value);
    } });
    private readonly start = element('div', { class: 'start' }, element('div', { class: 'row' }, element('label', {}, 'Search by genre ', this.wanted), button('Search', () => this.library.show(this.wanted.value))), element('p', { class: 'quiet' }, 'Library… has puzzles of all kinds, and New… makes another one. New board… is for typing in a puzzle that you have on paper, or one of your own. New model is for rules of your own, in the language QPROP.'));
    private readonly trouble = element('div', { class: 'trouble', role: 'alert' });
    /** Once there is a board, it has the room: what chooses another one stands beside the title of the page. */
    readonly bar = element('div', { class: 'row bar', role: 'group', 'aria-label': 'Choose a puzzle', hidden: true },
        button('Another puzzle…', () => {
            this.fold(false);
            this.text.focus();
        }),
        button('Library…', () => this.library.show(), { class: 'wider' }), button('New…', () => this.generator.showModal(), { class: 'wider' }));
    private readonly several = element('div', { class: 'gallery', hidden: true });
    private readonly lately = element('section', { 'aria-label': 'Recently opened', hidden: true });
    private readonly library: Library;
    private readonly generator: HTMLDialogElement;

    constructor(
        private readonly engine: () => Engine,
        private readonly families: FamilyRecord[],
        pages: () => Promise<Record<string, string>>,
        /** Opens a choice, by the answer to what was asked of it where that was asked already. */
        private readonly open: (choice: Choice, answer?: Promise<Reply<ShowRecord>>) => Promise<void>,
        /** The family of the puzzle that is open. */
        current: () => string | undefined,
    ) {
        const file = element('input', { type: 'file', hidden: true, 'aria-label': 'A file with a puzzle', onchange: () => file.files?.[0] && void this.read(file.files[0]) });
        const choose = (choice: Choice) => {
            this.put(choice.text);
            return this.take(choice);
        };
        this.library = new Library(engine, families, (choice) => void choose(choice));
        this.generator = generator(engine, families, choose, current);
        this.text.placeholder = ['Paste a puzzle: an address of puzz.link or pzv.jp', ...families.flatMap(({ pasted }) => pasted ?? []), 'YAML, a drawing'].join(', ');
        const board = creator(families, pages, (choice) => this.open(choice));
        this.element.append(
            element('div', { class: 'paste' }, this.text,
                element('div', { class: 'row' },
                    button('Open', () => void this.take({ text: this.text.value }), { class: 'main' }),
                    button('File…', () => file.click()), file,
                    button('Library…', () => this.library.show()),
                    button('New…', () => this.generator.showModal()),
                    button('New board…', () => board.showModal()),
                    button('New model', () => void this.open({ text: NEW_MODEL, family: modelsOf(families), tab: 'model' })))),
            this.start, this.trouble, this.several, this.lately, this.library.dialog, this.generator, board);
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
        // What is pasted beside all fields is a puzzle as well.
        document.addEventListener('paste', (event) => {
            const text = event.clipboardData?.getData('text/plain');
            if (!text || event.defaultPrevented || isTyping(event.target)) return;
            this.put(text);
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
            return card(record.puzzle || `${number + 1}`, board, () => {
                this.several.hidden = true;
                void this.open({ text: record.text ?? '', family: record.family });
            });
        }));
        this.several.hidden = false;
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
        // Of which family a text is can be asked where it doesn't say so itself, and nothing in it was found wrong.
        const isOpen = !family && !line && text.trim() !== '' && !/^\s*(?:https?:|kind:)/m.test(text);
        // What the command says to its users is not for those of the page, and how to name a family is said below.
        if (help && !help.includes('jigsat ') && !isOpen) this.trouble.append(element('p', { class: 'quiet' }, help));
        if (families.length) this.trouble.append(...this.among(text, families));
        else if (isOpen) this.trouble.append(element('p', { class: 'quiet' }, formats(this.families)), this.asks(text));
    }

    /** Asks which of these families a text is of. */
    private among(text: string, names: string[]): HTMLElement[] {
        const titles = names.map((name) => titleOf(this.families.find((family) => family.name === name)!));
        return [element('p', { class: 'quiet' }, 'Which of them is it?'), element('div', { class: 'row' }, ...names.map((family, number) => button(titles[number]!, () => void this.take({ text, family }))))];
    }

    /** Asks of which family a text is. */
    private asks(text: string): HTMLElement {
        const [label, select] = choice('If you know what it is, choose it to see what is wrong:', this.families.map((family) => [family.name, titleOf(family)]));
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
        this.bar.hidden = !isFolded;
    }

    /** Shows the recent puzzles, or hides them where there is one to look at. */
    late(isShown: boolean): void {
        this.fold(!isShown);
        const all = isShown ? LATE.all().reverse() : [];
        this.start.hidden = !isShown;
        this.lately.hidden = all.length === 0;
        this.lately.replaceChildren(element('h2', {}, 'Recently opened'), element('div', { class: 'gallery' }, ...all.map(([text, { title, family, data, tab }]) => {
            const board = new Board(title);
            void picture(this.engine(), { name: title, text, family, data }, board);
            return card(title, board, () => {
                this.put(text);
                void this.open({ text, family, data, tab });
            });
        })));
    }
}

/** What was found wrong, with its place in the text. */
function placed({ message, path, line, column }: Wrong): string {
    const what = path ? `${path}: ${message}` : message;
    if (!line) return `The text: ${what}`;
    return `Line ${line}${column ? `, column ${column}` : ''}: ${what}`;
}
