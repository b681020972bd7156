// Choose: paste a text, open a file, take one of the library, or have a new puzzle made.

import { Board } from './board';
import { button, choice, element } from './dom';
import { type Engine, type FamilyRecord, type Reply, type Schema, type ShowRecord, Refusal } from './engine/protocol';

export interface Choice {
    text: string;
    family?: string;
    data?: string;
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

export class Chooser {
    readonly element = element('section', { class: 'choose', 'aria-label': 'Choose a puzzle' });
    private readonly text = element('textarea', {
        rows: 2, spellcheck: 'false', autocomplete: 'off', 'aria-label': 'The puzzle as text',
        placeholder: 'Paste a puzzle: an address of puzz.link or pzv.jp, 81 digits, a Sokoban level, YAML, a drawing',
    });
    private readonly trouble = element('div', { class: 'trouble', role: 'alert' });
    private readonly several = element('div', { class: 'gallery', hidden: true });
    private readonly library: HTMLDialogElement;
    private readonly generator: HTMLDialogElement;

    constructor(
        private readonly engine: () => Engine,
        private readonly families: FamilyRecord[],
        private readonly open: (choice: Choice) => Promise<void>,
    ) {
        const file = element('input', { type: 'file', hidden: true, 'aria-label': 'A file with a puzzle', onchange: () => file.files?.[0] && void this.read(file.files[0]) });
        this.library = this.shelves();
        this.generator = this.maker();
        this.element.append(
            element('div', { class: 'paste' }, this.text,
                element('div', { class: 'row' },
                    button('Open', () => void this.take({ text: this.text.value }), { class: 'main' }),
                    button('File…', () => file.click()), file,
                    button('Library…', () => this.library.showModal()),
                    button('New…', () => this.generator.showModal()))),
            this.trouble, this.several, this.library, this.generator);
        this.text.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !this.text.value.includes('\n') && this.text.value.trim() !== '' && !event.shiftKey)) {
                event.preventDefault();
                void this.take({ text: this.text.value });
            }
        });
        this.text.addEventListener('paste', () => setTimeout(() => void this.take({ text: this.text.value })));
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
        try {
            const request = choice.data ? { ask: { options: { data: { name: 'data', text: choice.data } } } } : {};
            const puzzle = { name: 'the text', text: choice.text };
            shown.push(await this.engine().ask({ family: choice.family, puzzle, verb: 'show', request }, (reply) => {
                if (reply.picture) shown.push(reply);
            }));
        } catch (error) {
            if (shown.length === 0) return this.refuse(error, choice.text);
        }
        if (shown.length === 1) return this.open(choice);
        this.several.replaceChildren(element('p', {}, `${shown.length} puzzles: choose one`), ...shown.map((reply, number) => {
            const { record } = reply;
            return this.card(record.puzzle || `${number + 1}`, reply.picture ?? '', () => {
                this.several.hidden = true;
                void this.open({ text: record.text ?? '', family: record.family });
            });
        }));
        this.several.hidden = false;
    }

    private card(title: string, picture: string, onclick: () => void): HTMLButtonElement {
        const board = new Board(title);
        if (picture) board.show(picture);
        return element('button', { type: 'button', class: 'card', onclick }, board.element, element('span', {}, title));
    }

    /** Says why a text was not opened, with the line that is wrong. */
    refuse(error: unknown, text = ''): void {
        const words = error instanceof Error ? error.message : String(error);
        this.trouble.replaceChildren(element('p', {}, words));
        if (!(error instanceof Refusal)) return;
        const { line, column, help } = error.record;
        const wrong = line ? text.split('\n')[line - 1] : undefined;
        if (wrong !== undefined) {
            const from = Math.max(0, (column ?? 1) - 40);
            const part = wrong.slice(from, from + 80);
            this.trouble.append(element('pre', {}, `${part}\n${' '.repeat(Math.max(0, (column ?? 1) - 1 - from))}^`));
        }
        if (help) this.trouble.append(element('p', { class: 'quiet' }, help));
        // A text that may be of several families is asked about again.
        const names = /several families: ([a-z, -]+)/.exec(words)?.[1]?.split(', ') ?? [];
        this.trouble.append(...names.map((family) => button(family, () => void this.take({ text, family }))));
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
                const card = element('button', { type: 'button', class: 'card', onclick: () => {
                    this.library.close();
                    this.put(puzzle.text);
                    void this.take(puzzle);
                } }, board.element, element('span', {}, puzzle.title));
                drawn.set(card, () => void this.picture(puzzle, board));
                observer.observe(card);
                return card;
            });
            list.append(element('section', { 'data-name': family.name }, element('h3', {}, family.about), element('div', { class: 'gallery' }, ...cards)));
        }
    }

    private async picture(puzzle: Shelved, board: Board): Promise<void> {
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
        let read: () => object = () => ({});
        const form = (name: string) => {
            const made = formOf(makers.find((family) => family.name === name)!.generator!);
            fields.replaceChildren(...made.fields, element('label', {}, 'Seed ', seed));
            read = made.read;
        };
        const [label, select] = choice('Puzzle', makers.map(({ name, about }) => [name, about]), form);
        let stop: AbortController | undefined;
        const make = async () => {
            stop?.abort();
            stop = new AbortController();
            said.textContent = 'making a puzzle …';
            try {
                const request = { options: read(), seed: Number(seed.value), timeout_s: 120 };
                const reply: Reply<ShowRecord> = await this.engine().ask({ family: select.value, verb: 'generate', request }, undefined, stop.signal);
                said.textContent = reply.words;
                seed.value = String(Number(seed.value) + 1);
                dialog.close();
                this.put(reply.record.text ?? '');
                await this.take({ text: reply.record.text ?? '', family: reply.record.family });
            } catch (error) {
                said.textContent = error instanceof Error ? error.message : String(error);
            }
        };
        const dialog = element('dialog', { 'aria-label': 'A new puzzle', onclose: () => stop?.abort() },
            element('h2', {}, 'A new puzzle'), label, fields,
            element('div', { class: 'row' }, button('Make it', () => void make(), { class: 'main' }), button('Close', () => dialog.close())), said);
        if (makers[0]) form(makers[0].name);
        return dialog;
    }
}

/** A form for the plain options of a schema: numbers, choices, switches and short texts. */
function formOf(schema: Schema): { fields: HTMLElement[]; read(): object } {
    const readers: (() => [string, unknown] | undefined)[] = [];
    const fields: HTMLElement[] = [];
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const own = resolve(property, schema);
        const type = [own.type].flat().find((type) => type && type !== 'null');
        const names = own.enum ?? own.oneOf?.map((one) => one.const ?? one.enum?.[0]).filter((value) => value !== undefined);
        const words = name.replaceAll('_', ' ');
        const help = property.description ?? own.description;
        if (names && names.length) {
            const [label, select] = choice(words, [['', 'as it comes'], ...names.filter((one) => one !== null).map((one): [string, string] => [String(one), String(one)])]);
            readers.push(() => (select.value ? [name, select.value] : undefined));
            fields.push(label);
        } else if (type === 'boolean') {
            const box = element('input', { type: 'checkbox' });
            readers.push(() => (box.checked ? [name, true] : undefined));
            fields.push(element('label', {}, box, ' ', words));
        } else if (type === 'integer' || type === 'number') {
            const number = element('input', { type: 'number', min: own.minimum, max: own.maximum });
            readers.push(() => (number.value ? [name, Number(number.value)] : undefined));
            fields.push(element('label', {}, words, ' ', number));
        } else if (type === 'string') {
            const text = element('input', { type: 'text', size: 10, placeholder: property.default !== undefined ? String(property.default ?? '') : '' });
            readers.push(() => (text.value ? [name, text.value] : undefined));
            fields.push(element('label', {}, words, ' ', text));
        } else continue;
        if (help) fields[fields.length - 1]!.append(element('span', { class: 'quiet help' }, help));
    }
    return { fields, read: () => Object.fromEntries(readers.map((read) => read()).filter((pair): pair is [string, unknown] => pair !== undefined)) };
}

/** A property without references, and without 'or null'. */
function resolve(property: Schema, root: Schema): Schema {
    if (property.$ref) return resolve(root.$defs?.[property.$ref.replace('#/$defs/', '')] ?? {}, root);
    const one = property.anyOf?.find((option) => option.type !== 'null');
    return one ? resolve(one, root) : property;
}
