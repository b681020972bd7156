// Where the tests of the page find it: a server of static files, or jigsat serve.

import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const KINDS = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
    '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

/** Serves a folder, as any static host does. */
export async function hosted(folder) {
    const server = createServer((request, response) => {
        const path = new URL(request.url, 'http://host').pathname.replace(/\/$/, '/index.html');
        const file = join(folder, path);
        if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
        response.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream' });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Serves a folder by jigsat, which answers the page's questions as well. */
export async function served(command, folder, ...options) {
    const server = spawn(command, ['serve', '--port', '0', '--page', folder, '--quiet', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise((ready, failed) => {
        server.stdout.once('data', (line) => ready(String(line).trim()));
        server.once('exit', (code) => failed(new Error(`jigsat serve ended with ${code}`)));
    });
    return { address, server, close: () => server.kill('SIGTERM') };
}

export function fragment(values) {
    return `#${new URLSearchParams(values)}`;
}
