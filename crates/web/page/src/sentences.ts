// A part of an explanation in words: what is deduced, and a list of why.

import { element } from './dom';
import type { Reply, StepRecord } from './engine/protocol';
import { counted } from './words';

export function sentences(part: Reply<StepRecord | null>): Node[] {
    const step = part.record;
    if (!step?.deduced) return listed(part.words);
    const deduced = element('strong', {}, (step.told ?? step).deduced.join(', '));
    const because = reasons(step.told?.because ?? step.because.map(({ sentence }) => sentence));
    const told = step.argument?.told ?? [];
    if (!told.length) return [element('p', { class: 'deduced' }, deduced, step.because.length ? ', because:' : ''), because];
    return [
        element('p', { class: 'deduced' }, deduced, step.technique ? ` · ${step.technique}` : ''),
        ...told.map((spans) => element('p', {}, ...spans.map(coloured))),
        element('details', {}, element('summary', {}, `The ${counted(step.because.length, 'constraint')} this rests on`), because),
    ];
}

/** A part of a sentence in the colour that it has in the picture. */
function coloured({ text, color }: { text: string; color?: number }): Node {
    if (color === undefined) return document.createTextNode(text);
    return element('mark', { class: `line${color % COLORS}` }, text);
}

/** How many colours the lines of an argument have. */
const COLORS = 7;

/** Words with what they list: in lines that are indented, or between semicolons after what they are. */
export function listed(words: string): Node[] {
    const parts: { head: string; reasons: string[] }[] = [];
    for (const line of words.split('\n').filter(Boolean)) {
        const [, head, list] = /^(.*(?:because|contradict each other|this can't hold):) (.*)$/.exec(line) ?? [];
        if (line.startsWith('  ') && parts.length) parts.at(-1)!.reasons.push(line.trim());
        else parts.push(head ? { head, reasons: list!.split('; ') } : { head: line, reasons: [] });
    }
    return parts.flatMap(({ head, reasons: own }) => [element('p', { class: 'deduced' }, head), ...(own.length ? [reasons(own)] : [])]);
}

/** Many reasons scroll, and say how many they are. */
function reasons(all: string[]): HTMLElement {
    const list = element('ul', {}, ...all.map((sentence) => element('li', {}, sentence)));
    if (all.length <= 12) return list;
    list.tabIndex = 0;
    list.setAttribute('aria-label', 'Reasons');
    return element('div', {}, element('p', { class: 'quiet' }, counted(all.length, 'constraint')), list);
}
