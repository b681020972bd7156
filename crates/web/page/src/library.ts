// The library: the puzzles that come with the page, by genre, to search and to choose from.

import { Board } from './board';
import { type Choice, card, picture } from './choice';
import { button, choice, element } from './dom';
import type { Engine, FamilyRecord } from './engine/protocol';
import { titleOf } from './words';

/** A puzzle of the library. */
interface Shelved {
    name: string;
    family: string;
    title: string;
    /** Its rows and columns, where it has such. */
    size?: string;
    /** How difficult it is, as far as its file says. */
    difficulty: string;
    /** Whether it has one solution, as far as its file says. */
    solvable: boolean;
    text: string;
    data?: string;
}

/** As files say how difficult they are. */
const DIFFICULTIES = ['easy', 'medium', 'hard', 'very hard'];

let all: Promise<Shelved[]> | undefined;

/** The puzzles of the library, the easy ones of a family first. */
export function shelved(): Promise<Shelved[]> {
    return (all ??= fetch('library.json').then((response) => response.json()));
}

export class Library {
    private readonly search = element('input', { type: 'search', placeholder: 'Genre, size, difficulty', 'aria-label': 'Search the library', oninput: () => this.filter() });
    private readonly genre = choice('Genre', [['', 'all']], () => this.filter());
    private readonly hardness = choice('Difficulty', [['', 'any'], ...DIFFICULTIES.map((word): [string, string] => [word, word])], () => this.filter());
    private readonly none = element('p', { class: 'quiet', role: 'status' });
    private readonly shelf = element('div');
    readonly dialog = element('dialog', { class: 'wide', 'aria-label': 'Library' },
        element('div', { class: 'row head' }, element('h2', {}, 'Library'), button('Close', () => this.dialog.close(), { class: 'close' }),
            element('div', { class: 'row filters' }, this.genre[0], this.hardness[0], this.search)), this.none, this.shelf);
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
        this.genre[1].value = this.hardness[1].value = '';
        this.search.value = words;
        this.filter();
    }

    private filter(): void {
        const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
        for (const section of this.shelf.querySelectorAll('section')) {
            let seen = 0;
            for (const card of section.querySelectorAll<HTMLElement>('.card')) {
                const about = `${section.dataset.name} ${card.textContent}`.toLowerCase();
                const isOfGenre = [section.dataset.family, ''].includes(this.genre[1].value);
                card.hidden = !isOfGenre || ![card.dataset.difficulty, ''].includes(this.hardness[1].value) || !words.every((word) => about.includes(word));
                seen += card.hidden ? 0 : 1;
            }
            section.hidden = seen === 0;
        }
        const isEmpty = this.isFilled && !this.shelf.querySelector('section:not([hidden])') && this.shelf.childElementCount > 0;
        this.none.textContent = isEmpty ? 'There is no such puzzle in the library. New… makes puzzles of most kinds, of a size and difficulty.' : '';
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
                }, [puzzle.size, puzzle.difficulty].filter(Boolean).join(' '));
                made.dataset.difficulty = puzzle.difficulty;
                drawn.set(made, () => void picture(this.engine(), puzzle, board));
                observer.observe(made);
                return made;
            });
            this.genre[1].append(element('option', { value: family.name }, titleOf(family)));
            this.shelf.append(element('section', { 'data-family': family.name, 'data-name': `${family.name} ${family.rules ?? family.about}` }, element('h3', {}, titleOf(family)), element('div', { class: 'gallery' }, ...cards)));
        }
        this.filter();
    }
}
