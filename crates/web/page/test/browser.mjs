// What the tests of the page stand on: a browser, and pages that complain of what they should not do.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { fragment } from './host.mjs';

export { fragment, hosted, served } from './host.mjs';

export const CHROMIUM = process.env.JIGSAT_CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export async function browser() {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    return chromium.launch({ executablePath: CHROMIUM, args });
}

/** A browser and a host of the page, for the tests of the file or suite that asks for them. */
export function stage(start) {
    const stage = { at: (values = {}, options = {}) => open(stage.browser, stage.host.address, { hash: fragment(values), ...options }) };
    before(async () => {
        stage.browser = await browser();
        stage.host = await start();
    });
    after(async () => {
        await stage.browser.close();
        stage.host.close();
    });
    return stage;
}

/** A page in a context of its own. Errors on the console and requests to other hosts fail the test that calls `quiet`. */
export async function open(browser, address, { hash = '', ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints = [];
    // That a puzzle can't be read is an answer of the server, which the browser takes for an error.
    const isAnswer = (words) => /Failed to load resource.* 422 /.test(words);
    page.on('console', (message) => { if (message.type() === 'error' && !isAnswer(message.text())) complaints.push(message.text()); });
    page.on('pageerror', (error) => complaints.push(String(error)));
    context.on('request', (request) => {
        if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(address + hash);
    await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
    page.quiet = () => assert.deepEqual(complaints, []);
    page.complaints = complaints;
    return page;
}

/** Opens a puzzle by its text, as somebody who pastes it. */
export async function paste(page, text) {
    const another = page.getByRole('button', { name: 'Another puzzle…' });
    if (await another.isVisible()) await another.click();
    const field = page.getByLabel('The puzzle as text');
    await field.fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Waits for a verdict that fits. */
export async function verdict(page, pattern, timeout = 60_000) {
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.verdict')?.textContent ?? ''), pattern.source, { timeout });
    return page.locator('.verdict').textContent();
}

/** The point in half cells of the board, in pixels of the page. */
export async function point(page, down, right) {
    return page.evaluate(([down, right]) => {
        const group = document.querySelector('.stage .board').shadowRoot.querySelector('g[transform^=translate]');
        const { x, y } = new DOMPoint(right * 20, down * 20).matrixTransform(group.getScreenCTM());
        return { x, y };
    }, [down, right]);
}

/** Moves the pointer along these points with its button down. */
export async function drag(page, ...points) {
    for (const [number, [down, right]] of points.entries()) {
        const { x, y } = await point(page, down, right);
        await page.mouse.move(x, y);
        if (number === 0) await page.mouse.down();
    }
    await page.mouse.up();
}
