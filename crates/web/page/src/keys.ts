// Keys: which ones there are, and which of those pressed beside the board are for it.

import { element, button } from './dom';
import type { Tab } from './state';

/** Whether a key that was pressed outside of the board is for the board: not what a field, a button or a tab wants. */
export function goesTo(event: KeyboardEvent, stage: HTMLElement): boolean {
    const { target } = event;
    if (!(target instanceof HTMLElement) || stage.contains(target) || isTyping(target) || target.closest('dialog, .choose')) return false;
    if (target === document.body) return true;
    const isArrow = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
    if (isArrow) return target.matches('button:not([role=tab])');
    return !['Enter', ' ', 'Tab'].includes(event.key);
}

/** Whether what is typed there is text. */
export function isTyping(target: EventTarget | null): boolean {
    return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.classList.contains('editor'));
}

/** What a key does, and under which tabs; of levels alone, or of other boards alone. */
interface Key {
    key: string;
    words: string;
    tabs?: readonly Tab[];
    isOfLevels?: boolean;
}

const KEYS: readonly Key[] = [
    { key: '← ↑ ↓ →', words: 'walk and push', tabs: ['play'], isOfLevels: true },
    { key: '← ↑ ↓ →', words: 'from cell to cell, or from edge to edge', tabs: ['play'], isOfLevels: false },
    { key: '← ↑ ↓ →', words: 'from cell to cell', tabs: ['formula', 'edit'] },
    { key: '← →', words: 'from solution to solution', tabs: ['solve'] },
    { key: '← →', words: 'from step to step', tabs: ['explain', 'trace'] },
    { key: '1 2 3 …', words: 'write a value; two digits typed together are one number', tabs: ['play', 'edit'], isOfLevels: false },
    { key: 'Shift + digit', words: 'a mark in the corner', tabs: ['play'], isOfLevels: false },
    { key: 'Space, Enter', words: 'the next value, or yes, no, nothing', tabs: ['play'], isOfLevels: false },
    { key: 'Space', words: 'the next step of the plan', tabs: ['play'], isOfLevels: true },
    { key: 'X', words: 'no: this edge or cell is not chosen', tabs: ['play'], isOfLevels: false },
    { key: 'Backspace', words: 'clear', tabs: ['play', 'edit'], isOfLevels: false },
    { key: 'Backspace', words: 'undo', tabs: ['play'], isOfLevels: true },
    { key: 'Shift + arrows, drag', words: 'select several cells; from a star, give cells to it', tabs: ['play'], isOfLevels: false },
    { key: 'Ctrl + click', words: 'add a cell to those that are selected, or take it out', tabs: ['play'], isOfLevels: false },
    { key: 'N, M, C', words: 'what is typed is a mark in the middle, one in the corner, a colour; again for values', tabs: ['play'], isOfLevels: false },
    { key: 'H', words: 'a hint', tabs: ['play'], isOfLevels: false },
    { key: 'Shift + arrows', words: 'choose a cell', tabs: ['explain'] },
    { key: 'Enter', words: 'ask about the chosen cell', tabs: ['explain', 'formula'] },
    { key: 'Enter', words: 'to the field with what stands in the cell, and back', tabs: ['edit'] },
    { key: 'Space', words: 'paint the cell; begin a region, a cage or a thermometer', tabs: ['edit'] },
    { key: 'Shift + arrows', words: 'make the region or the cage larger, the thermometer longer; with Borders draw a border', tabs: ['edit'] },
    { key: 'Ctrl + Z, Ctrl + Y', words: 'undo and redo', tabs: ['play', 'edit'] },
    { key: 'a swipe', words: 'walk and push, further for more steps; a tap walks to a square', tabs: ['play'], isOfLevels: true },
    { key: 'Ctrl + wheel', words: 'a larger or a smaller board', tabs: ['solve', 'play', 'explain', 'formula', 'trace', 'edit'] },
    { key: 'two fingers', words: 'zoom and move the page; a drag that they interrupt is taken back' },
    { key: 'Ctrl + V', words: 'open the puzzle that was copied' },
    { key: 'Tab', words: 'from part to part; the board is one of them' },
    { key: 'Escape', words: 'stop a search' },
    { key: '?', words: 'these keys' },
];

/** The keys for what is on the page now. */
export function keysDialog(now: () => { tab?: Tab; isLevel: boolean }): HTMLDialogElement {
    const rows = element('tbody');
    const dialog = element('dialog', { 'aria-label': 'Keys' }, element('h2', {}, 'Keys'), element('table', {}, rows), button('Close', () => dialog.close()));
    const show = dialog.showModal.bind(dialog);
    dialog.showModal = () => {
        const { tab, isLevel } = now();
        const fitting = KEYS.filter(({ tabs, isOfLevels = isLevel }) => (!tabs || (tab && tabs.includes(tab))) && isOfLevels === isLevel);
        rows.replaceChildren(...fitting.map(({ key, words }) => element('tr', {}, element('th', { scope: 'row' }, key), element('td', {}, words))));
        show();
        // The focus is on the button at the end.
        dialog.scrollTop = 0;
    };
    return dialog;
}
