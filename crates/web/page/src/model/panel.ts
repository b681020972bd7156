// Model: the QPROP behind a puzzle. A model of your own is edited here, with its data; the page of a genre is read.

import { type Bench, type Panel, type Puzzle, askOf } from '../bench';
import { button, element, helpOf } from '../dom';
import { Refusal, type Wrong } from '../engine/protocol';
import { grounds } from '../grounds';
import { Shelf } from '../kept';
import type { Editor } from './editor';

/** Models as they were edited, by the texts that they began as. */
const KEPT = new Shelf<{ text: string; data: string }>('models', 30);

/** How long after the last key a model is looked at, in milliseconds. */
const PAUSE = 500;

export class ModelPanel implements Panel {
    readonly tab = 'model';
    readonly element = element('div');
    private readonly host = element('div', { class: 'editor' });
    private readonly data = element('textarea', { rows: 6, spellcheck: 'false', 'aria-label': 'Data of the model, in YAML' });
    private readonly wrong = element('p', { class: 'trouble', role: 'status' });
    private readonly own = element('div');
    private readonly head = element('p', { class: 'quiet' });
    private editor?: Editor;
    private readonly edited = element('p', { class: 'row quiet', hidden: true }, 'This is the model as you left it. ',
        button('Back to the original', () => this.original()));
    private puzzle?: Puzzle;
    private loaded?: Promise<typeof import('./editor')>;
    private pause = 0;

    constructor(private readonly bench: Bench, private readonly pages: () => Promise<Record<string, string>>) {
        this.own.append(
            element('p', { class: 'quiet' }, 'Data, in YAML; it may be empty'), this.data,
            element('div', { class: 'row' },
                button('Solve', () => void this.run(), { class: 'main' }),
                button('Count', () => void this.count())),
            helpOf('Ctrl+Enter in the editor solves. Explain and Formula show this model, too.', 'Explain and Formula show this model, too.'));
        this.data.addEventListener('input', () => this.changed());
        this.element.append(this.head, this.edited, this.host, this.wrong, this.own);
    }

    suits(puzzle: Puzzle): boolean {
        return puzzle.family.editor === 'model' || puzzle.family.editor === 'page';
    }

    open(puzzle: Puzzle): void {
        this.puzzle = puzzle;
        const isOwn = puzzle.family.editor === 'model';
        this.own.hidden = !isOwn;
        this.head.textContent = isOwn ? 'Your model. Library… has examples, and the models of the course.' : `All that jigsat knows of ${puzzle.family.name} is this page of QPROP: rules, addresses, pictures.`;
        this.wrong.textContent = '';
        // The same text, just opened from here, keeps its cursor.
        if (this.editor && isOwn && this.editor.text === puzzle.file.text && this.data.value === (puzzle.data?.text ?? '')) return;
        if (isOwn) this.data.value = (KEPT.get(puzzle.file.text)?.data ?? puzzle.data?.text) || '';
        this.editor = undefined;
    }

    /** Forgets what was edited. */
    private original(): void {
        KEPT.put(this.puzzle!.file.text, undefined);
        this.data.value = this.puzzle!.data?.text ?? '';
        if (this.editor) this.editor.text = this.puzzle!.file.text;
    }

    show(): void {
        const { board, puzzle } = this.bench;
        if (puzzle!.picture) board.show(puzzle!.picture);
        else board.clear();
        board.bare();
        void this.fill();
    }

    async leave(): Promise<string | undefined> {
        if (!this.editor || this.puzzle?.family.editor !== 'model' || this.puzzle.draft) return undefined;
        return (await this.take()) ? undefined : 'the model has a mistake: mend it, or go back to the original';
    }

    private async fill(): Promise<void> {
        if (this.editor || !this.puzzle) return;
        const { puzzle } = this;
        const isOwn = puzzle.family.editor === 'model';
        const [{ editor }, pages] = await Promise.all([(this.loaded ??= import('./editor')), this.pages()]);
        const kept = isOwn ? KEPT.get(puzzle.file.text) : undefined;
        this.edited.hidden = !kept;
        const text = isOwn ? kept?.text ?? puzzle.file.text : pages[puzzle.family.name] ?? '';
        this.editor = editor(this.host, isOwn ? 'The model' : 'The page of this genre', text, !isOwn, () => void (isOwn && this.run()), () => this.changed());
        // What is wrong is said at once.
        if (puzzle.draft || kept) await this.look();
    }

    private changed(): void {
        const { file, data } = this.puzzle!;
        const now = { text: this.editor?.text ?? file.text, data: this.data.value };
        const isEdited = now.text !== file.text || now.data !== (data?.text ?? '');
        KEPT.put(file.text, isEdited ? now : undefined);
        this.edited.hidden = !isEdited;
        clearTimeout(this.pause);
        this.pause = window.setTimeout(() => void this.look(), PAUSE);
    }

    /** Whether it is a model; what is wrong is shown under its place. */
    private async look(): Promise<boolean> {
        if (!this.editor || this.puzzle?.family.editor !== 'model') return false;
        const data = this.data.value.trim() ? { name: 'data', text: this.data.value } : undefined;
        const puzzle = { name: 'model', text: this.editor.text };
        try {
            await this.bench.engine.ask({ family: this.puzzle.family.name, puzzle, verb: 'show', request: data ? { ask: { options: { data } } } : {} });
            this.editor.right();
            this.wrong.textContent = '';
            return true;
        } catch (error) {
            const { file, line, column, message, help }: Wrong = error instanceof Refusal ? error.record : { message: error instanceof Error ? error.message : String(error) };
            const advice = help ? `; ${help}` : '';
            this.wrong.textContent = (error instanceof Refusal ? error.message : message) + advice;
            if (file === 'model' && line) this.editor.wrong(line, column ?? 1, message + advice);
            else this.editor.right();
            return false;
        }
    }

    private async run(): Promise<void> {
        this.bench.tell('');
        if (!(await this.take())) return;
        const started = performance.now();
        const reply = await this.bench.long('solving', 'solve', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 60 } }) });
        if (!reply) return;
        if (reply.picture && reply.record.solution) this.bench.board.show(reply.picture);
        this.bench.tell(reply.words, reply.status === 'solved' ? 'good' : 'bad', grounds(this.bench, started, reply.record));
    }

    private async count(): Promise<void> {
        this.bench.tell('');
        if (!(await this.take())) return;
        const started = performance.now();
        const reply = await this.bench.long('counting', 'count', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 60 } }) });
        if (reply) this.bench.tell(reply.words, 'plain', grounds(this.bench, started, reply.record));
    }

    /** Makes what is in the editor the puzzle. */
    private async take(): Promise<boolean> {
        if (!(await this.look())) return false;
        const { text } = this.editor!;
        if (text === this.bench.puzzle?.file.text && this.data.value === (this.bench.puzzle.data?.text ?? '')) return true;
        return this.bench.open(text, this.puzzle!.family.name, this.data.value.trim() ? this.data.value : undefined);
    }
}
