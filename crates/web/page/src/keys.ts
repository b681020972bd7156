// Keys: which ones there are, and which of those pressed beside the board are for it.

import { element, button } from './dom';

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

export function keysDialog(): HTMLDialogElement {
    const keys: [string, string][] = [
        ['Tab', 'from part to part; the board is one of them'],
        ['← ↑ ↓ →', 'on the board: move, push a box, go from step to step or from solution to solution'],
        ['1 2 3 …', 'write a value; two digits typed together are one number'],
        ['Space, Enter', 'under Play: the next value, or yes, no, nothing'],
        ['Shift + arrows', 'under Explain: choose a cell (under Formula the arrows alone do)'],
        ['Enter', 'under Explain and Formula: ask about the chosen cell'],
        ['X', 'no: this edge or cell is not chosen'],
        ['Backspace', 'clear; in a level undo'],
        ['Shift + arrows, drag', 'select several cells; from a star, give cells to it'],
        ['Enter', 'under Edit: to the field with what stands in the cell, and back'],
        ['Space', 'under Edit: paint the cell; begin a region, a cage or a thermometer'],
        ['Shift + arrows', 'under Edit: make the region or the cage larger, the thermometer longer; with Borders draw a border'],
        ['N', 'notes on and off'],
        ['H', 'a hint'],
        ['Ctrl + Z, Ctrl + Y', 'undo and redo'],
        ['Escape', 'stop a search'],
        ['?', 'these keys'],
        ['a swipe', 'in a level: walk and push, further for more steps; a tap walks to a square'],
        ['two fingers', 'zoom and move the page; a drag that they interrupt is taken back'],
    ];
    const dialog = element('dialog', { 'aria-label': 'Keys' }, element('h2', {}, 'Keys'),
        element('table', {}, element('tbody', {}, ...keys.map(([key, words]) => element('tr', {}, element('th', { scope: 'row' }, key), element('td', {}, words))))),
        button('Close', () => dialog.close()));
    return dialog;
}
