// New puzzles: of which genre, how large, how difficult, from which seed.

import type { Choice } from './choice';
import { button, choice, clock, element } from './dom';
import { type Difficulty, type Engine, type FamilyRecord, type Reply, type ShowRecord, Stopped } from './engine/protocol';
import { formOf } from './form';
import { titleOf } from './words';

/** So many seeds are tried at random. */
const SEEDS = 1_000_000;

/** The dialog in which a new puzzle is made; it is opened under Play. */
export function generator(engine: () => Engine, families: readonly FamilyRecord[], choose: (choice: Choice) => Promise<void>, current: () => string | undefined): HTMLDialogElement {
    const makers = families.filter((family) => family.generator);
    const fields = element('div', { class: 'fields' });
    const seed = element('input', { type: 'number', min: 0, placeholder: 'random' });
    const [hardness, difficulty] = choice('Difficulty', [['', 'any'], ...['easy', 'medium', 'hard', 'very-hard'].map((word): [string, string] => [word, word.replace('-', ' ')])]);
    const said = element('p', { role: 'status' });
    const busy = element('span', { class: 'quiet' });
    const halt = button('Stop', () => stop?.abort(), { class: 'stop', hidden: true });
    let read: () => Record<string, unknown> = () => ({});
    const form = (name: string) => {
        const { generator, abilities } = makers.find((family) => family.name === name)!;
        const made = formOf(generator!);
        // What is rated are the steps of an explanation.
        hardness.hidden = !abilities.explanation || abilities.horizon;
        difficulty.value = '';
        fields.replaceChildren(...made.fields, hardness, element('label', {}, 'Seed ', seed, element('span', { class: 'quiet help' }, 'The same number gives the same board again.')));
        read = made.read;
    };
    const [label, select] = choice('Puzzle', makers.map((family) => [family.name, titleOf(family)]), form);
    let stop: AbortController | undefined;
    const make = async () => {
        stop?.abort();
        const own = (stop = new AbortController());
        const time = clock(busy, 'making a puzzle');
        said.textContent = '';
        halt.hidden = false;
        try {
            const chosen = seed.value === '' ? Math.floor(Math.random() * SEEDS) : Number(seed.value);
            const request = { options: read(), seed: chosen, timeout_s: 120, ...(difficulty.value && { difficulty: difficulty.value as Difficulty }) };
            const { record }: Reply<ShowRecord> = await engine().ask({ family: select.value, verb: 'generate', request }, undefined, own.signal);
            if (!record.text) throw new Error('no puzzle was found in this time; try another size, difficulty or seed');
            dialog.close();
            await choose({ text: record.text, family: record.family, tab: 'play', note: `made with seed ${chosen}${difficulty.value && `, ${difficulty.value.replace('-', ' ')}`}` });
        } catch (error) {
            if (own === stop && dialog.open) said.textContent = error instanceof Stopped ? `stopped after ${time.passed()}` : error instanceof Error ? error.message : String(error);
        } finally {
            time.end();
            if (own === stop) {
                // The focus doesn't go with the button.
                const hadFocus = document.activeElement === halt;
                halt.hidden = true;
                if (hadFocus) begin.focus();
                busy.textContent = '';
            }
        }
    };
    const begin = button('Make it', () => void make(), { class: 'main' });
    const dialog = element('dialog', { 'aria-label': 'A new puzzle', onclose: () => stop?.abort() },
        element('h2', {}, 'A new puzzle'), label, fields,
        element('div', { class: 'row' }, begin, button('Close', () => dialog.close()), halt, busy), said);
    dialog.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void make();
    });
    const show = dialog.showModal.bind(dialog);
    // More of what is on the page is what most want.
    let offered: string | undefined;
    dialog.showModal = () => {
        const now = current();
        if (now !== offered && makers.some(({ name }) => name === now)) form((select.value = now!));
        offered = now;
        show();
    };
    if (makers[0]) form(makers[0].name);
    return dialog;
}
