// Numbers and names as people say them.

import type { FamilyRecord } from './engine/protocol';

/** What people call the puzzles of a family. */
export function titleOf({ name, rules, editor, about }: FamilyRecord): string {
    if (rules) return /^[^.,]+/.exec(rules)![0];
    return editor === 'model' ? 'Model' : about.includes(':') ? about.split(':')[0]! : capital(name);
}

/** A number of things: `1 step`, `1,200 steps`. */
export function counted(number: number, one: string, many = `${one}s`): string {
    return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Seconds as people say them. */
export function seconds(time: number): string {
    if (time < 0.0995) return `${(time * 1000).toPrecision(2)} ms`;
    return time < 99.5 ? `${time.toPrecision(2)} s` : `${Math.round(time)} s`;
}

/** Words with a capital, as labels begin. */
export function capital(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}
