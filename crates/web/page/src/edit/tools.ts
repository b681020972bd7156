// The tools for a board, and how they are used.

import { helpOf } from '../dom';
import type { Spelling } from './form';
import type { Tool } from './hand';
import type { Sheet } from './sheet';

const TOOLS: Record<Tool, [name: string, byKeys: string, byTouch: string]> = {
    write: ['Write', 'Type what stands in a cell; two digits typed together are one number. Shift and the arrow keys, or a drag, select several cells.',
        'Tap a cell, then what stands in it; two digits tapped together are one number. Drag over several cells to write in all of them.'],
    paint: ['Paint', 'Choose what to paint; click or drag, or press Space. The same again takes it away; so does a right click.',
        'Choose what to paint; tap or drag. The same again takes it away.'],
    regions: ['Regions', 'Drag over the cells of a region. By keys: Space begins a region, Shift and the arrow keys add cells to it, a letter names it.',
        'Drag over the cells of a region.'],
    borders: ['Borders', 'Click or drag along borders, or press Shift and an arrow key. A closed line makes a region; an open one stays dashed.',
        'Tap or drag along borders. A closed line makes a region; an open one stays dashed.'],
    cages: ['Cages', 'Drag over the cells of a cage, then type its sum. A drag from a cage makes it larger. By keys: Space begins a cage, Shift and the arrow keys add cells; Backspace takes away the sum, then the cage. Without a sum it is orange.',
        'Drag over the cells of a cage, then tap its sum. A drag from a cage makes it larger; ⌫ takes away the sum, then the cage. Without a sum it is orange.'],
    thermometers: ['Thermometers', 'Drag from the bulb along the cells; a drag from the end makes it longer, a drag back shorter. By keys: Space sets a bulb; Shift and the arrow keys, Home, End, Page Up or Page Down go on from it; Backspace takes it away.',
        'Drag from the bulb along the cells; a drag from the end makes it longer, a drag back shorter.'],
};
const IN_LISTS = [' At the edges, write the numbers of a line with a space between them; Backspace removes the last one.', ' At the edges, write the numbers of a line with ␣ between them; ⌫ removes the last one.'];

/** How a clue is written that is more than a number. */
const CLUES: Partial<Record<Spelling, string>> = {
    signed: ' A number comes before its sign.',
    sums: ' A sum is its number, and then v if it goes down or > if it goes to the right: 10v, or 10v16> for both.',
    list: ' Several numbers in a cell stand one after the other: 1,2.',
};

/** The tools that a board has a use for. */
export function toolsOf({ form, hasRooms, figures }: Sheet): Tool[] {
    const isWritten = (form.cells !== undefined || form.margin !== undefined) && !form.isPainted;
    const all: [Tool, boolean][] = [
        ['write', isWritten], ['paint', form.words.length > 0], ['regions', hasRooms], ['borders', hasRooms],
        ['cages', figures !== undefined], ['thermometers', figures !== undefined],
    ];
    return all.filter(([, isOffered]) => isOffered).map(([tool]) => tool);
}

export function nameOfTool(tool: Tool): string {
    return TOOLS[tool][0];
}

export function helpWith(tool: Tool, { form }: Sheet): HTMLElement {
    const clue = tool === 'write' ? CLUES[form.spelling] ?? '' : '';
    const [byKeys, byTouch] = TOOLS[tool].slice(1).map((words) => words + clue) as [string, string];
    return form.margin === 'list' ? helpOf(byKeys + IN_LISTS[0], byTouch + IN_LISTS[1]) : helpOf(byKeys, byTouch);
}
