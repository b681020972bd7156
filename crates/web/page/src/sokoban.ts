// Sokoban: push by arrow keys with undo, walk through a plan step by step, ask for a plan from here.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import { button, element } from './dom';
import type { Reply, ShowRecord, SolveRecord } from './engine/protocol';
import { Shelf } from './kept';

/** Moves, and those that were undone, by the level. */
const KEPT = new Shelf<{ moves: string; undone: string }>('moves');

const STEPS: Record<string, [down: number, right: number]> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
const ARROWS: Record<string, string> = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };

/** A level as text, with the player and the boxes in it. */
export class Level {
    constructor(readonly rows: readonly string[]) {}

    static of(xsb: string): Level {
        return new Level(xsb.split('\n').filter((line) => /^[ #@+$*._-]*#[ #@+$*._-]*$/.test(line)));
    }

    get text(): string {
        return this.rows.join('\n') + '\n';
    }

    get solved(): boolean {
        return !this.text.includes('$');
    }

    /** The level after a step; nothing where it is not possible. Says whether a box was pushed. */
    step(letter: string): { level: Level; pushed: boolean } | undefined {
        const [down, right] = STEPS[letter.toLowerCase()]!;
        const grid = this.rows.map((row) => [...row]);
        const row = this.rows.findIndex((line) => /[@+]/.test(line));
        const col = this.rows[row]!.search(/[@+]/);
        const at = (far: number) => grid[row + far * down]?.[col + far * right] ?? '#';
        const put = (far: number, char: string) => { grid[row + far * down]![col + far * right] = char; };
        const pushed = '$*'.includes(at(1));
        if (at(1) === '#' || (pushed && '#$*'.includes(at(2)))) return undefined;
        const isGoal = (char: string) => '.+*'.includes(char);
        if (pushed) put(2, isGoal(at(2)) ? '*' : '$');
        put(1, isGoal(at(1)) ? '+' : '@');
        put(0, isGoal(at(0)) ? '.' : ' ');
        return { level: new Level(grid.map((line) => line.join(''))), pushed };
    }
}

export class SokobanPanel implements Panel {
    readonly tab = 'play';
    readonly element = element('div');
    private readonly counter = element('output');
    private readonly planned = element('p', { class: 'plan', 'aria-live': 'polite' });
    private start = new Level([]);
    private levels: Level[] = [];
    private moves = '';
    /** What was undone, the last first. */
    private undone = '';
    private plan = '';
    private drawn = 0;

    constructor(private readonly bench: Bench) {
        this.element.append(
            element('div', { class: 'row' },
                button('Solve from here', () => this.solve(), { class: 'main' }),
                button('Next step of the plan', () => this.follow()),
                button('Undo', () => this.undo()), button('Redo', () => this.redo()), button('Reset', () => this.reset())),
            element('div', { class: 'pad', role: 'group', 'aria-label': 'Steps' },
                ...Object.entries({ l: '← left', u: '↑ up', d: '↓ down', r: '→ right' }).map(([letter, words]) => button(words, () => this.step(letter)))),
            this.counter, this.planned,
            element('p', { class: 'quiet' }, 'Arrow keys push, Backspace or Ctrl+Z undoes, Space makes the next step of the plan.'));
    }

    suits(puzzle: Puzzle): boolean {
        return puzzle.family.name === 'sokoban';
    }

    open(puzzle: Puzzle): void {
        this.start = Level.of(puzzle.record.text ?? '');
        this.levels = [this.start];
        this.moves = this.undone = this.plan = '';
        this.planned.textContent = '';
        const kept = KEPT.get(puzzle.file.text);
        const moves = this.bench.state.filled ?? kept?.moves ?? '';
        for (const letter of moves) {
            if (letter.toLowerCase() in STEPS && this.go(letter)) continue;
            this.bench.tell(`left out of the moves: '${moves.slice(this.moves.length)}'`, 'bad', `'${letter}' is no step that is possible there`);
            break;
        }
        if (kept && kept.moves === this.moves) this.undone = kept.undone;
        this.bench.remember({ filled: this.moves });
    }

    show(): void {
        void this.draw();
    }

    key(event: KeyboardEvent): boolean {
        const letter = ARROWS[event.key];
        const key = event.key.toLowerCase();
        const control = event.ctrlKey || event.metaKey;
        if (letter && !control) this.step(letter);
        else if (event.key === 'Backspace' || (control && key === 'z' && !event.shiftKey)) this.undo();
        else if (control && (key === 'y' || key === 'z')) this.redo();
        else if (event.key === ' ') this.follow();
        else return false;
        return true;
    }

    private get level(): Level {
        return this.levels[this.levels.length - 1]!;
    }

    private go(letter: string): boolean {
        const next = this.level.step(letter);
        if (!next) return false;
        this.levels.push(next.level);
        this.moves += next.pushed ? letter.toUpperCase() : letter.toLowerCase();
        this.plan = this.plan[0]?.toLowerCase() === letter.toLowerCase() ? this.plan.slice(1) : '';
        return true;
    }

    private step(letter: string): void {
        if (!this.go(letter)) return;
        this.undone = '';
        this.changed();
    }

    private undo(): void {
        if (this.levels.length === 1) return;
        this.levels.pop();
        this.undone += this.moves[this.moves.length - 1];
        this.moves = this.moves.slice(0, -1);
        this.plan = '';
        this.changed();
    }

    private redo(): void {
        const letter = this.undone[this.undone.length - 1];
        if (!letter) return;
        this.undone = this.undone.slice(0, -1);
        this.go(letter);
        this.changed();
    }

    private reset(): void {
        while (this.levels.length > 1) {
            this.levels.pop();
            this.undone += this.moves[this.moves.length - 1];
            this.moves = this.moves.slice(0, -1);
        }
        this.plan = '';
        this.changed();
    }

    private changed(): void {
        this.bench.tell('');
        this.bench.remember({ filled: this.moves });
        KEPT.put(this.bench.puzzle!.file.text, this.moves || this.undone ? { moves: this.moves, undone: this.undone } : undefined);
        void this.draw();
    }

    private async draw(): Promise<void> {
        const turn = ++this.drawn;
        const { level } = this;
        const pushes = this.moves.replace(/[a-z]/g, '').length;
        this.counter.textContent = `${this.moves.length} steps, ${pushes} pushes`;
        this.planned.textContent = this.plan ? `plan: ${this.plan.length} steps to go: ${this.plan}` : '';
        const reply: Reply<ShowRecord> = await this.bench.engine.ask({ family: 'sokoban', puzzle: { name: 'level', text: level.text }, verb: 'show', request: {} });
        if (turn !== this.drawn || this.bench.state.tab !== 'play') return;
        if (reply.picture) this.bench.board.show(reply.picture);
        this.bench.board.bare();
        this.bench.describe(`${this.counter.textContent}${level.solved ? ', solved' : ''}`);
        if (level.solved) this.bench.tell('Solved: every box is on a goal', 'good', this.counter.textContent);
    }

    private async solve(): Promise<void> {
        const controller = askOf(this.bench.puzzle!, { search: { timeout_s: 120 } });
        const reply: Reply<SolveRecord> | undefined = await this.bench.long('looking for a plan', 'solve', { puzzle: { name: 'level', text: this.level.text }, ask: controller });
        if (!reply) return;
        const plan = reply.record.solution as { moves?: string } | undefined;
        this.plan = plan?.moves ?? '';
        this.planned.textContent = this.plan ? `plan: ${this.plan.length} steps: ${this.plan}` : '';
        this.bench.tell(reply.words, reply.status === 'solved' ? 'good' : 'bad');
    }

    /** The next step of the plan. */
    private follow(): void {
        const letter = this.plan[0];
        if (letter) this.step(letter);
    }
}
