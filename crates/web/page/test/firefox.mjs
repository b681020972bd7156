// Firefox, driven by WebDriver BiDi: as much of it as the tests need. https://w3c.github.io/webdriver-bidi/

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';

export const FIREFOX = process.env.JIGSAT_FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);

/** Code points of keys that have no character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = { Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Control: '\uE009', Escape: '\uE00C', Space: ' ', End: '\uE010', Home: '\uE011', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' };

/** How long something is waited for, in milliseconds. */
const PATIENCE = 60_000;

/** Starts Firefox, with a profile of its own. */
export async function firefox() {
    const profile = mkdtempSync(join(tmpdir(), 'jigsat-firefox-'));
    const program = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => program.once('exit', resolve));
    const address = await new Promise((ready, failed) => {
        let said = '';
        program.stderr.on('data', (part) => {
            said += part;
            const found = /listening on (ws:\S+)/.exec(said);
            if (found) ready(found[1]);
        });
        program.once('exit', (code) => failed(new Error(`Firefox ended with ${code}: ${said}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const waiting = new Map();
    const heard = [];
    socket.on('message', (data) => {
        const message = JSON.parse(data);
        const asked = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.type === 'event') heard.push(message);
        else if (message.type === 'error') asked?.reject(new Error(`${message.error}: ${message.message}`));
        else asked?.resolve(message.result);
    });
    let last = 0;
    const send = (method, params = {}) => new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
    });
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
    const close = async () => {
        program.kill();
        await ended;
        rmSync(profile, { recursive: true, force: true });
    };
    return { page: () => page(send, heard), close };
}

/** A page in a tab of its own. */
async function page(send, heard) {
    const { context } = await send('browsingContext.create', { type: 'tab' });
    await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
    const run = async (code, ...args) => {
        const { result, exceptionDetails } = await send('script.callFunction', {
            functionDeclaration: `async (...args) => JSON.stringify(await (${code})(...args)) ?? 'null'`,
            arguments: args.map((value) => (typeof value === 'number' ? { type: 'number', value } : { type: 'string', value })), target: { context }, awaitPromise: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return JSON.parse(result.value);
    };
    /** Waits until a function says something, which is the answer. */
    const wait = async (code, ...args) => {
        const end = Date.now() + PATIENCE;
        for (;;) {
            // While a page is loaded there is nothing to ask.
            const found = await run(code, ...args).catch(() => undefined);
            if (found) return found;
            if (Date.now() > end) throw new Error(`waited in vain for ${code} ${args.join()}`);
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    };
    const act = (type, actions) => send('input.performActions', { context, actions: [{ type, id: type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions }] });
    /** Presses keys one after the other; `Control+z` together. */
    const press = (...keys) => act('key', keys.flatMap((combined) => {
        const all = combined.split('+').map((key) => KEYS[key] ?? key);
        return [...all.map((value) => ({ type: 'keyDown', value })), ...all.reverse().map((value) => ({ type: 'keyUp', value }))];
    }));
    const drag = (...points) => act('pointer', points.flatMap(({ x, y }, number) => [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, ...(number === 0 ? [{ type: 'pointerDown', button: 0 }] : []),
    ]).concat({ type: 'pointerUp', button: 0 }));
    return {
        run, wait, press, drag,
        open: async (url) => {
            heard.length = 0;
            await send('browsingContext.navigate', { context, url, wait: 'complete' });
            await wait("() => document.documentElement.dataset.ready === 'yes'");
        },
        /** What is wrong on the console, and what was asked of other hosts. */
        complaints: (own) => heard.flatMap(({ method, params }) => {
            if (params.source?.context !== context && params.context !== context) return [];
            if (method === 'log.entryAdded') return params.level === 'error' ? [params.text] : [];
            const { url } = params.request;
            return url.startsWith(own) || /^(blob|data):/.test(url) ? [] : [`asked for ${url}`];
        }),
        close: () => send('browsingContext.close', { context }),
    };
}
