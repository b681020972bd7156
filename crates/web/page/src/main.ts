// The page: starts an engine, and puts the puzzle, the board and the tabs together.

import type { Bench, Panel, Puzzle } from './bench';
import { Board } from './board';
import { type Choice, asking } from './choice';
import { Chooser } from './choose';
import { button, choice, clock, element, say } from './dom';
import { type Engine, type FamiliesRecord, type FamilyRecord, type Listener, type Reply, type Requests, type ShowRecord, Stopped, type TextFile, type VerbName, Refusal } from './engine/protocol';
import { ModuleEngine } from './engine/module';
import { ServerEngine } from './engine/server';
import { isEdited } from './edit/form';
import { EditPanel } from './edit/panel';
import { ExplainPanel } from './explain';
import { FormulaPanel } from './formula';
import { Front } from './front';
import { read, write } from './kept';
import { goesTo, isTyping, keysDialog } from './keys';
import { drawing, isLevel } from './level';
import { ModelPanel } from './model/panel';
import { isModel, modelsOf } from './model/text';
import { PlayPanel } from './play';
import { PushPanel } from './push';
import { Rules, settersRules } from './rules';
import { Share } from './share';
import { SolvePanel } from './solve';
import { type State, type Tab, readState, writeState } from './state';
import { TracePanel } from './trace';
import { titleOf } from './words';
import { Zoom } from './zoom';

const NAMES: Record<Tab, string> = { solve: 'Solve', play: 'Play', explain: 'Explain', formula: 'Formula', trace: 'Trace', model: 'Model', edit: 'Edit' };

class Page implements Bench {
    readonly board = new Board('The board', true);
    state: State = readState(location.hash);
    puzzle?: Puzzle;
    private readonly chooser: Chooser;
    private readonly panels: Panel[];
    private readonly tabs = element('div', { role: 'tablist', 'aria-label': 'What to do with the puzzle', class: 'tabs' });
    private readonly work = element('div', { class: 'work', hidden: true });
    private readonly stage = element('div', { class: 'stage', tabindex: 0, role: 'application', 'aria-label': 'Board', 'aria-roledescription': 'board', 'aria-describedby': 'spoken' });
    private readonly spoken = element('p', { id: 'spoken', class: 'unseen', 'aria-live': 'polite' });
    private readonly title = element('h2');
    private readonly zoom = new Zoom(this.stage, this.board, this.work);
    private readonly rules = new Rules(this);
    private readonly share = new Share(this, () => this.panels.filter((panel) => this.suits(panel)).map(({ tab }) => [tab, NAMES[tab]]));
    private readonly warnings = element('div', { class: 'quiet' });
    private readonly verdict = element('p', { class: 'verdict', role: 'status' });
    private readonly grounds = element('p', { class: 'quiet grounds' });
    private readonly stop = button('Stop', () => this.running?.abort(), { class: 'stop', hidden: true });
    private readonly busy = element('span', { class: 'busy' });
    private running?: AbortController;
    /** Puzzles are opened one after the other: only the last one counts. */
    private opening = 0;

    constructor(private readonly engines: Engine[], public engine: Engine, readonly families: FamiliesRecord, private readonly front: Front) {
        this.chooser = new Chooser(() => this.engine, families.families, pages, (choice, answer) => this.take(choice, answer), () => this.puzzle?.family.name);
        this.panels = [new SolvePanel(this), new PlayPanel(this), new PushPanel(this), new ExplainPanel(this), new FormulaPanel(this), new TracePanel(this), new ModelPanel(this, pages), new EditPanel(this, pages)];
        this.stage.append(this.board.element, this.spoken);
        this.work.append(this.share.dialog, this.share.printing,
            element('div', { class: 'left' },
                element('div', { class: 'row head' }, this.title, this.zoom.element, this.rules.button, this.share.button), this.warnings,
                // What is found, or looked for, is seen without scrolling to it.
                element('div', { class: 'outcome' }, element('div', { class: 'row status' }, this.stop, this.busy), this.verdict, this.grounds),
                this.stage),
            element('div', { class: 'right' }, this.rules.element, this.tabs,
                ...this.panels.map((panel) => {
                    panel.element.setAttribute('role', 'tabpanel');
                    panel.element.setAttribute('aria-label', NAMES[panel.tab]);
                    return panel.element;
                })));
        this.listen();
    }

    async start(main: HTMLElement, head: HTMLElement): Promise<void> {
        if (this.engines.length > 1) {
            const [label, select] = choice('Engine', this.engines.map(({ name }) => [name, name]), (name) => {
                this.running?.abort();
                this.engine = this.engines.find((engine) => engine.name === name) ?? this.engine;
                write('engine', name);
            });
            select.value = this.engine.name;
            head.append(label);
        } else head.append(element('span', { class: 'quiet' }, `answers come from ${this.engine.name}`));
        head.prepend(this.chooser.bar);
        const keys = keysDialog(() => ({ tab: this.puzzle && this.state.tab, isLevel: this.puzzle !== undefined && isLevel(this.puzzle.family) }));
        head.append(button('?', () => keys.showModal(), { 'aria-label': 'Keys' }), keys);
        main.replaceChildren(this.chooser.element, this.front.element, this.work);
        document.addEventListener('keydown', (event) => {
            if (event.key === '?' && !isTyping(event.target)) keys.showModal();
            if (event.key === 'Escape') this.running?.abort();
            // What was pressed elsewhere on the page is for the board as well, where nothing else wants it.
            if (!this.work.hidden && !event.defaultPrevented && goesTo(event, this.stage) && this.panel?.key?.(event)) event.preventDefault();
        });
        // A question that nobody waits for may fail as well, as when the server has gone.
        addEventListener('unhandledrejection', (event) => {
            if (event.reason instanceof Stopped) event.preventDefault();
            else if (event.reason instanceof Error && this.puzzle) {
                event.preventDefault();
                this.tell(event.reason.message, 'bad');
            }
        });
        await this.fromAddress();
        addEventListener('hashchange', () => {
            const state = readState(location.hash);
            if (writeState(state) === writeState(this.state)) return;
            this.state = state;
            void this.fromAddress();
        });
    }

    // ---- the puzzle

    private async fromAddress(): Promise<void> {
        const { text, family, data, embed } = this.state;
        document.documentElement.classList.toggle('embed', embed === true);
        this.chooser.put(text ?? '');
        this.chooser.late(!text);
        this.front.hidden = text !== undefined;
        if (text) return void (await this.open(text, family, data));
        this.running?.abort();
        this.puzzle = undefined;
        this.work.hidden = true;
    }

    private async take(choice: Choice, answer?: Promise<Reply<ShowRecord>>): Promise<void> {
        this.state = { embed: this.state.embed, tab: choice.tab ?? this.state.tab, text: choice.text, family: choice.family, data: choice.data };
        // 'Back' leads to the puzzle before.
        const address = writeState(this.state);
        if (address !== location.hash) history.pushState(null, '', address);
        if (await this.open(choice.text, choice.family, choice.data, answer) && choice.note) this.tell('', 'plain', choice.note);
    }

    async open(text: string, family?: string, data?: string, answer?: Promise<Reply<ShowRecord>>): Promise<boolean> {
        this.work.ariaBusy = 'true';
        const turn = ++this.opening;
        try {
            return await this.puts({ text, family, data }, () => turn === this.opening, answer);
        } finally {
            if (turn === this.opening) this.work.ariaBusy = 'false';
        }
    }

    /** Puts a puzzle on the table, unless another one was opened meanwhile. */
    private async puts({ text, family, data }: Choice, isLast: () => boolean, answer?: Promise<Reply<ShowRecord>>): Promise<boolean> {
        this.running?.abort();
        const file = { name: 'the text', text };
        let reply: Reply<ShowRecord>;
        try {
            reply = await (answer ?? this.engine.ask(asking({ text, family, data })));
            // Levels are played as drawings; the shortest form of other puzzles will do.
            if (isLevel(this.familyOf(reply.record.family))) reply.record.text = drawing(reply.record.text ?? '');
        } catch (error) {
            if (!isLast()) return false;
            // A model or a board with a mistake is opened where it can be mended.
            const draft = error instanceof Refusal ? this.draftOf(text, family) : undefined;
            if (!draft) {
                this.chooser.refuse(error, text, family);
                return false;
            }
            reply = { status: 'bad-input', words: '', record: { schema: 1, family: draft, file: file.name } };
        }
        // A link opens the same puzzle again, even where its text alone leaves open what it is.
        if (reply.others?.length) family = reply.record.family;
        if (!isLast()) return false;
        this.chooser.late(false);
        this.front.hidden = true;
        this.remember({ text, family, data });
        this.put(this.puzzleOf(file, reply, data), reply.words);
        if (!this.puzzle!.draft) this.chooser.opened({ text, family, data }, this.puzzle!.title);
        this.board.half = this.puzzle!.family.cell_side / 2;
        this.board.bare();
        this.zoom.reset();
        this.select(this.offers(this.state.tab) ? this.state.tab : this.panels.find((panel) => this.suits(panel))!.tab);
        return true;
    }

    /** The family of a text that is refused, if there is an editor for it. */
    private draftOf(text: string, family?: string): string | undefined {
        const models = modelsOf(this.families.families);
        if (family === models || isModel(text)) return models;
        const kind = /^kind: (\S+)$/m.exec(text)?.[1];
        return this.state.tab === 'edit' ? this.families.families.find((own) => own.name === kind && isEdited(own))?.name : undefined;
    }

    private familyOf(wanted: string): FamilyRecord {
        return this.families.families.find(({ name }) => name === wanted)!;
    }

    private puzzleOf(file: TextFile, { record, picture, status, others = [] }: Reply<ShowRecord>, data?: string): Puzzle {
        const family = this.familyOf(record.family);
        const draft = status === 'bad-input';
        const title = record.puzzle || (draft ? (family.editor === 'model' ? 'A model' : 'An unfinished board') : titleOf(family));
        return { draft, others, family, file, title, data: data ? { name: 'data', text: data } : undefined, record, picture: picture ?? '' };
    }

    /** Makes it the puzzle of all panels. The words say why it is impossible, where that is known. */
    private put(puzzle: Puzzle, words: string): void {
        this.puzzle = puzzle;
        const kind = titleOf(puzzle.family);
        this.title.replaceChildren(puzzle.title, kind === puzzle.title ? '' : element('span', { class: 'quiet' }, `  ${kind}`));
        this.warnings.replaceChildren(...settersRules(puzzle.record.warnings).others.map((words) => element('p', {}, words)), ...this.besides(puzzle));
        this.rules.open(puzzle);
        this.tell(words ? `impossible: ${words}` : '', words ? 'bad' : 'plain');
        this.work.hidden = false;
        document.title = `${puzzle.title} · jigsat`;
        const suiting = this.panels.filter((panel) => this.suits(panel));
        for (const panel of suiting) panel.open(puzzle);
        const names = suiting.map(({ tab }) => tab);
        const old = [...this.tabs.querySelectorAll('button')];
        for (const own of old) own.disabled = false;
        if (names.join() === old.map((own) => own.dataset.tab).join()) return;
        this.tabs.replaceChildren(...names.map((tab) => button(NAMES[tab], () => void this.turnTo(tab), { role: 'tab', 'data-tab': tab })));
        this.mark();
    }

    /** What the text may be besides, to choose from. */
    private besides({ file: { text }, family, others }: Puzzle): HTMLElement[] {
        if (others.length === 0) return [];
        const all = others.map((name) => button(titleOf(this.familyOf(name)), () => void this.take({ text, family: name })));
        return [element('div', { class: 'row' }, `read as ${titleOf(family)}; it could also be`, ...all)];
    }

    edited(text: string, reply: Reply<ShowRecord> | undefined, before?: string): void {
        this.remember({ text, family: undefined, data: undefined, filled: undefined, step: undefined });
        this.chooser.put(text);
        if (reply) this.put(this.puzzleOf({ name: 'the text', text }, reply), reply.words);
        this.chooser.opened({ text, tab: reply ? undefined : 'edit' }, this.puzzle!.title, before);
        if (reply) return;
        // The other tabs wait until the board can be read.
        this.puzzle = { ...this.puzzle!, draft: true, file: { name: 'the text', text } };
        for (const own of this.tabs.querySelectorAll('button')) own.disabled = own.dataset.tab !== 'edit';
    }

    /** A draft is for its editor alone. */
    private suits(panel: Panel): boolean {
        if (!this.puzzle?.draft) return this.puzzle !== undefined && panel.suits(this.puzzle);
        return panel.tab === (this.puzzle.family.editor === 'model' ? 'model' : 'edit');
    }

    offers(tab: Tab): boolean {
        return this.panels.some((panel) => panel.tab === tab && this.suits(panel));
    }

    go(tab: Tab): void {
        if (!this.offers(tab)) return;
        void this.turnTo(tab).then(() => this.focus());
    }

    private get panel(): Panel | undefined {
        return this.panels.find((panel) => panel.tab === this.state.tab && this.suits(panel));
    }

    /** Another tab is chosen: what was said on the one before is not about this one. */
    private async turnTo(tab: Tab): Promise<void> {
        const why = tab === this.state.tab ? undefined : await this.panel?.leave?.();
        if (why) return this.tell(why, 'bad');
        if (tab !== this.state.tab) this.tell('');
        this.select(tab);
    }

    private select(tab: Tab): void {
        this.remember({ tab });
        this.work.dataset.tab = tab;
        this.board.room = [0, 0];
        for (const panel of this.panels) panel.element.hidden = panel !== this.panel;
        this.mark();
        this.panel?.show();
    }

    /** Shows which tab is chosen. */
    private mark(): void {
        const { tab } = this.state;
        for (const own of this.tabs.querySelectorAll<HTMLElement>('[role=tab]')) {
            own.setAttribute('aria-selected', String(own.dataset.tab === tab));
            own.tabIndex = own.dataset.tab === tab ? 0 : -1;
        }
    }

    // ---- what the panels use

    remember(changes: Partial<State>): void {
        this.state = { ...this.state, ...changes };
        const address = writeState(this.state);
        if (address !== location.hash) history.replaceState(null, '', address);
    }

    ask<Verb extends VerbName>(verb: Verb, request: Requests[Verb], listener?: Listener, signal?: AbortSignal): Promise<Reply<any>> {
        const { file, family } = this.puzzle!;
        return this.engine.ask({ family: family.name, puzzle: file, verb, request }, listener, signal);
    }

    async long<Verb extends VerbName>(words: string, verb: Verb, request: Requests[Verb] & { puzzle?: TextFile | null }, listener?: Listener, refused?: (refusal: Refusal) => void): Promise<Reply<any> | undefined> {
        this.running?.abort();
        const controller = (this.running = new AbortController());
        const { puzzle, ...rest } = request as { puzzle?: TextFile | null };
        const time = clock(this.busy, words);
        this.stop.hidden = false;
        this.tell('', 'plain');
        try {
            const { family, file } = this.puzzle!;
            const heard: Listener = (reply) => { if (this.running === controller) listener?.(reply); };
            const reply = await this.engine.ask({ family: family.name, puzzle: puzzle === null ? undefined : puzzle ?? file, verb, request: rest }, heard, controller.signal);
            return this.running === controller ? reply : undefined;
        } catch (error) {
            if (this.running === controller) {
                if (error instanceof Stopped) this.tell(`stopped after ${time.passed()}`, 'plain');
                else if (error instanceof Refusal && refused) refused(error);
                else this.tell(error instanceof Error ? error.message : String(error), 'bad');
            }
            return undefined;
        } finally {
            time.end();
            if (this.running === controller) {
                this.running = undefined;
                // The focus doesn't go with the button.
                const hadFocus = document.activeElement === this.stop;
                this.stop.hidden = true;
                if (hadFocus) this.focus();
                this.busy.textContent = '';
            }
        }
    }

    tell(words: string, kind: 'good' | 'bad' | 'plain' = 'plain', more = ''): void {
        this.verdict.className = `verdict ${kind}`;
        say(this.verdict, words);
        this.grounds.textContent = more;
    }

    focus(): void {
        this.stage.focus({ preventScroll: true });
    }

    describe(words: string): void {
        say(this.spoken, words);
        this.zoom.follow();
    }

    // ---- keys and pointers

    private point(event: PointerEvent): void {
        const isSecond = event.type === 'pointerdown' && !event.isPrimary;
        if (isSecond || event.type === 'pointercancel') return this.panel?.abandon?.();
        if (!event.isPrimary) return;
        // A drag stays one where it leaves the board, or where the picture is drawn anew under it.
        if (event.type === 'pointerdown' && event.target === this.board.element) this.stage.setPointerCapture(event.pointerId);
        this.panel?.pointer?.(event);
    }

    private listen(): void {
        this.stage.addEventListener('keydown', (event) => {
            if (this.panel?.key?.(event)) {
                event.preventDefault();
                event.stopPropagation();
            }
        });
        for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) this.stage.addEventListener(type, (event) => this.point(event));
        this.stage.addEventListener('contextmenu', (event) => { if (this.state.tab === 'play' || this.state.tab === 'edit') event.preventDefault(); });
        this.tabs.addEventListener('keydown', (event) => {
            const all = [...this.tabs.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')];
            const place = all.findIndex((tab) => tab.dataset.tab === this.state.tab);
            const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: all.length - 1 }[event.key];
            const tab = next === undefined ? undefined : all[(next + all.length) % all.length];
            if (!tab) return;
            event.preventDefault();
            void this.turnTo(tab.dataset.tab as Tab).then(() => this.tabs.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
        });
        // Who chooses a tab by the pointer goes on with the board.
        this.tabs.addEventListener('click', (event) => { if (event.detail > 0 && this.state.tab !== 'model') this.focus(); });
    }
}

/** The pages of the genres, by name. */
let genrePages: Promise<Record<string, string>> | undefined;
function pages(): Promise<Record<string, string>> {
    return (genrePages ??= fetch('genres.json').then((response) => response.json()));
}

/** The server's word on itself, where the page comes from one. */
interface Served {
    engine: 'page' | 'serve';
    token: boolean;
}

async function engines(front: Front): Promise<Engine[]> {
    const served = (await (await fetch('engine.json')).json()) as Served;
    const module = new ModuleEngine((bytes) => front.progress(bytes));
    if (served.engine !== 'serve') return [module];
    // The token came with the address and is kept for this tab alone.
    const values = new URLSearchParams(location.hash.slice(1));
    const token = values.get('token') ?? sessionStorage.getItem('token') ?? undefined;
    if (values.has('token')) {
        sessionStorage.setItem('token', token!);
        values.delete('token');
        history.replaceState(null, '', `#${values}`);
    }
    return [new ServerEngine(served.token ? token : undefined), module];
}

async function start(): Promise<void> {
    const main = document.querySelector('main')!;
    const head = document.querySelector<HTMLElement>('#tools')!;
    const front = new Front();
    try {
        const all = await engines(front);
        const asked = (engine: Engine): Promise<Reply<FamiliesRecord>> => engine.ask({ verb: 'families', request: {} });
        // Without its server the page answers by itself.
        const families = await asked(all[0]!).catch((error: unknown) => {
            if (all.length === 1) throw error;
            all.shift();
            return asked(all[0]!);
        });
        const chosen = all.find(({ name }) => name === read<string>('engine')) ?? all[0]!;
        front.ready();
        await new Page(all, chosen, families.record, front).start(main, head);
        document.documentElement.dataset.ready = 'yes';
    } catch (error) {
        main.replaceChildren(element('p', { role: 'alert', class: 'trouble' }, `The workbench did not start: ${error instanceof Error ? error.message : String(error)}`));
    }
    if ('serviceWorker' in navigator && location.protocol !== 'file:') {
        navigator.serviceWorker.register('offline.js').catch(() => undefined);
    }
}

void start();
