// What an answer rests on, in words: the time, the engine, and what was checked.

import type { Bench } from './bench';
import type { ListRecord, Plan, Reply } from './engine/protocol';
import { counted, seconds } from './words';

/** The time since a question was asked, and the engine that answered. */
export function timed(bench: Bench, started: number): string {
    return `${seconds((performance.now() - started) / 1000)} in ${bench.engine.name}`;
}

/** What the answer to a question that was asked then rests on. */
export function grounds(bench: Bench, started: number, record: Partial<ListRecord>): string {
    const { by, stats, solution, solutions, certified } = record;
    const words = [timed(bench, started), by && [by.engine, by.stage, by.solver, by.encoding && `encoding ${by.encoding}`].filter(Boolean).join(', ')];
    if (stats?.clauses !== undefined) words.push(counted(stats.clauses, 'clause'));
    if (solution) words.push('the referee checked the solution');
    if (solutions) words.push(solutions === 1 ? 'the referee checked it' : 'the referee checked each of them');
    const claim = claimed(record);
    if (certified) words.push(certified.checked ? 'each step of the proof was checked' : 'a proof was written');
    else if (claim) words.push(resting(claim));
    return words.filter(Boolean).join(' · ');
}

/** That nothing but the search says so. */
export function resting(claim: string): string {
    return `that ${claim} rests on the search, not on a checked proof`;
}

/** What a record claims besides the solutions that it has. */
function claimed({ status, unique, solution, complete }: Partial<ListRecord>): string | undefined {
    if (unique === true) return 'there is no other';
    if (status === 'impossible') return 'there is none';
    if (complete) return 'there are no more';
    const proven = (solution as Partial<Plan> | undefined)?.proven;
    return proven && `no plan has fewer ${proven.split('-')[0]}`;
}

/** Two are found, and how many there are is not asked. */
export const SEVERAL = 'not unique: at least two solutions';

/** An answer in words, with the length of a plan, and whether a shorter one may exist. */
export function verdictOf({ words, record }: Reply<Partial<ListRecord>>): string {
    if (record.unique === false) return SEVERAL;
    const plan = record.solution as Plan | undefined;
    if (plan?.moves === undefined) return words;
    const { move_count: moves, push_count: pushes, lower_bound: least } = plan;
    const fewest = plan.proven?.replaceAll('-', ' ').replace(' then', ', then fewest');
    const bound = fewest ? `fewest ${fewest}` : `not proven to be the fewest pushes${least ? `; at least ${least} are needed` : ''}`;
    return `${words}: ${counted(moves, 'move')}, ${counted(pushes, 'push', 'pushes')}, ${bound}`;
}
