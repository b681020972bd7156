// The library as a WebAssembly module in this page: one worker that searches, and one kept warm for what is quick, which takes
// over when a search is stopped.

import { type Engine, type Inquiry, type Listener, type Reply, Stopped, type VerbName, refusal } from './protocol';
import type { FromWorker, ToWorker } from './worker';

/** Memory of a module only grows: a worker with more is replaced, in bytes. */
const LARGE = 256 * 2 ** 20;

/** What never takes long, so that it need not wait for a search. */
const QUICK: VerbName[] = ['show', 'families', 'check'];

interface Job {
    request: string;
    listener?: Listener;
    resolve(reply: Reply): void;
    reject(error: Error): void;
}

/** A worker with its questions, answered in turn. */
class Desk {
    private readonly worker: Worker;
    private readonly jobs: Job[] = [];
    private unusable?: Error;

    constructor(module: WebAssembly.Module, private readonly onWorn: () => void) {
        this.worker = new Worker(new URL('worker.js', document.baseURI));
        this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
        this.worker.onerror = (event) => this.hear({ broken: event.message });
        this.send({ module });
    }

    get idle(): boolean {
        return this.jobs.length === 0;
    }

    take(job: Job): void {
        if (this.unusable) return job.reject(this.unusable);
        this.jobs.push(job);
        if (this.jobs.length === 1) this.send(job);
    }

    /** Ends the worker; gives back what it has not answered. */
    end(): Job[] {
        this.worker.terminate();
        return this.jobs.splice(0);
    }

    drop(job: Job): void {
        const place = this.jobs.indexOf(job);
        if (place > 0) this.jobs.splice(place, 1);
    }

    isAt(job: Job): boolean {
        return this.jobs[0] === job;
    }

    private send(message: ToWorker): void {
        this.worker.postMessage('module' in message ? message : { request: message.request });
    }

    private hear(data: FromWorker): void {
        const job = this.jobs[0];
        if ('broken' in data && data.unusable) {
            this.unusable = new Error(`the module can't be used in this browser: ${data.broken}`);
            for (const job of this.end()) job.reject(this.unusable);
        } else if ('broken' in data) {
            // It may have wanted more memory than a page gets.
            this.jobs.shift()?.reject(new Error(`the module broke down (${data.broken}); large puzzles are for the command`));
            this.onWorn();
        } else if ('reply' in data && job) {
            const reply = JSON.parse(data.reply) as Reply;
            const failed = reply.more ? undefined : refusal(reply);
            if (failed) job.reject(failed);
            else if (reply.more) job.listener?.(reply);
            else job.resolve(reply);
        } else if ('done' in data) {
            this.jobs.shift();
            if (this.jobs[0]) this.send(this.jobs[0]);
            else if (data.done > LARGE) this.onWorn();
        }
    }
}

/** One worker for searches and one for what is quick. */
class Desks {
    private search: Desk;
    private warm: Desk;

    constructor(private readonly module: WebAssembly.Module) {
        this.search = this.desk();
        this.warm = this.desk();
    }

    take(job: Job, verb: VerbName, signal?: AbortSignal): void {
        const desk = QUICK.includes(verb) && !this.search.idle ? this.warm : this.search;
        desk.take(job);
        signal?.addEventListener('abort', () => {
            if (desk.isAt(job)) this.replace(desk, job);
            else desk.drop(job);
        }, { once: true });
    }

    private desk(): Desk {
        const desk: Desk = new Desk(this.module, () => this.replace(desk));
        return desk;
    }

    /** Ends one worker; the warm one takes its place, and what it had still to do. */
    private replace(desk: Desk, stopped?: Job): void {
        const left = desk.end().filter((job) => job !== stopped);
        if (desk === this.search) this.search = this.warm;
        this.warm = this.desk();
        for (const job of left) this.search.take(job);
    }
}

export class ModuleEngine implements Engine {
    readonly name = 'this page';
    readonly lacks: readonly VerbName[] = ['diff', 'grade', 'exercise', 'cubes'];
    /** The module is fetched when something is asked first. */
    private desks?: Promise<Desks>;

    /** `progress` hears how many bytes of the module have come. */
    constructor(private readonly progress: (bytes: number) => void) {}

    ask(inquiry: Inquiry, listener?: Listener, signal?: AbortSignal): Promise<Reply> {
        const { family, puzzle, verb, request } = inquiry;
        const text = JSON.stringify({ family, puzzle, verb: { [verb]: request }, pictures: true });
        return new Promise((resolve, reject) => {
            if (signal?.aborted) return reject(new Stopped());
            signal?.addEventListener('abort', () => reject(new Stopped()), { once: true });
            this.load().then((desks) => { if (!signal?.aborted) desks.take({ request: text, listener, resolve, reject }, verb, signal); }, reject);
        });
    }

    private load(): Promise<Desks> {
        return (this.desks ??= fetched(this.progress).then((module) => new Desks(module)).catch((error: unknown) => {
            // It is tried again with the next question.
            this.desks = undefined;
            throw error;
        }));
    }
}

/** The module, compiled while it comes. */
async function fetched(progress: (bytes: number) => void): Promise<WebAssembly.Module> {
    const response = await fetch('jigsat.wasm');
    if (!response.ok || !response.body) throw new Error(`jigsat.wasm: ${response.status}`);
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
            progress((bytes += chunk.byteLength));
            controller.enqueue(chunk);
        },
    });
    // Some hosts send it under another type, which the streaming function refuses.
    const headers = { 'Content-Type': 'application/wasm' };
    return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(counted), { headers }));
}
