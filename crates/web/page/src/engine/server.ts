// `jigsat serve`: the same questions, asked of a program on this or another machine.

import { type Engine, type Inquiry, type Listener, type Reply, Stopped, refusal } from './protocol';

export class ServerEngine implements Engine {
    readonly name = 'jigsat serve';

    constructor(private readonly token?: string) {}

    async ask(inquiry: Inquiry, listener?: Listener, signal?: AbortSignal): Promise<Reply> {
        const { family, puzzle, verb, request } = inquiry;
        const headers: Record<string, string> = { 'Content-Type': 'application/json' };
        if (this.token) headers['Authorization'] = `Bearer ${this.token}`;
        try {
            const body = JSON.stringify({ family, puzzle, request, pictures: true });
            const response = await fetch(`api/${verb}`, { method: 'POST', headers, body, signal });
            if (!response.body) throw new Error('the server sent nothing');
            return await this.read(response.body, listener);
        } catch (error) {
            if (signal?.aborted) throw new Stopped();
            if (error instanceof TypeError) throw new Error('the server does not answer; is jigsat serve still running?');
            throw error;
        }
    }

    /** Lines of JSON, a reply each; what the server itself refuses is an error record alone. */
    private async read(body: ReadableStream<Uint8Array>, listener?: Listener): Promise<Reply> {
        const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
        let rest = '';
        for (;;) {
            const { done, value } = await reader.read();
            rest += value ?? '';
            const lines = rest.split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines.filter(Boolean)) {
                const parsed = JSON.parse(line);
                const reply: Reply = 'record' in parsed ? parsed : { status: 'bad-input', record: parsed, words: parsed.message };
                const failed = reply.more ? undefined : refusal(reply);
                if (failed) throw failed;
                if (!reply.more) return reply;
                listener?.(reply);
            }
            if (done) throw new Error('the answer was cut off');
        }
    }
}
