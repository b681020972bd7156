// The clauses of one constraint, and the names of a formula's atoms, as the library writes them.

import { type Bench } from './bench';
import type { Ask, EncodeRecord, Reply } from './engine/protocol';
import { inside } from './places';

/** What a constraint says before it is written as clauses, and its clauses. */
export interface Written {
    /** Such as `exactly one of r1c1=1, r1c1=2`; nothing where the constraint is its clauses. */
    drafts: string[];
    clauses: string[];
}

/** Asks for the clauses of a constraint. */
export async function clausesOf(bench: Bench, ask: Ask, sentence: string): Promise<Written> {
    const reply: Reply<EncodeRecord> = await bench.ask('encode', { ask, form: 'text', full: true, group: sentence });
    // Below the head and the rule, a line ends in a colon: then what is drafted, by two spaces, and clauses, by four.
    const lines = (reply.record.text ?? '').split('\n');
    const body = lines.slice(lines.findIndex((line) => line === `${sentence}:`) + 1);
    const taken = (indent: string) => body.filter((line) => line.startsWith(indent) && line[indent.length] !== ' ').map((line) => line.trim());
    return { drafts: taken('  '), clauses: taken('    ') };
}

/** The atoms of a formula by the places that they are about. */
export async function atomsOf(bench: Bench, ask: Ask): Promise<Map<string, string[]>> {
    const reply: Reply<EncodeRecord> = await bench.ask('encode', { ask, form: 'dimacs' });
    const atoms = new Map<string, string[]>();
    for (const [, name] of (reply.record.text ?? '').matchAll(/^c var \d+ (.+)$/gm)) {
        const place = inside(name!).split(/[=,]/)[0]!;
        atoms.set(place, [...(atoms.get(place) ?? []), name!]);
    }
    return atoms;
}
