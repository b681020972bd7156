// What somebody chooses to open, and how it is shown before.

import type { Board } from './board';
import { element } from './dom';
import type { Engine, Inquiry } from './engine/protocol';
import type { Tab } from './state';

export interface Choice {
    text: string;
    family?: string;
    data?: string;
    /** Where it is opened, if not where the one before was. */
    tab?: Tab;
    /** What is said of it once it is open. */
    note?: string;
}

/** What is asked of the text of a choice, to open it. */
export function asking({ text, family, data }: Choice): Inquiry {
    const ask = data ? { options: { data: { name: 'data', text: data } } } : {};
    return { family, puzzle: { name: 'the text', text }, verb: 'show', request: { ask, blanks: true } };
}

/** A board to choose, with its title and what is known about it. */
export function card(title: string, board: Board, onclick: () => void, about = ''): HTMLButtonElement {
    return element('button', { type: 'button', class: 'card', onclick }, board.element, element('span', {}, title, about && element('span', { class: 'quiet' }, ` ${about}`)));
}

/** Draws the first puzzle of a text. */
export async function picture(engine: Engine, puzzle: Choice & { name: string }, board: Board): Promise<void> {
    const request = puzzle.data ? { ask: { options: { data: { name: 'data', text: puzzle.data } } } } : {};
    let first: string | undefined;
    try {
        const reply = await engine.ask({ family: puzzle.family, puzzle: { name: puzzle.name, text: puzzle.text }, verb: 'show', request }, (part) => { first ??= part.picture; });
        first ??= reply.picture;
    } catch {
        // Some are wrong on purpose; their title is enough.
    }
    if (first) board.show(first);
}
