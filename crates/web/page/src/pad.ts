// Buttons for what can be written into a place: values, yes and no, or colours.

import { COLOURS } from './board';
import { button, element } from './dom';
import type { Star } from './places';

/** The colours of cells, by number. */
export const HUES: readonly string[] = COLOURS.map((_, number) => String(number + 1));
export const YES_NO: readonly [yes: string, no: string] = ['yes', 'no'];
/** Larger numbers are typed. */
const MOST_BUTTONS = 36;

export class Pad {
    readonly element = element('div', { class: 'pad', role: 'group', 'aria-label': 'Values' });
    /** The values that there are buttons for. */
    private shown?: readonly string[];

    constructor(private readonly write: (value: string) => void, private readonly clear: () => void) {}

    /** There is another board, whose values may mean something else. */
    forget(): void {
        this.shown = undefined;
    }

    /** Buttons for these values, or for yes and no. */
    show(values: readonly string[], stars: ReadonlyMap<string, Star>, [yes, no] = YES_NO): void {
        if (this.shown === values) return;
        this.shown = values;
        const all: [value: string, words: string][] = values.length ? values.slice(0, MOST_BUTTONS).map((value) => [value, stars.get(value)?.label ?? value]) : [['yes', `■ ${yes}`], ['no', `× ${no}`]];
        this.element.replaceChildren(
            ...all.map(([value, words]) => {
                const made = button(words, () => this.write(value), { 'aria-label': values === HUES ? `colour ${words}` : stars.has(value) ? `star ${words} at ${value}` : undefined });
                if (values === HUES) made.style.borderBottom = `.4rem solid ${COLOURS[Number(value) - 1]}`;
                return made;
            }),
            button('⌫', () => this.clear(), { 'aria-label': 'Clear' }));
    }
}
