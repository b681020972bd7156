// Models as texts.

import type { FamilyRecord } from '../engine/protocol';

/** The family whose puzzles are models. */
export function modelsOf(families: readonly FamilyRecord[]): string {
    return families.find(({ editor }) => editor === 'model')!.name;
}

/** Whether a text is meant as a model, right or wrong: a line of it begins with a word of the language. */
export function isModel(text: string): boolean {
    return /^\s*(?:sort|var|fact|pred|def|assert|const|genre)\s+[A-Za-z_]/m.test(text) && !/^\s*kind\s*:/m.test(text);
}

/** What a new model begins with. */
export const NEW_MODEL = `# A model of your own: sorts, atoms, and what is asserted of them.
sort N = 1..4
pred x(n: N)

assert some "x holds of some number": exists n: N . x(n)
`;
