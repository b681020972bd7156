// What bindgen writes beside the WebAssembly module, as far as the page uses it.
declare module 'jigsat-web' {
    export function initSync(module: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
    export function answer(request: string, onReply: (reply: string) => void): void;
}
