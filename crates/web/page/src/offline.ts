// Keeps the page's files, so that it works without a network after one visit. What a server answers is never kept.

declare const VERSION: string;
declare const FILES: string[];
const scope = self as unknown as ServiceWorkerGlobalScope;
interface ServiceWorkerGlobalScope {
    addEventListener(type: string, listener: (event: any) => void): void;
    skipWaiting(): Promise<void>;
    clients: { claim(): Promise<void> };
    registration: { scope: string };
}

scope.addEventListener('install', (event) => {
    event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
    const drop = async () => {
        for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
        await scope.clients.claim();
    };
    event.waitUntil(drop());
});

scope.addEventListener('fetch', (event) => {
    const { request } = event as { request: Request };
    const own = request.url.startsWith(scope.registration.scope) && request.method === 'GET';
    if (!own || request.url.startsWith(`${scope.registration.scope}api/`)) return;
    const answer = async () => {
        const kept = await caches.match(request, { cacheName: VERSION, ignoreSearch: true });
        // Which engine there is changes from visit to visit.
        if (kept && !request.url.endsWith('/engine.json')) return kept;
        try {
            return await fetch(request);
        } catch (error) {
            if (kept) return kept;
            throw error;
        }
    };
    event.respondWith(answer());
});
