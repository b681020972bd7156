// Encodings compared: a table, and clauses as bars.

import { HALF } from './board';
import { element } from './dom';
import type { CompareRecord } from './engine/protocol';
import { seconds } from './words';

/** The engine; or the encoding, and how it enforces graph constraints, if it has any. */
const named = (row: CompareRecord) => (row.engine ? `engine ${row.engine}` : [row.encoding, row.graph].filter(Boolean).join(', '));

export function comparison(rows: CompareRecord[], isWhole: boolean): Node[] {
    return isWhole ? [table(rows), plot(rows.filter((row) => !row.engine))] : [table(rows)];
}

function table(rows: CompareRecord[]): HTMLElement {
    const heads = ['encoding', 'variables', 'clauses', 'literals', 'derived without search', 'conflicts', 'time'];
    const formula = (row: CompareRecord) => [row.variables, row.clauses, row.literals, row.propagated, row.answer === 'unknown' ? 'limit' : row.conflicts];
    const cells = (row: CompareRecord) => (row.engine ? ['–', '–', '–', '–', row.answer === 'unknown' ? 'limit' : '–'] : formula(row));
    return element('table', {}, element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
        element('tbody', {}, ...rows.map((row) => element('tr', {}, element('th', { scope: 'row' }, named(row)),
            ...cells(row).map((cell) => element('td', { class: 'number' }, cell.toLocaleString('en'))),
            element('td', { class: 'number' }, row.median_s === undefined ? '' : seconds(row.median_s))))));
}

/** Clauses as bars, for the eye; the table has the numbers. */
function plot(rows: CompareRecord[]): HTMLElement {
    const most = Math.max(1, ...rows.map((row) => row.clauses));
    const bar = HALF * 1.2;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 400 ${rows.length * bar}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `Clauses: ${rows.map((row) => `${named(row)} ${row.clauses}`).join(', ')}`);
    svg.classList.add('plot');
    rows.forEach((row, number) => {
        const rect = document.createElementNS(svg.namespaceURI, 'rect');
        const text = document.createElementNS(svg.namespaceURI, 'text');
        for (const [key, value] of Object.entries({ x: 110, y: number * bar + 4, width: (row.clauses / most) * 285, height: bar - 8 })) rect.setAttribute(key, String(value));
        for (const [key, value] of Object.entries({ x: 104, y: number * bar + bar / 2 + 4, 'text-anchor': 'end' })) text.setAttribute(key, String(value));
        text.textContent = named(row);
        svg.append(rect, text);
    });
    return element('figure', {}, svg as unknown as HTMLElement, element('figcaption', { class: 'quiet' }, 'Clauses of each encoding'));
}
