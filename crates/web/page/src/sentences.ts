// A part of an explanation in words: what is deduced, and a list of why.

import { element } from './dom';
import type { Reply, StepRecord } from './engine/protocol';

export function sentences(part: Reply<StepRecord | null>): Node[] {
    const step = part.record;
    if (!step?.deduced) return listed(part.words);
    return [
        element('p', { class: 'deduced' }, element('strong', {}, step.deduced.join(', ')), step.because.length ? ', because:' : ''),
        reasons(step.because.map(({ sentence }) => sentence)),
    ];
}

/** Words with what they list: in lines of their own, or between semicolons after a colon. */
export function listed(words: string): Node[] {
    const [head = '', ...lines] = words.split('\n');
    if (lines.length && lines.every((line) => line.startsWith('  '))) return [element('p', { class: 'deduced' }, head), reasons(lines.map((line) => line.trim()))];
    const inLine = lines.length === 0 && head.includes('; ') ? /^(.*?: )(.*)$/.exec(head) : null;
    if (inLine) return [element('p', { class: 'deduced' }, inLine[1]!), reasons(inLine[2]!.split('; '))];
    return [head, ...lines].filter(Boolean).map((line) => element('p', {}, line));
}

/** Many reasons scroll, and say how many they are. */
function reasons(all: string[]): HTMLElement {
    const list = element('ul', {}, ...all.map((sentence) => element('li', {}, sentence)));
    if (all.length <= 12) return list;
    list.tabIndex = 0;
    list.setAttribute('aria-label', 'Reasons');
    return element('div', {}, element('p', { class: 'quiet' }, `${all.length} constraints`), list);
}
