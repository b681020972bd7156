// What is asked and what is answered.

import type { AnyReply, Detail, Requests, TextFile } from './records';

export type * from './records';

export type VerbName = keyof Requests;

/** A verb with its request, about a puzzle or about no puzzle. */
export interface Inquiry<Verb extends VerbName = VerbName> {
    family?: string;
    puzzle?: TextFile;
    verb: Verb;
    request: Requests[Verb];
}

/** A part of an answer; the last part has no `more`. */
export type Reply<R = unknown> = Omit<AnyReply, 'record'> & { record: R };

/** A plan: moves and pushes. */
export interface Plan {
    moves: string;
    move_count: number;
    push_count: number;
    /** What is minimal: `pushes`, or `moves-then-pushes`. */
    proven?: string;
    lower_bound?: number;
}

/** As much of a JSON schema as forms are made from. */
export interface Schema {
    type?: string | string[];
    description?: string;
    properties?: Record<string, Schema>;
    enum?: unknown[];
    const?: unknown;
    oneOf?: Schema[];
    anyOf?: Schema[];
    $ref?: string;
    $defs?: Record<string, Schema>;
    default?: unknown;
    minimum?: number;
    maximum?: number;
}

/** What is wrong, with its place if a text is. */
export type Wrong = Partial<Detail> & Pick<Detail, 'message'>;

/** That there is no answer, in words, with its place where there is one. */
export class Refusal extends Error {
    constructor(readonly record: Wrong, words: string) {
        super(words);
    }
}

/** That an answer was not waited for. */
export class Stopped extends Error {
    constructor() {
        super('stopped');
    }
}

export type Listener = (reply: Reply<any>) => void;

/** What answers: the module in this page, or a server. */
export interface Engine {
    /** What it is, in a few words. */
    readonly name: string;
    /** What it does not answer. */
    readonly lacks?: readonly VerbName[];
    /** Answers; every part but the last goes to the listener. Rejects with a `Refusal`, or `Stopped` after the signal. */
    ask<Verb extends VerbName>(inquiry: Inquiry<Verb>, listener?: Listener, signal?: AbortSignal): Promise<Reply<any>>;
}

/** Whether a part of an answer says that there is none. */
export function refusal(reply: Reply): Refusal | undefined {
    const record = reply.record as Wrong | null;
    const failed = record !== null && typeof record === 'object' && typeof record.message === 'string';
    return failed ? new Refusal(record, reply.words) : undefined;
}
