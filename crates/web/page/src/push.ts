// A level: push by arrow keys or by swipes with undo, walk through a plan step by step, ask for a plan from here.

import { type Bench, type Panel, type Puzzle, askOf } from './bench';
import type { At } from './board';
import { button, element, helpOf } from './dom';
import type { Plan, Reply, SolveRecord } from './engine/protocol';
import { grounds, verdictOf } from './grounds';
import { Shelf } from './kept';
import { Level, STEPS, isLevel } from './level';
import { counted } from './words';

/** Moves, and those that were undone, by the level. */
const KEPT = new Shelf<{ moves: string; undone: string }>('moves');

/** So far a swipe goes for a step, in half squares. */
const SWIPE = 1.2;
const ARROWS: Record<string, string> = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };

export class PushPanel implements Panel {
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
    /** From where a swipe goes on, and whether it has made a step. */
    private swipe?: { from: At; isTap: boolean };

    constructor(private readonly bench: Bench) {
        this.element.append(
            element('div', { class: 'arrows', role: 'group', 'aria-label': 'Steps' },
                ...Object.entries({ u: '↑ up', l: '← left', d: '↓ down', r: '→ right' }).map(([letter, words]) => button(words, () => this.step(letter), { class: letter }))),
            element('div', { class: 'row' }, button('Undo', () => this.undo()), button('Redo', () => this.redo()), button('Reset', () => this.reset())),
            element('div', { class: 'row' },
                button('Solve from here', () => this.solve(), { class: 'main' }),
                button('Next step of the plan', () => this.follow())),
            this.counter, this.planned,
            helpOf('Arrow keys push, Backspace or Ctrl+Z undoes, Space makes the next step of the plan. A click on a square walks there.',
                'Swipe over the board to walk and push, further for more steps. Tap a square to walk there.'));
    }

    suits(puzzle: Puzzle): boolean {
        return isLevel(puzzle.family);
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

    pointer(event: PointerEvent): void {
        const at = this.bench.board.at(event);
        if (event.type === 'pointerdown') this.swipe = at && { from: at, isTap: true };
        else if (at && this.swipe && event.type === 'pointermove' && event.buttons !== 0) this.follows(at);
        else if (event.type === 'pointerup') {
            if (at && this.swipe) this.follows(at);
            if (at && this.swipe?.isTap) this.walk(at);
            this.swipe = undefined;
        }
    }

    abandon(): void {
        this.swipe = undefined;
    }

    /** One step for each square that a swipe is long. */
    private follows(to: At): void {
        for (;;) {
            const { from } = this.swipe!;
            const [down, right] = [to[0] - from[0], to[1] - from[1]];
            const isDown = Math.abs(down) > Math.abs(right);
            const far = isDown ? down : right;
            if (Math.abs(far) < SWIPE) return;
            const way = 2 * Math.sign(far);
            this.swipe = { from: isDown ? [from[0] + way, from[1]] : [from[0], from[1] + way], isTap: false };
            this.step(isDown ? (way < 0 ? 'u' : 'd') : way < 0 ? 'l' : 'r');
        }
    }

    /** Walks to a square, or pushes the box that stands there beside the player. */
    private walk([down, right]: At): void {
        const [row, col] = [Math.floor(down / 2), Math.floor(right / 2)];
        const way = this.level.way(row, col) ?? this.level.beside(row, col);
        if (!way || ![...way].every((letter) => this.go(letter))) return;
        this.undone = '';
        this.changed();
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
        this.counter.textContent = `${counted(this.moves.length, 'step')}, ${counted(pushes, 'push', 'pushes')}`;
        this.planned.textContent = this.plan ? `plan: ${counted(this.plan.length, 'step')} to go: ${this.plan}` : '';
        const { picture }: { picture?: string } = this.levels.length === 1 ? this.bench.puzzle! : await this.bench.engine.ask({ family: this.bench.puzzle!.family.name, puzzle: { name: 'level', text: level.text }, verb: 'show', request: {} });
        if (turn !== this.drawn || this.bench.state.tab !== 'play') return;
        if (picture) this.bench.board.show(picture);
        this.bench.board.bare();
        this.bench.describe(`${this.counter.textContent}${level.solved ? ', solved' : ''}`);
        if (level.solved) this.bench.tell('Solved: every box is on a goal', 'good', this.counter.textContent);
    }

    private async solve(): Promise<void> {
        const started = performance.now();
        const ask = askOf(this.bench.puzzle!, { search: { timeout_s: 120 } });
        const reply: Reply<SolveRecord> | undefined = await this.bench.long('looking for a plan', 'solve', { puzzle: { name: 'level', text: this.level.text }, ask });
        if (!reply) return;
        const plan = reply.record.solution as Plan | undefined;
        this.plan = plan?.moves ?? '';
        this.planned.textContent = this.plan ? `plan: ${counted(this.plan.length, 'step')}: ${this.plan}` : '';
        this.bench.tell(verdictOf(reply), reply.status === 'solved' ? 'good' : 'bad', grounds(this.bench, started, reply.record));
        // The keys that make the next steps are the board's; on the button they would ask again.
        if (plan && this.element.contains(document.activeElement)) this.bench.focus();
    }

    /** The next step of the plan. */
    private follow(): void {
        const letter = this.plan[0];
        if (letter) this.step(letter);
    }
}
