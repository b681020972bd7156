// The page in a browser: everything that somebody does there, with both engines.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fragment, hosted, open, paste, served, stage, verdict } from './browser.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const first = (file) => read(file).split('\n')[0];
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const ADDRESS = 'https://puzz.link/p?slither/5/5/cbcbcddad';

/** Where the page comes from, and what answers then. */
const ENGINES = {
    'the module': () => hosted(folder),
    'jigsat serve': () => served(command, folder),
};

for (const [engine, start] of Object.entries(ENGINES)) {
    describe(`with ${engine}`, () => {
        const tested = stage(start);
        const { at } = tested;
        const click = (page, name) => page.getByRole('button', { name, exact: true }).click();

        test('a pasted address becomes a board, a verdict and a hint', async () => {
            const page = await at();
            await paste(page, ADDRESS);
            await page.locator('.stage svg').waitFor();
            await click(page, 'Is it unique?');
            assert.match(await verdict(page, /./), /^(solved, unique|not unique)/);
            assert.match(await page.locator('.grounds').textContent(), engine === 'the module' ? /in this page/ : /in jigsat serve/);
            await page.getByRole('tab', { name: 'Play' }).click();
            await click(page, 'Hint');
            await page.locator('.step .deduced, .step p').first().waitFor();
            page.quiet();
            await page.context().close();
        });

        test('two solutions are both shown, and none is said', async () => {
            const page = await at({ puzzle: read('sudoku/ambiguous.yaml') });
            await click(page, 'Is it unique?');
            assert.equal(await verdict(page, /./), 'not unique: at least two solutions');
            assert.match(await page.locator('[role=tabpanel]:not([hidden]) output').textContent(), /solution 1 of the 2 found/);
            await page.getByRole('button', { name: 'Next picture' }).click();
            assert.match(await page.locator('[role=tabpanel]:not([hidden]) output').textContent(), /solution 2 of the 2 found/);
            await click(page, 'All solutions');
            assert.equal(await verdict(page, /more/), '4 solutions, and no more');
            await click(page, 'Count');
            assert.match(await verdict(page, /symmetry/), /^4 solutions/);
            await page.goto(tested.host.address + fragment({ puzzle: read('sudoku/impossible.yaml') }));
            await page.waitForFunction(() => document.querySelector('h2').textContent.includes('mpossible') || document.title.includes('mpossible'));
            await click(page, 'Solve');
            assert.match(await verdict(page, /impossible/), /^impossible/);
            page.quiet();
            await page.context().close();
        });

        test('a board is played with undo, hints and questions', async () => {
            const page = await at({ puzzle: EASY, tab: 'play' });
            const filled = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('filled'));
            await page.locator('.stage').focus();
            await page.keyboard.press('9');
            assert.equal(await filled(), '0:9');
            // The cursor goes over what is given, where nothing is written.
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('3');
            assert.equal(await filled(), '0:9');
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('3');
            assert.equal(await filled(), '0:9,1:3');
            await click(page, 'Right so far?');
            assert.match(await verdict(page, /./), /no solution has|not right/);
            await page.locator('.stage').focus();
            await page.keyboard.press('Control+z');
            assert.equal(await filled(), '0:9');
            await click(page, 'Right so far?');
            assert.match(await verdict(page, /can be completed/), /right so far/);
            for (let hint = 0; hint < 2; hint++) {
                await click(page, 'Hint');
                await page.locator('.step .deduced').waitFor();
                await click(page, 'Fill it in');
                await page.waitForFunction((count) => new URLSearchParams(location.hash.slice(1)).get('filled').split(',').length === count, hint + 2);
            }
            await page.keyboard.press('Control+z');
            await click(page, 'Reset');
            assert.equal(await filled(), null);
            await click(page, 'Undo');
            assert.equal((await filled()).split(',').length > 1, true);
            page.quiet();
            await page.context().close();
        });

        test('edges and shades are painted by the pointer', async () => {
            const page = await at({ puzzle: first('nurikabe/small.txt'), tab: 'play' });
            await page.locator('.stage svg').waitFor();
            const box = await page.locator('.stage svg').boundingBox();
            await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
            await page.mouse.down();
            await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3, { steps: 4 });
            await page.mouse.up();
            await page.waitForFunction(() => (new URLSearchParams(location.hash.slice(1)).get('filled') ?? '').split(',').length === 2);
            const filled = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('filled'));
            assert.match(filled, /^\d+:yes,\d+:yes$/);
            page.quiet();
            await page.context().close();
        });

        test('a solved board is noticed', async () => {
            const page = await at({ puzzle: EASY });
            const grid = await solution(EASY);
            const empty = [...EASY].flatMap((char, cell) => (char === '.' ? [cell] : []));
            const filled = empty.map((cell, place) => `${place}:${grid.flat()[cell]}`).join(',');
            await page.goto(tested.host.address + fragment({ puzzle: EASY, tab: 'play', filled }));
            assert.match(await verdict(page, /Solved/), /legal and complete/);
            await page.context().close();
        });

        test('an explanation is walked by arrow keys, and an address opens a step of it', async () => {
            const page = await at({ puzzle: read('sudoku/easy.yaml'), tab: 'explain', step: 3 });
            await page.locator('.steps [aria-current]').waitFor();
            assert.match(await page.locator('.steps [aria-current]').getAttribute('aria-label'), /^Step 3:/);
            await verdict(page, /solved in \d+ steps/);
            await page.locator('.stage').focus();
            await page.keyboard.press('ArrowRight');
            assert.match(await page.locator('.steps [aria-current]').getAttribute('aria-label'), /^Step 4:/);
            assert.match(page.url(), /step=4/);
            await page.keyboard.press('End');
            assert.match(await page.locator('.explain .step').textContent(), /because|rests on/);
            // A cell that is clicked explains itself.
            const box = await page.locator('.stage svg').boundingBox();
            // Numbers of rows and columns stand before the cells.
            await page.mouse.click(box.x + box.width * 0.15, box.y + box.height * 0.15);
            await page.waitForFunction(() => document.querySelector('.explain .step strong')?.textContent.startsWith('r1c1='));
            // That is a step of this explanation, and not another one.
            assert.match(await page.locator('.steps [aria-current]').getAttribute('aria-label'), /^Step \d+: r1c1=/);
            assert.match(await page.locator('.explain output').textContent(), /^step \d+ of \d+$/);
            page.quiet();
            await page.context().close();
        });

        test('a line that is pointed at shows its colours and its cells on the board', async () => {
            const page = await at({ puzzle: read('sudoku/hard.yaml'), tab: 'explain', step: 12 });
            await page.locator('.explain .step mark').first().waitFor();
            const shown = () => page.evaluate(() => {
                const root = document.querySelector('.stage .board').shadowRoot;
                return [root.querySelectorAll('.lit').length, root.querySelectorAll('.pointed').length];
            });
            assert.deepEqual(await shown(), [0, 0]);
            // Three units of nine cells, and the cells that are left in them: r5c7, r6c9, r6c2, r3c2, r3c7.
            await page.locator('.explain .step p', { has: page.locator('mark') }).hover();
            assert.deepEqual(await shown(), [27, 5]);
            await page.locator('.explain .step p', { hasText: /^So r6c9 is 3/ }).hover();
            assert.deepEqual(await shown(), [0, 1]);
            await page.mouse.move(5, 5);
            assert.deepEqual(await shown(), [0, 0]);
            page.quiet();
            await page.context().close();
        });

        test('the link in the guide opens an explanation at its third step', async () => {
            const [, hash] = readFileSync('docs/src/guide/browser.md', 'utf8').match(/^ {4}…\/(#puzzle=\S+&tab=explain&step=3)$/m);
            const page = await open(tested.browser, tested.host.address, { hash });
            await page.locator('.steps [aria-current]').waitFor();
            assert.match(await page.locator('.steps [aria-current]').getAttribute('aria-label'), /^Step 3:/);
            assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Explain');
            assert.match(await page.locator('.explain .step').textContent(), /because|rests on/);
            page.quiet();
            await page.context().close();
        });

        test('an explanation begins with what is filled in', async () => {
            const grid = await solution(EASY);
            const empty = [...EASY].flatMap((char, cell) => (char === '.' ? [cell] : []));
            const filled = empty.slice(0, -1).map((cell, place) => `${place}:${grid.flat()[cell]}`).join(',');
            const page = await at({ puzzle: EASY, tab: 'explain', filled });
            await verdict(page, /solved in \d\d steps/);
            await page.getByLabel('begin with what is filled in').check();
            assert.match(await verdict(page, /solved in 1 step\b/), /solved in 1 step\b/);
            page.quiet();
            await page.context().close();
        });

        test('an impossible board shows the smallest set of reasons', async () => {
            const page = await at({ puzzle: read('slitherlink/impossible.yaml'), tab: 'explain' });
            await page.locator('.explain .step li, .explain .step p:not(.quiet)').first().waitFor();
            await page.waitForFunction(() => !document.querySelector('.stop:not([hidden])'));
            assert.match(await page.locator('.right').textContent(), /3|0/);
            page.quiet();
            await page.context().close();
        });

        test('Stop ends a search at once, and the next question is answered', async () => {
            const page = await at({ puzzle: '.'.repeat(81), family: 'sudoku' });
            await click(page, 'Count');
            await page.getByRole('button', { name: 'Stop' }).click();
            assert.match(await verdict(page, /stopped/), /^stopped after/);
            await click(page, 'Solve');
            assert.equal(await verdict(page, /solved/), 'solved');
            page.quiet();
            await page.context().close();
        });

        test('Sokoban is pushed, planned and undone', async () => {
            const page = await at({ puzzle: read('sokoban/first.xsb'), tab: 'play' });
            await click(page, 'Solve from here');
            await verdict(page, /solved/);
            const steps = Number(/plan: (\d+)/.exec(await page.locator('.plan').textContent())[1]);
            await page.locator('.stage').focus();
            for (let step = 0; step < steps; step++) await page.keyboard.press(' ');
            assert.match(await verdict(page, /Solved/), /every box/);
            await page.keyboard.press('Backspace');
            assert.match(await page.locator('[role=tabpanel]:not([hidden]) output').textContent(), new RegExp(`^${steps - 1} steps`));
            page.quiet();
            await page.context().close();
        });

        test('the formula shows its constraints, propagates, compares and loses a rule', async () => {
            const page = await at({ puzzle: read('sudoku/tiny.yaml'), tab: 'formula' });
            await page.locator('.rules details').first().waitFor();
            assert.match(await page.getByRole('tabpanel').locator('p').first().textContent(), /variables .* clauses/);
            const box = await page.locator('.stage svg').boundingBox();
            await page.mouse.click(box.x + box.width * 0.15, box.y + box.height * 0.15);
            await page.getByText(/constraints? about the cell in row 1, column 1/).last().waitFor();
            await page.getByText('Unit propagation').click();
            await page.getByLabel('Literals to assume').fill('r1c1=1');
            await click(page, 'Propagate');
            await page.getByText(/literals follow|A conflict/).first().waitFor();
            await page.getByText('Compare encodings').click();
            await click(page, 'Compare');
            await page.locator('figure .plot').waitFor();
            await page.locator('.rules summary').nth(1).click();
            await page.locator('.rules input[type=checkbox]').nth(1).check();
            await verdict(page, /^Without|solved/);
            page.quiet();
            await page.context().close();
        });

        test('a model is edited, solved, and wrong under its place; the page of a genre is read', async () => {
            const page = await at({ puzzle: read('qprop/four-squares.qprop'), family: 'qprop', data: read('qprop/four-squares.yaml'), tab: 'model' });
            await page.locator('.cm-content').click();
            await page.keyboard.press('Control+Enter');
            assert.equal(await verdict(page, /./), 'solved');
            await page.keyboard.press('Control+End');
            await page.keyboard.type('\nassert more "never": fals');
            await page.locator('.cm-lintRange-error').waitFor();
            await page.keyboard.press('e');
            await page.waitForFunction(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error') === null);
            await page.keyboard.press('Escape');
            await page.keyboard.press('Control+Enter');
            assert.match(await verdict(page, /impossible/), /impossible/);
            await page.goto(tested.host.address + fragment({ puzzle: first('nurikabe/small.txt'), tab: 'model' }));
            await page.locator('.cm-content').getByText('the sea is connected').first().waitFor();
            page.quiet();
            await page.context().close();
        });

        test('what is no puzzle is refused with its place', async () => {
            const page = await at();
            await paste(page, 'kind: sudoku\nbox: 2x2\ngrid: |\n  1 z . .\n  . . . .\n  . . . .\n  . . . .\n');
            await page.getByRole('alert').locator('pre').waitFor();
            assert.match(await page.getByRole('alert').textContent(), /z.*\^/s);
            await paste(page, 'no puzzle at all');
            await page.getByRole('alert').getByText(/not a puzzle/).waitFor();
            page.quiet();
            await page.context().close();
        });

        test('of several puzzles one is chosen', async () => {
            const page = await at();
            await paste(page, `${EASY}\n${EASY.replace('2', '.')}\n`);
            await page.getByText('2 puzzles: choose one').waitFor();
            await page.locator('.choose > .gallery .card').nth(1).click();
            await page.locator('.stage svg').waitFor();
            page.quiet();
            await page.context().close();
        });

        test('puzzles come from the library, and new ones are made', async () => {
            const page = await at();
            await click(page, 'Library…');
            await page.getByLabel('Search the library').fill('nurikabe');
            await page.locator('dialog .card:visible').first().click();
            await page.locator('.choose > .gallery .card, .stage svg').first().waitFor();
            await click(page, 'New…');
            await page.locator('dialog[open] select').first().selectOption('sudoku');
            await click(page, 'Make it');
            await page.waitForFunction(() => document.querySelector('.left h2')?.textContent.includes('Sudoku'), undefined, { timeout: 60_000 });
            page.quiet();
            await page.context().close();
        });

        test('everything is reached by keys alone', async () => {
            const page = await at();
            const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
            const tabTo = async (name) => {
                for (let count = 0; count < 40; count++) {
                    await page.keyboard.press('Tab');
                    if ((await focused()) === name) return;
                }
                assert.fail(`no Tab leads to ${name}`);
            };
            await tabTo('The puzzle as text');
            await page.keyboard.type(EASY);
            await page.keyboard.press('Enter');
            await page.locator('.stage svg').waitFor();
            await tabTo('Board');
            await tabTo('Solve');
            await page.keyboard.press('ArrowRight');
            assert.equal(await focused(), 'Play');
            await page.keyboard.press('Shift+Tab');
            assert.equal(await focused(), 'Board');
            await page.keyboard.press('h');
            await page.locator('.step .deduced').waitFor();
            await page.keyboard.press('?');
            await page.getByRole('dialog', { name: 'Keys' }).waitFor();
            await page.keyboard.press('Escape');
            page.quiet();
            await page.context().close();
        });

        test('ten puzzles of each kind have the answers of the command', async (t) => {
            const page = await at();
            const compared = {};
            for (const family of readdirSync('puzzles').sort()) {
                for (const text of texts(family).slice(0, 10)) {
                    const record = answer(family, text);
                    if (!record) continue;
                    await page.evaluate((hash) => { location.hash = hash; }, fragment({ puzzle: text, family }));
                    await page.waitForFunction((text) => document.querySelector('.work:not([hidden])[aria-busy=false]') && document.querySelector('textarea').value === text, text);
                    await page.waitForFunction((name) => document.querySelector('.left h2').textContent.toLowerCase().replace(/\W/g, '').includes(name), family === 'qprop' ? 'model' : family.replace(/\W/g, ''));
                    await click(page, family === 'sokoban' ? 'Solve' : 'Is it unique?');
                    const words = await verdict(page, /./);
                    const expected = record.status === 'impossible' ? /^impossible/ : record.unique === false ? /^not unique/ : record.unique ? /^solved, unique/ : /^solved/;
                    assert.match(words, expected, `${family}: ${text}`);
                    compared[family] = (compared[family] ?? 0) + 1;
                }
            }
            t.diagnostic(JSON.stringify(compared));
            page.quiet();
            await page.context().close();
        });
    });
}

describe('the page', () => {
    const tested = stage(() => hosted(folder));
    const { at } = tested;

    test('without its server the page answers by itself', async () => {
        const { address, server } = await served(command, folder);
        const page = await open(tested.browser, address);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.reload();
        await page.waitForSelector('html[data-ready]');
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGTERM');
        assert.equal(await ended, 0);
        await page.reload();
        await page.waitForSelector('html[data-ready]');
        await paste(page, EASY);
        await page.getByRole('button', { name: 'Solve', exact: true }).click();
        await verdict(page, /solved/);
        assert.match(await page.locator('.grounds').textContent(), /in this page/);
        await page.context().close();
    });

    test('works without a network after one visit', async () => {
        const page = await open(tested.browser, tested.host.address);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.context().setOffline(true);
        await page.reload();
        await page.waitForSelector('html[data-ready]');
        await paste(page, EASY);
        await page.getByRole('button', { name: 'Solve', exact: true }).click();
        assert.equal(await verdict(page, /./), 'solved');
        await page.context().close();
    });

    test('a screen of 360 pixels is enough', async () => {
        for (const tab of ['solve', 'play', 'explain', 'formula', 'trace']) {
            const page = await at({ puzzle: read('sudoku/easy.yaml'), tab }, { viewport: { width: 360, height: 740 }, hasTouch: true });
            await page.locator('.stage svg').waitFor();
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 360, `${tab}: ${wide} pixels`);
            page.quiet();
            await page.context().close();
        }
    });

    test('nothing stands in the way of a screen reader', async () => {
        for (const colorScheme of ['light', 'dark']) {
            for (const tab of ['solve', 'play', 'explain', 'formula', 'trace', 'model']) {
                const puzzle = tab === 'model' ? first('nurikabe/small.txt') : read('sudoku/easy.yaml');
                const page = await at({ puzzle, tab }, { colorScheme });
                await page.locator(tab === 'model' ? '.cm-content' : '.stage svg').first().waitFor();
                await page.waitForFunction(() => !document.querySelector('.stop:not([hidden])'));
                await page.evaluate(`${axe}; 0`);
                const { violations } = await page.evaluate(() => window.axe.run());
                const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
                const words = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
                assert.deepEqual(words, [], `${tab}, ${colorScheme}`);
                await page.context().close();
            }
        }
    });

    test('says without JavaScript what it needs', async () => {
        const context = await tested.browser.newContext({ javaScriptEnabled: false });
        const page = await context.newPage();
        await page.goto(tested.host.address);
        assert.match(await page.locator('body').textContent(), /needs JavaScript/);
        await context.close();
    });
});

// ---- the command's answers

const temporary = mkdtempSync(join(tmpdir(), 'jigsat-page-'));
after(() => rmSync(temporary, { recursive: true }));

function run(...args) {
    return spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}

async function solution(text) {
    return JSON.parse(run('sudoku', 'solve', text, '--format', 'json').stdout).solution.grid;
}

/** The command's answer; none where it has none soon, or the file needs others beside it. */
function answer(family, text) {
    const file = join(temporary, 'puzzle.txt');
    writeFileSync(file, text);
    const unique = family === 'sokoban' ? [] : ['--unique'];
    const { status, stdout } = run(family, 'solve', file, ...unique, '--timeout', '4s', '--format', 'json');
    return status === 0 || status === 1 ? JSON.parse(stdout) : undefined;
}

/** Puzzles of a family: those of the library, and new ones where there are too few. */
function texts(family) {
    const files = readdirSync(`puzzles/${family}`).map((name) => `${family}/${name}`).filter((file) => statSync(`puzzles/${file}`).isFile());
    const all = files.sort().flatMap((file) => {
        const text = read(file);
        return text.startsWith('https://') ? text.trim().split('\n') : [text];
    });
    for (let seed = 1; all.length < 10; seed++) {
        const { status, stdout } = run('generate', family, '--seed', String(seed), '--format', 'yaml', '--timeout', '5s');
        if (status !== 0) break;
        all.push(stdout);
    }
    return all;
}
