// The sheets before and after the one that is edited. The browser keeps their texts by the text that they led to.

import { Shelf } from '../kept';
import { Steps } from '../steps';
import type { Form } from './form';
import { Sheet } from './sheet';

const KEPT = new Shelf<{ past: string[]; future: string[] }>('edits', 30);
/** So many sheets are kept for undo after a reload. */
const MOST_KEPT = 100;

export class History extends Steps<Sheet> {
    constructor(now: Sheet, text: string, form: Form) {
        super(now);
        const read = (texts: string[] = []) => texts.map((text) => Sheet.read(text, form)).filter((sheet) => sheet !== undefined);
        const kept = KEPT.get(text);
        this.past = read(kept?.past);
        this.future = read(kept?.future);
    }

    protected isSame(one: Sheet, other: Sheet): boolean {
        return one.text === other.text && one.pending === other.pending;
    }

    protected keep(before: Sheet): void {
        const texts = (sheets: Sheet[]) => sheets.slice(-MOST_KEPT).map(({ text }) => text);
        KEPT.put(before.text, undefined);
        KEPT.put(this.now.text, { past: texts(this.past), future: texts(this.future) });
    }
}
