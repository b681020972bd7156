// Ten tasks that people have with the page, by mouse, by keys and by touch. Each says how many clicks or keys it took, and how many seconds.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fragment, hosted, open, point, served, stage, verdict } from './browser.mjs';
import { PHONE, tapOn } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));

const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const SOLVED = '928561743741293658536487192184375926372649581659812374215938467867154239493726815';
const SLITHER = 'https://puzz.link/p?slither/5/5/cbcbcddad';
const LAPTOPS = [[1280, 720], [1366, 650], [1024, 768], [1024, 640]];

const tested = stage(() => hosted(folder));
const filled = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('filled'));
const shown = (page, selector) => page.evaluate((selector) => document.querySelector('.stage .board').shadowRoot.querySelectorAll(selector).length, selector);

/** Whether all of it is on the screen, without scrolling. */
async function isSeen(locator) {
    const box = await locator.boundingBox();
    const { width, height } = locator.page().viewportSize();
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1 && (await locator.page().evaluate(() => scrollY)) === 0;
}

/** Does a task with a page; says how many clicks, keys or taps it takes, and how long. */
function task(name, options, values, act) {
    test(name, async (t) => {
        const page = await tested.at(values, options);
        if (values.puzzle) await page.locator('.stage svg').waitFor();
        let acts = 0;
        const begun = performance.now();
        await act(page, {
            click: async (name, way = 'click') => (acts++, page.getByRole('button', { name, exact: true })[way]()),
            key: async (...keys) => { for (const key of keys) (acts++, await page.keyboard.press(key)); },
            counts: () => acts++,
        });
        t.diagnostic(`${acts} acts, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
        page.quiet();
        await page.context().close();
    });
}

describe('ten tasks:', () => {
    task('1. play a Sudoku, from the first visit on', {}, {}, async (page, { counts, key }) => {
        counts();
        await page.getByRole('link', { name: 'Sudoku' }).click();
        await page.locator('.stage svg').waitFor();
        assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Play');
        await key('9');
        assert.equal(await filled(page), '0:9');
    });

    for (const [width, height] of LAPTOPS) {
        task(`2. see the answer at ${width}x${height}`, { viewport: { width, height } }, { puzzle: read('sudoku/easy.yaml') }, async (page, { click }) => {
            await click('Solve');
            await verdict(page, /solved/);
            assert.ok(await isSeen(page.locator('.verdict')), 'the verdict');
            assert.ok(await isSeen(page.locator('.stage')), 'the board');
        });

        task(`3. stop a long search at ${width}x${height}`, { viewport: { width, height } }, { puzzle: '.'.repeat(81), family: 'sudoku' }, async (page, { click }) => {
            await click('Count');
            await page.locator('.busy').getByText('counting').waitFor();
            assert.ok(await isSeen(page.locator('.busy')), 'the clock');
            assert.ok(await isSeen(page.getByRole('button', { name: 'Stop' })), 'Stop');
            await click('Stop');
            await verdict(page, /stopped/);
        });
    }

    task('4. read the rules, with an example', {}, { puzzle: SLITHER, tab: 'play' }, async (page, { click }) => {
        await click('Rules');
        const rules = page.getByRole('region', { name: 'Rules' });
        assert.equal(await rules.locator('li').count(), 2);
        await rules.getByText('A number says how many of the four borders').waitFor();
        await page.waitForFunction(() => [...document.querySelectorAll('.example .board')].every((board) => board.shadowRoot.querySelector('svg')));
        assert.ok(await isSeen(rules.locator('.example')), 'the example');
        await click('Rules');
        assert.equal(await rules.isHidden(), true);
    });

    task('5. have a new puzzle made, and another one', {}, {}, async (page, { click }) => {
        const seen = new Set();
        for (let time = 0; time < 2; time++) {
            await click('New…');
            const dialog = page.getByRole('dialog', { name: 'A new puzzle' });
            await dialog.getByLabel('Puzzle').selectOption('sudoku');
            await dialog.getByRole('textbox', { name: 'Box' }).fill('2x2');
            await click('Make it');
            // The words of the first one are still there while the second one is made.
            await page.waitForFunction((seen) => {
                const said = document.querySelector('.grounds')?.textContent ?? '';
                return /^made with seed \d+$/.test(said) && !seen.includes(said);
            }, [...seen]);
            seen.add(await page.locator('.grounds').textContent());
            assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Play');
        }
        assert.equal(seen.size, 2);
    });

    task('6. on a phone, follow a hint with the board in sight', PHONE, { puzzle: EASY, tab: 'play' }, async (page, { click }) => {
        // No digit is out of reach, either.
        for (let digit = 1; digit <= 9; digit++) assert.ok(await isSeen(page.locator('.pad').getByRole('button', { name: String(digit), exact: true })), `digit ${digit}`);
        await click('Hint', 'tap');
        await page.locator('.step .deduced').first().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        assert.ok(await isSeen(page.locator('.stage')), 'the board');
        for (const name of ['Hint', 'Fill it in', 'Undo']) assert.ok(await isSeen(page.getByRole('button', { name, exact: true })), name);
        const { y } = await page.getByRole('button', { name: 'Hint', exact: true }).boundingBox();
        const board = await page.locator('.stage').boundingBox();
        assert.ok(board.y + board.height <= y, 'the board is not covered');
        await click('Fill it in', 'tap');
        await page.waitForFunction(() => location.hash.includes('filled='));
    });

    const places = [...EASY].flatMap((char, cell) => (char === '.' ? [cell] : []));
    const others = places.slice(1).map((cell, place) => `${place + 1}:${SOLVED[cell]}`).join(',');
    task('7. learn that a full board is wrong, and what is broken, by keys', {}, { puzzle: EASY, tab: 'play', filled: others }, async (page, { key }) => {
        await page.locator('.stage').focus();
        await key('3');
        // Row, column or box have it twice: that is said, and marked.
        await verdict(page, /3/);
        assert.match(await page.locator('.verdict').getAttribute('class'), /bad/);
        assert.ok(await shown(page, '.added .clash') >= 2);
        await key('9');
        await verdict(page, /Solved: legal and complete/);
        assert.equal(await shown(page, '.added .clash'), 0);
    });

    task('8. see what is broken as soon as it is, in a genre', {}, { puzzle: 'https://puzz.link/p?nurikabe/5/5/5m4p1g4i', tab: 'play' }, async (page, { counts }) => {
        // A 2x2 block of sea.
        for (const [down, right] of [[5, 1], [5, 3], [7, 1], [7, 3]]) {
            const { x, y } = await point(page, down, right);
            counts();
            await page.mouse.click(x, y);
        }
        await verdict(page, /2x2/);
        assert.equal(await shown(page, '.added .clash'), 4);
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => !document.querySelector('.verdict').textContent);
        assert.equal(await shown(page, '.added .clash'), 0);
    });

    task('9. give somebody a short link', {}, { puzzle: SLITHER }, async (page, { click }) => {
        await click('Share…');
        const link = await page.getByLabel('The link').inputValue();
        assert.equal(link.replace(tested.host.address, ''), '#slither/5/5/cbcbcddad&tab=play');
        const other = await open(tested.browser, link);
        await other.locator('.stage svg').waitFor();
        assert.equal(await other.getByRole('tab', { selected: true }).textContent(), 'Play');
        await other.context().close();
    });

    task('10. look closely at a large board', {}, { puzzle: read('slitherlink/large.yaml'), tab: 'play' }, async (page, { click, key, counts }) => {
        const width = () => page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelector('svg').getBoundingClientRect().width);
        const before = await width();
        await click('Larger');
        assert.ok(Math.abs(await width() / before - 1.25) < 0.02);
        // What is under the pointer stays there.
        const at = await point(page, 11, 21);
        counts();
        await page.mouse.move(at.x, at.y);
        await page.keyboard.down('Control');
        await page.mouse.wheel(0, -300);
        await page.keyboard.up('Control');
        await page.waitForFunction((before) => document.querySelector('.stage .board').shadowRoot.querySelector('svg').getBoundingClientRect().width > 2 * before, before);
        const now = await point(page, 11, 21);
        assert.ok(Math.hypot(now.x - at.x, now.y - at.y) < 3, JSON.stringify([at, now]));
        // The cursor is never out of sight.
        await page.locator('.stage').focus();
        for (let step = 0; step < 40; step++) await key('ArrowDown');
        const isInside = await page.evaluate(() => {
            const cursor = document.querySelector('.stage .board').shadowRoot.querySelector('.cursor').getBoundingClientRect();
            const seen = document.querySelector('.stage').getBoundingClientRect();
            return cursor.top >= seen.top - 1 && cursor.bottom <= seen.bottom + 1 && cursor.left >= seen.left - 1;
        });
        assert.ok(isInside);
    });
});

describe('marks', () => {
    test('cells are selected one by one, and have marks in the middle, in the corners, and colours', async () => {
        const page = await tested.at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        for (const [cell, modifiers] of [[[1, 1], []], [[1, 5], ['Control']], [[1, 9], ['Control']]]) {
            const { x, y } = await point(page, ...cell);
            for (const key of modifiers) await page.keyboard.down(key);
            await page.mouse.click(x, y);
            for (const key of modifiers) await page.keyboard.up(key);
        }
        await page.keyboard.press('Shift+Digit7');
        assert.equal(await shown(page, '.added .note'), 3);
        await page.keyboard.press('n');
        await page.keyboard.press('8');
        assert.equal(await shown(page, '.added .note'), 6);
        await page.keyboard.press('c');
        await page.keyboard.press('2');
        assert.equal(await shown(page, '.added .member'), 3);
        await page.keyboard.press('c');
        // A value takes the place of marks in its cell, but not of the colour.
        await page.keyboard.press('9');
        assert.equal(await shown(page, '.added .note'), 0);
        assert.equal(await shown(page, '.added .member'), 3);
        await page.reload();
        await page.locator('.stage svg').waitFor();
        await page.waitForFunction(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.member').length === 3);
        page.quiet();
        await page.context().close();
    });
});

describe('in a frame', () => {
    test('a link for a class shows board, sentence and arrows within 800x500, on the site that is allowed to', async () => {
        const notes = createServer((_, response) => {
            response.writeHead(200, { 'Content-Type': 'text/html' });
            response.end(`<!doctype html><iframe width="800" height="500" src="${host.address}${fragment({ puzzle: read('sudoku/easy.yaml'), tab: 'explain', step: 3, embed: 1 })}"></iframe>`);
        });
        await new Promise((ready) => notes.listen(0, '127.0.0.1', ready));
        const site = `http://127.0.0.1:${notes.address().port}`;
        let host = await served(command, folder, '--allow-framing', site);
        try {
            const page = await tested.browser.newPage({ viewport: { width: 1000, height: 700 } });
            await page.goto(site);
            const frame = page.frameLocator('iframe');
            await frame.locator('.steps [aria-current]').waitFor();
            for (const part of ['.stage', '.explain .step', '.explain [aria-label="Next step"]']) {
                const box = await frame.locator(part).boundingBox();
                assert.ok(box.y >= 0 && box.y + box.height <= 510 && box.x + box.width <= 810, `${part}: ${JSON.stringify(box)}`);
            }
            assert.equal(await frame.locator('#tools').isHidden(), true);
            host.close();
            // Another site may not.
            host = await served(command, folder);
            await page.goto(site);
            await page.waitForTimeout(500);
            assert.equal(await frame.locator('.steps').count(), 0);
            await page.close();
        } finally {
            host.close();
            notes.close();
        }
    });
});

describe('the first ten seconds', () => {
    /** A slow line, in bits in a second. */
    const LINE = 1.6e6;

    test('there is a board after two seconds and a solver after ten, on a line of 1.6 Mbit/s', async (t) => {
        const host = await served(command, folder);
        const context = await tested.browser.newContext();
        const page = await context.newPage();
        // The module in the page answers.
        await page.addInitScript(() => localStorage.setItem('jigsat:engine', JSON.stringify('this page')));
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', { offline: false, latency: 50, downloadThroughput: LINE / 8, uploadThroughput: LINE / 8 });
        let bytes = 0;
        session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
        const begun = performance.now();
        const passed = () => (performance.now() - begun) / 1000;
        await page.goto(host.address, { waitUntil: 'commit' });
        await page.waitForFunction(() => [...document.querySelectorAll('.front img')].filter(({ complete, naturalWidth }) => complete && naturalWidth).length === 8);
        const [board, first] = [passed(), bytes];
        await page.getByRole('link', { name: 'Sudoku' }).click();
        await page.waitForSelector('html[data-ready]');
        await page.getByRole('button', { name: 'Hint', exact: true }).click();
        await page.locator('.step .deduced').waitFor();
        t.diagnostic(`boards after ${board.toFixed(1)} s and ${first} bytes, a hint after ${passed().toFixed(1)} s and ${bytes} bytes`);
        // Seconds depend on what else this machine does; what is sent does not.
        assert.ok((first * 8) / LINE < 2, `${first} bytes`);
        assert.ok((bytes * 8) / LINE < 10, `${bytes} bytes`);
        await context.close();
        host.close();
    });
});
