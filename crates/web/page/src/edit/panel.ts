// Edit: make a board, or change one. The library reads every board that this makes, draws it, and says what is wrong with it.

import { type Bench, type Panel, type Puzzle, askOf } from '../bench';
import { Common } from '../common';
import { button, element } from '../dom';
import { type Reply, type ShowRecord, type SolveRecord, type Wrong, Refusal } from '../engine/protocol';
import { grounds, verdictOf } from '../grounds';
import { placesOf } from '../places';
import { INSET, draft } from './draft';
import { outline } from './figures';
import { DIGITS, type Form, formOf, isEdited } from './form';
import { type Desk, Hand, type Tool } from './hand';
import { History } from './history';
import { Outcome } from './outcome';
import { at, middle, nameOf } from './places';
import { Settings } from './settings';
import { Sheet, type Spot } from './sheet';
import { helpWith, nameOfTool, toolsOf } from './tools';

/** After this time without the library's picture, the board is drawn without it, in milliseconds. */
const PATIENCE = 200;

export class EditPanel implements Panel, Desk {
    readonly tab = 'edit';
    readonly element = element('div', { class: 'edit' });
    private readonly body = element('div');
    private readonly tools = element('div', { class: 'row', role: 'group', 'aria-label': 'Tools' });
    private readonly pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'What to write' });
    private readonly fieldName = element('span');
    private readonly field = element('input', { type: 'text', size: 8, autocomplete: 'off', spellcheck: 'false' });
    private readonly fieldLabel = element('label', {}, this.fieldName, ' ', this.field);
    private readonly help = element('div');
    private readonly undoButton = button('Undo', () => this.step('undo'));
    private readonly redoButton = button('Redo', () => this.step('redo'));
    private readonly uses: Record<'play' | 'solve' | 'unique', HTMLButtonElement>;
    private readonly settings = new Settings((next) => this.edit(next(this.sheet), false));
    private readonly outcome: Outcome;
    private readonly common: Common;
    private readonly hand = new Hand(this);
    private puzzle?: Puzzle;
    private history?: History;
    private form?: Form;
    /** The place that the library refuses. */
    private bad?: Spot;
    /** Whether the picture shows a solution. */
    private isSolved = false;
    /** The text that was last made here. */
    private made?: string;
    private judged?: Sheet;
    private judging?: Promise<void>;

    constructor(private readonly bench: Bench, private readonly pages: () => Promise<Record<string, string>>) {
        this.uses = {
            play: button('Play this', () => void this.settled(() => this.bench.go('play')), { class: 'main' }),
            solve: button('Solve', () => void this.settled(() => this.solve(false))),
            unique: button('Is the solution unique?', () => void this.settled(() => this.solve(true))),
        };
        this.outcome = new Outcome((words) => bench.tell(words));
        this.common = new Common(bench, this.tab, () => void this.settled(() => this.common.follow()), () => this.decorate());
        this.body.append(
            this.tools, this.pad,
            element('div', { class: 'row' }, this.undoButton, this.redoButton, button('Clear', () => this.edit(this.sheet.cleared(), false))),
            element('div', { class: 'row' }, this.fieldLabel),
            element('div', { class: 'row' }, ...Object.values(this.uses)),
            this.common.element, this.help, this.settings.element, this.outcome.element);
        this.element.append(this.body);
        this.field.addEventListener('input', () => this.edit(this.sheet.with(this.hand.chosen, this.field.value), true));
        this.field.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            this.bench.focus();
        });
    }

    suits(puzzle: Puzzle): boolean {
        return puzzle.family.editor !== 'model';
    }

    open(puzzle: Puzzle): void {
        this.puzzle = puzzle;
        // What was edited here keeps its cursor and its history.
        if (this.history?.now.text === puzzle.file.text) return;
        this.history = this.form = this.bad = this.made = undefined;
        this.isSolved = false;
    }

    show(): void {
        void this.begin();
    }

    /** Reads the puzzle as a sheet, and shows it. */
    private async begin(): Promise<void> {
        const puzzle = this.bench.puzzle!;
        if (!this.history) await this.read(puzzle);
        if (this.bench.puzzle !== puzzle || this.bench.state.tab !== 'edit') return;
        if (!this.history) {
            const why = !isEdited(puzzle.family) ? `Puzzles of the family ${puzzle.family.name} are not drawn here` : puzzle.draft ? 'This text can’t be read as a board' : 'This board has several layers or parts';
            this.element.replaceChildren(element('p', {}, `${why}: change its text, and paste it or open its file.`));
            if (puzzle.picture) this.bench.board.show(puzzle.picture);
            this.bench.board.bare();
            return;
        }
        this.element.replaceChildren(this.body);
        this.uses.play.hidden = !this.bench.offers('play');
        this.uses.unique.hidden = puzzle.family.abilities.horizon;
        this.fillTools();
        this.settings.fill(this.sheet);
        this.label();
        if (puzzle.draft) this.judged = undefined;
        if (this.judged !== this.sheet) return this.judge();
        this.picture(puzzle.picture);
        this.decorate();
        this.moved();
        void this.common.follow();
    }

    private async read(puzzle: Puzzle): Promise<void> {
        const form = isEdited(puzzle.family) ? formOf(puzzle.family, (await this.pages())[puzzle.family.name]) : undefined;
        if (!form) return;
        const own = /^kind: /.test(puzzle.file.text) ? Sheet.read(puzzle.file.text, form) : undefined;
        let sheet = own?.text === puzzle.file.text || puzzle.draft ? own : undefined;
        const made = sheet && puzzle.file.text;
        if (!sheet && !puzzle.draft) {
            const reply: Reply<ShowRecord> = await this.bench.ask('show', { ask: askOf(puzzle), format: 'yaml' });
            sheet = Sheet.read(reply.record.text ?? '', form);
        }
        if (!sheet || this.puzzle !== puzzle) return;
        this.form = form;
        this.made = made;
        this.history = new History(sheet, puzzle.file.text, form);
        this.judged = puzzle.draft ? undefined : sheet;
        const cells = form.cells !== undefined || form.margin !== undefined;
        this.hand.tool = form.isPainted ? 'paint' : cells ? 'write' : 'regions';
        this.hand.brush = form.words[0]?.word ?? '';
        this.hand.isNew = true;
        this.hand.moveTo(form.cells || !form.margin ? [0, 0] : [-1, 0]);
        this.outcome.show(sheet.text, puzzle.draft ? undefined : await this.short(puzzle.record));
    }

    get sheet(): Sheet {
        return this.history!.now;
    }

    key(event: KeyboardEvent): boolean {
        if (!this.history) return false;
        const letter = event.key.toLowerCase();
        if (event.ctrlKey || event.metaKey) {
            if (letter !== 'z' && letter !== 'y') return false;
            this.step(letter === 'z' && !event.shiftKey ? 'undo' : 'redo');
            return true;
        }
        this.unsolve();
        if (event.key === 'Enter' && this.hand.tool === 'write') return this.field.focus(), this.field.select(), true;
        if (/^\d$/.test(event.key)) return this.type(event.key), true;
        return this.hand.key(event);
    }

    pointer(event: PointerEvent): void {
        const point = this.history && this.bench.board.at(event);
        if (!point) return this.hand.release();
        if (event.type === 'pointerdown') {
            this.unsolve();
            this.hand.press(point, event.shiftKey, event.button === 2);
        } else if (event.buttons !== 0 || event.type === 'pointerup') this.hand.follow(point);
        if (event.type === 'pointerup') this.hand.release();
    }

    abandon(): void {
        if (this.history) this.hand.abandon();
    }

    // ---- tools

    private fillTools(): void {
        const { form, sheet, hand } = this;
        if (!form) return;
        const all = toolsOf(sheet);
        if (!all.includes(hand.tool)) hand.tool = all[0]!;
        this.tools.hidden = all.length < 2;
        this.tools.replaceChildren(...all.map((tool) => button(nameOfTool(tool), () => this.take(tool), { 'aria-pressed': String(tool === hand.tool) })));
        this.fieldLabel.hidden = (form.cells === undefined && form.margin === undefined) || hand.tool === 'cages' || hand.tool === 'thermometers';
        this.help.replaceChildren(helpWith(hand.tool, sheet));
        this.fillPad();
    }

    private take(tool: Tool): void {
        this.hand.tool = tool;
        const focused = document.activeElement?.textContent;
        this.fillTools();
        // The buttons are others now.
        for (const own of this.tools.querySelectorAll('button')) if (own.textContent === focused) own.focus();
        this.decorate();
    }

    private fillPad(): void {
        const { form, hand } = this;
        const pressed = (isPressed: boolean) => ({ 'aria-pressed': String(isPressed) });
        const words = form!.words.map(({ word, name }) => [word, name === word ? word : `${word} ${name}`] as const);
        const choose = (change: () => void) => () => {
            const { activeElement } = document;
            const place = [...this.pad.children].indexOf(activeElement!);
            change();
            this.fillPad();
            (this.pad.children[place] as HTMLElement | undefined)?.focus();
        };
        if (hand.tool === 'regions') {
            this.pad.replaceChildren(
                button('A new region', choose(() => { hand.isNew = true; }), pressed(hand.isNew)),
                button('Make one larger', choose(() => { hand.isNew = false; }), pressed(!hand.isNew)));
        } else if (hand.tool === 'cages') {
            this.pad.replaceChildren(...this.digits(), button('Take this cell out', () => this.press(() => hand.free())), button('Remove this cage', () => this.press(() => hand.remove())), this.eraser());
        } else if (hand.tool === 'thermometers') {
            this.pad.replaceChildren(button('Remove this thermometer', () => this.press(() => hand.remove())));
        } else if (hand.tool === 'paint') this.pad.replaceChildren(...words.map(([word, name]) => button(name, choose(() => { hand.brush = word; }), pressed(hand.brush === word))));
        else if (hand.tool === 'write') {
            const isDigits = form!.hasNumbers || form!.margin !== undefined;
            this.pad.replaceChildren(
                ...(isDigits ? this.digits(form!.digits) : []),
                ...words.map(([word, name]) => button(name, () => this.press(() => hand.type(word[0]!)))),
                ...(form!.margin === 'list' ? [button('␣', () => this.press(() => hand.type(',')), { 'aria-label': 'Next number' })] : []),
                this.eraser());
        }
        this.pad.hidden = hand.tool === 'borders';
    }

    private digits(all = DIGITS): HTMLElement[] {
        return [...all].map((digit) => button(digit, () => this.press(() => this.type(digit))));
    }

    /** Types a character; says where else to write if it can't stand there. */
    private type(char: string): void {
        if (!this.hand.type(char) && !this.form!.cells && this.sheet.isCell(this.hand.cursor)) this.bench.tell('On this board the numbers stand at the edges: above and before it', 'plain');
    }

    private eraser(): HTMLElement {
        return button('⌫', () => this.press(() => this.hand.erase()), { 'aria-label': this.hand.tool === 'cages' ? 'Shorten the sum' : 'Clear the cell' });
    }

    private press(action: () => void): void {
        this.unsolve();
        action();
    }

    // ---- edits

    edit(next: Sheet, goesOn: boolean): void {
        if (this.history?.change(next, goesOn)) this.changed();
    }

    takeBack(): void {
        this.step('takeBack');
    }

    private step(way: 'undo' | 'redo' | 'takeBack'): void {
        if (!this.history?.[way]()) return;
        if (!this.sheet.has(this.hand.cursor)) this.hand.moveTo([0, 0]);
        this.changed();
    }

    private changed(): void {
        this.isSolved = false;
        this.bad = undefined;
        this.label();
        this.moved();
        this.settings.fill(this.sheet);
        if (this.tools.childElementCount !== toolsOf(this.sheet).length) this.fillTools();
        void this.judge();
    }

    private label(): void {
        this.undoButton.disabled = !this.history?.canUndo;
        this.redoButton.disabled = !this.history?.canRedo;
    }

    moved(): void {
        if (!this.history) return;
        const { sheet, hand } = this;
        const name = nameOf(sheet, hand.cursor);
        const word = sheet.get(hand.cursor);
        this.fieldName.textContent = name;
        if (document.activeElement !== this.field) this.field.value = word;
        const room = sheet.room(hand.cursor);
        this.bench.describe(`${name}: ${word || 'empty'}${room ? `, region ${room}` : ''}${hand.selected.length ? `, ${hand.selected.length} selected` : ''}`);
        this.decorate();
    }

    // ---- the library's word

    /** Has the library read the sheet that there is now; of several edits at once, the last. */
    private judge(): Promise<void> {
        const { element } = this.outcome;
        element.ariaBusy = 'true';
        return (this.judging ??= this.judgeAll().finally(() => {
            this.judging = undefined;
            element.ariaBusy = 'false';
        }));
    }

    private async judgeAll(): Promise<void> {
        const history = this.history!;
        while (history === this.history && this.judged !== history.now) {
            const sheet = history.now;
            const impatient = setTimeout(() => { if (history.now === sheet) this.picture(draft(sheet)); }, PATIENCE);
            let reply: Reply<ShowRecord> | undefined;
            let refusal: Refusal | undefined;
            try {
                reply = await this.bench.engine.ask({ family: sheet.form.kind, puzzle: { name: 'the board', text: sheet.text }, verb: 'show', request: { blanks: true, format: sheet.form.format } });
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                refusal = error;
            } finally {
                clearTimeout(impatient);
            }
            if (history !== this.history) return;
            this.judged = sheet;
            if (sheet !== history.now) continue;
            this.bench.edited(sheet.text, reply, this.made);
            this.made = sheet.text;
            this.common.end();
            if (reply && this.bench.state.tab === 'edit') void this.common.follow();
            for (const use of Object.values(this.uses)) use.disabled = !reply;
            this.uses.play.hidden = reply !== undefined && !this.bench.offers('play');
            const { line, column, message }: Partial<Wrong> = refusal?.record ?? {};
            this.bad = line && column ? sheet.find(line, column) : undefined;
            if (this.bench.state.tab === 'edit') {
                this.picture(reply?.picture ?? draft(sheet));
                if (message) this.bench.tell(`${this.bad ? `${nameOf(sheet, this.bad)}: ` : ''}${message}`, 'bad');
            }
            const text = reply && (await this.short(reply.record));
            if (sheet === history.now) this.outcome.show(sheet.text, text);
        }
    }

    /** Does something with the board as soon as the library has read it. */
    private async settled(action: () => void | Promise<void>): Promise<void> {
        await this.judging;
        if (!this.bench.puzzle?.draft) await action();
    }

    /** The shortest text of the puzzle. */
    private async short(record: ShowRecord): Promise<string | undefined> {
        const format = this.form?.address;
        if (!format) return record.text;
        const reply: Reply<ShowRecord> | undefined = await this.bench.ask('show', { format }).catch(() => undefined);
        return reply?.record.text ?? record.text;
    }

    private async solve(isUnique: boolean): Promise<void> {
        const sheet = this.sheet;
        const started = performance.now();
        const words = isUnique ? 'looking for a second solution' : 'solving';
        const reply: Reply<SolveRecord> | undefined = await this.bench.long(words, 'solve', { ask: askOf(this.bench.puzzle!, { search: { timeout_s: 120 }, unique: isUnique }) });
        if (!reply || sheet !== this.sheet) return;
        const why = reply.status === 'impossible' && reply.record.unique !== false && this.bench.offers('explain') ? 'Explain tells why · ' : '';
        this.bench.tell(verdictOf(reply), reply.status === 'solved' ? 'good' : 'bad', why + grounds(this.bench, started, reply.record));
        // Who asks whether a puzzle is right may want to solve it.
        if (!reply.record.solution || !reply.picture || reply.record.unique) return;
        this.picture(reply.picture);
        this.isSolved = true;
    }

    /** The board without its solution. */
    private unsolve(): void {
        if (!this.isSolved) return;
        this.isSolved = false;
        this.picture(this.puzzle!.picture);
    }

    // ---- the board

    private picture(svg: string): void {
        const { board } = this.bench;
        if (this.bench.state.tab !== 'edit' || !this.history) return;
        const [above, before] = this.sheet.outside;
        // There is room for the first number at an edge.
        const { margin } = this.sheet.form;
        board.room = margin ? [above ? 0 : 1, before ? 0 : 1] : [0, 0];
        board.show(svg);
        this.decorate();
    }

    private decorate(): void {
        const { board } = this.bench;
        if (!this.history || this.bench.state.tab !== 'edit') return;
        const { sheet, hand } = this;
        board.bare();
        for (const wall of sheet.loose) board.line(middle(sheet, wall), 'loose');
        for (const cells of sheet.figures?.open ?? []) board.path(outline(cells, 2 * board.half, INSET), 'loose');
        if (hand.tool === 'regions') for (const cell of sheet.hasRooms ? sheet.cells() : []) if (!sheet.form.cells?.isDotted) board.star(at(sheet, cell), sheet.room(cell)!);
        for (const spot of hand.selected) board.frame(at(sheet, spot), 'selected');
        this.common.draw(placesOf(this.bench.puzzle?.record.blanks), (place) => this.common.isOpen(place));
        if (this.bad) board.frame(at(sheet, this.bad), 'clash');
        board.frame(hand.place, 'cursor');
    }
}
