// The sheets before and after the one that is edited. The browser keeps their texts by the text that they led to.

import { Shelf } from '../kept';
import type { Form } from './form';
import { Sheet } from './sheet';

const KEPT = new Shelf<{ past: string[]; future: string[] }>('edits', 30);
/** So many sheets are kept for undo after a reload. */
const MOST_KEPT = 100;

export class History {
    private past: Sheet[] = [];
    private future: Sheet[] = [];

    constructor(public now: Sheet, text: string, form: Form) {
        const read = (texts: string[] = []) => texts.map((text) => Sheet.read(text, form)).filter((sheet) => sheet !== undefined);
        const kept = KEPT.get(text);
        this.past = read(kept?.past);
        this.future = read(kept?.future);
    }

    get canUndo(): boolean {
        return this.past.length > 0;
    }

    get canRedo(): boolean {
        return this.future.length > 0;
    }

    /** Goes on to another sheet, which may take the place of this one. Whether it is another. */
    go(next: Sheet, instead: boolean): boolean {
        const { now } = this;
        if (next.text === now.text && [...next.loose].join() === [...now.loose].join()) return false;
        if (!instead || !this.canUndo) this.past.push(now);
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

    private step(from: Sheet[], to: Sheet[]): boolean {
        const next = from.pop();
        if (!next) return false;
        to.push(this.now);
        this.to(next);
        return true;
    }

    private to(next: Sheet): void {
        KEPT.put(this.now.text, undefined);
        this.now = next;
        const texts = (sheets: Sheet[]) => sheets.slice(-MOST_KEPT).map(({ text }) => text);
        KEPT.put(next.text, { past: texts(this.past), future: texts(this.future) });
    }
}
