// A Web Worker with the library in it. It answers one question after the other; to stop it, it is ended.

import { answer, initSync } from 'jigsat-web';

export type ToWorker = { module: WebAssembly.Module } | { request: string };
/** A part of an answer in JSON, or that it was the last; with how much memory the module has by then. */
export type FromWorker = { reply: string } | { done: number } | { broken: string; unusable?: boolean };

const scope = self as unknown as { onmessage: unknown; postMessage(message: FromWorker): void };
let memory: WebAssembly.Memory | undefined;

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    try {
        if ('module' in data) {
            memory = initSync({ module: data.module }).memory;
            return;
        }
        answer(data.request, (reply: string) => scope.postMessage({ reply }));
        scope.postMessage({ done: memory!.buffer.byteLength });
    } catch (error) {
        // A module that can't even begin is not tried again.
        scope.postMessage({ broken: String(error), unusable: !memory });
    }
};
