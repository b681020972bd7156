// The library: the puzzles that come with the page, by genre, to search and to choose from.

import { Board } from './board';
import { type Choice, card, picture } from './choice';
import { button, element } from './dom';
import type { Engine, FamilyRecord } from './engine/protocol';
import { titleOf } from './words';

/** A puzzle of the library. */
interface Shelved {
    name: string;
    family: string;
    title: string;
    /** What its file says about it: its size, how difficult it is. */
    about: string;
    /** Whether it has one solution, as far as its file says. */
    solvable: boolean;
    text: string;
    data?: string;
}

let all: Promise<Shelved[]> | undefined;

/** The puzzles of the library, the easy ones of a family first. */
export function shelved(): Promise<Shelved[]> {
    return (all ??= fetch('library.json').then((response) => response.json()));
}

export class Library {
    private readonly search = element('input', { type: 'search', placeholder: 'Genre, size, difficulty', 'aria-label': 'Search the library', oninput: () => this.filter() });
    private readonly shelf = element('div');
    readonly dialog = element('dialog', { class: 'wide', 'aria-label': 'Library' },
        element('div', { class: 'row head' }, element('h2', {}, 'Library'), this.search, button('Close', () => this.dialog.close())), this.shelf);
    private isFilled = false;

    constructor(private readonly engine: () => Engine, private readonly families: readonly FamilyRecord[], private readonly take: (choice: Choice) => void) {}

    /** Opens it; with words, it shows what is about them. */
    show(words?: string): void {
        this.dialog.showModal();
        // On a phone a keyboard would come up and hide half of the library.
        if (matchMedia('(pointer: coarse)').matches) this.search.blur();
        if (!this.isFilled) void this.fill();
        this.isFilled = true;
        if (words === undefined) return;
        this.search.value = words;
        this.filter();
    }

    private filter(): void {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        for (const section of this.shelf.querySelectorAll('section')) {
            let seen = 0;
            for (const card of section.querySelectorAll<HTMLElement>('.card')) {
                const about = `${section.dataset.name} ${card.textContent}`.toLowerCase();
                card.hidden = !words.every((word) => about.includes(word));
                seen += card.hidden ? 0 : 1;
            }
            section.hidden = seen === 0;
        }
    }

    private async fill(): Promise<void> {
        const all = await shelved();
        const drawn = new Map<Element, () => void>();
        const observer = new IntersectionObserver((entries) => {
            for (const { target, isIntersecting } of entries) if (isIntersecting) {
                drawn.get(target)?.();
                observer.unobserve(target);
            }
        });
        // What people know comes first.
        const rank = ({ rules, editor }: FamilyRecord) => (editor === 'model' ? 1 : rules ? 0 : 2);
        for (const family of [...this.families].sort((one, other) => rank(one) - rank(other) || titleOf(one).localeCompare(titleOf(other)))) {
            const own = all.filter((puzzle) => puzzle.family === family.name);
            if (own.length === 0) continue;
            const cards = own.map((puzzle) => {
                const board = new Board(puzzle.title);
                const made = card(puzzle.title, board, () => {
                    this.dialog.close();
                    const { text, family, data } = puzzle;
                    this.take({ text, family, data, tab: 'play' });
                }, puzzle.about);
                drawn.set(made, () => void picture(this.engine(), puzzle, board));
                observer.observe(made);
                return made;
            });
            this.shelf.append(element('section', { 'data-name': `${family.name} ${family.rules ?? family.about}` }, element('h3', {}, titleOf(family)), element('div', { class: 'gallery' }, ...cards)));
        }
        this.filter();
    }
}
