// What was made step by step, with undo and redo.

export abstract class Steps<T> {
    protected past: T[] = [];
    protected future: T[] = [];

    constructor(public now: T) {}

    protected abstract isSame(one: T, other: T): boolean;
    /** Keeps `now` and what lies around it for the next visit; `before` was in its place. */
    protected abstract keep(before: T): void;

    get canUndo(): boolean {
        return this.past.length > 0;
    }

    get canRedo(): boolean {
        return this.future.length > 0;
    }

    /** Goes on, or puts `next` in the place of what is there now. Whether that changes anything. */
    change(next: T, instead = false): boolean {
        if (this.isSame(next, this.now)) return false;
        if (!instead || !this.canUndo) this.past.push(this.now);
        this.future = [];
        this.to(next);
        return true;
    }

    undo(): boolean {
        return this.step(this.past, this.future);
    }

    redo(): boolean {
        return this.step(this.future, this.past);
    }

    /** Goes back as undo does, without a way forward again. */
    takeBack(): boolean {
        const before = this.past.pop();
        if (before) this.to(before);
        return before !== undefined;
    }

    private step(from: T[], to: T[]): boolean {
        const next = from.pop();
        if (!next) return false;
        to.push(this.now);
        this.to(next);
        return true;
    }

    private to(next: T): void {
        const before = this.now;
        this.now = next;
        this.keep(before);
    }
}
