// The small solver that shows its work, in the page: forward and back, decisions, with and without learning, the graph that grows.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program, JIGSAT_PICTURES a folder for pictures of the page.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hosted, stage, verdict } from './browser.mjs';
import { PHONE } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(pictures, { recursive: true });

const read = (name) => readFileSync(join('puzzles', name), 'utf8');
/** Two colours for a triangle, with more nodes that are coloured first. */
const TRIANGLE = ['c v 1 a', 'c v 2 b', 'c v 3 c', 'c v 4 d', 'p cnf 4 7', '1 2 0', '1 3 0', '2 3 0', '-1 -2 0', '-1 -3 0', '-2 -3 0', '4 1 0', ''].join('\n');

const tested = stage(() => hosted(folder));

const click = (page, name) => page.getByRole('button', { name, exact: true }).click();
const steps = (page) => page.locator('.trace .steps li').allInnerTexts();
const place = (page) => page.locator('.trace output').innerText();
/** Waits until so many steps were taken, and what is known then is there. */
const after = (page, number) => page.waitForFunction((number) => {
    const drawn = document.querySelector('.trace .graph .board').shadowRoot.querySelector('text')?.textContent.trim() ?? '';
    return document.querySelector('.trace output').textContent.startsWith(`step ${number} of`) && (number === 0 || drawn.startsWith(`After step ${number} of`));
}, number);
/** The nodes of the implication graph, and how many arrows there are. */
const graph = (page) => page.evaluate(() => {
    const { shadowRoot } = document.querySelector('.trace .graph .board');
    return { nodes: [...shadowRoot.querySelectorAll('.node')].map(({ textContent }) => textContent.trim()), arrows: shadowRoot.querySelectorAll('.arrow').length };
});
const added = (page, name) => page.evaluate((name) => document.querySelector('.stage .board').shadowRoot.querySelectorAll(`.added .${name}`).length, name);

async function ends(page) {
    page.quiet();
    await page.context().close();
}

/** The steps as the command prints them. */
function printed(puzzle, ...options) {
    const { stdout } = spawnSync(command, ['trace', '-', '--format', 'json', ...options], { input: puzzle, encoding: 'utf8' });
    return JSON.parse(stdout);
}

test('a formula in DIMACS is traced forward and back, and the graph grows', async () => {
    const page = await tested.at({ puzzle: TRIANGLE, tab: 'trace' });
    await verdict(page, /^impossible/);
    const record = printed(TRIANGLE);
    assert.equal((await steps(page)).length, record.steps.length);
    await after(page, 0);
    let nodes = 0;
    const first = record.steps.findIndex(({ step }) => step === 'conflict') + 1;
    for (let step = 1; step <= first; step += 1) {
        await page.locator('.stage').press('ArrowRight');
        await after(page, step);
        const now = await graph(page);
        assert.ok(now.nodes.length > nodes, `${now.nodes}`);
        nodes = now.nodes.length;
    }
    const { nodes: names, arrows } = await graph(page);
    assert.ok(names.includes('conflict') && arrows >= 3, `${names}, ${arrows}`);
    await page.screenshot({ path: join(pictures, 'trace-dimacs.png') });
    await click(page, 'Previous step');
    await after(page, first - 1);
    assert.ok(!(await graph(page)).nodes.includes('conflict'));
    await page.locator('.stage').press('Home');
    await after(page, 0);
    await click(page, 'Next conflict');
    await after(page, first);
    await ends(page);
});

test('literals are decided first, and taken back', async () => {
    const page = await tested.at({ puzzle: read('dimacs/majority.cnf'), tab: 'trace' });
    await verdict(page, /^solved/);
    const before = await steps(page);
    const literals = page.getByRole('textbox', { name: 'Literals', exact: true });
    await literals.fill('!ann');
    await literals.press('Enter');
    await page.getByText('Decides first: !ann').waitFor();
    await page.waitForFunction(() => document.querySelector('.trace .steps li')?.textContent === 'level 1: decide !ann');
    assert.equal(await place(page), `step 1 of ${(await steps(page)).length}`);
    await click(page, 'Take back');
    await page.waitForFunction((first) => document.querySelector('.trace .steps li')?.textContent === first, before[0]);
    // What is no literal is refused in words, and changes nothing.
    await literals.fill('nobody');
    await click(page, 'Decide');
    await verdict(page, /nobody/);
    await literals.fill('eve');
    await click(page, 'Decide');
    await page.getByText('Decides first: eve').waitFor();
    await ends(page);
});

test('without learning and with watched literals the steps are those of the command', async () => {
    const page = await tested.at({ puzzle: read('sudoku/ambiguous.yaml'), tab: 'trace' });
    await verdict(page, /^solved/);
    for (const [label, option, kind] of [['learn from conflicts', '--no-learning'], ['two watched literals', '--watched', 'watch']]) {
        await page.getByLabel(label).click();
        const record = printed(read('sudoku/ambiguous.yaml'), '--no-learning', ...(option === '--watched' ? ['--watched'] : []));
        const wanted = Math.min(record.steps.length, 2000);
        await page.waitForFunction((wanted) => document.querySelectorAll('.trace .steps li').length === wanted, wanted);
        if (kind) assert.ok((await steps(page)).some((step) => step.startsWith(kind)));
    }
    // What is true is on the board, and where it was decided.
    await page.locator('.stage').press('End');
    const count = (await steps(page)).length;
    await after(page, count);
    assert.ok((await added(page, 'sure')) > 0);
    assert.ok((await added(page, 'assumed')) > 0);
    await click(page, 'Previous step');
    await page.getByRole('textbox', { name: 'Literals', exact: true }).fill('r1c1=99');
    await click(page, 'Run to');
    await verdict(page, /no later step makes r1c1=99 true/);
    await ends(page);
});

for (const colorScheme of ['light', 'dark']) {
    test(`the tab has room for a graph, ${colorScheme}`, async () => {
        for (const [name, options] of [['desk', { viewport: { width: 1280, height: 720 } }], ['phone', { ...PHONE, viewport: { width: 390, height: 844 } }]]) {
            const page = await tested.at({ puzzle: read('slitherlink/tiny.yaml'), tab: 'trace' }, { colorScheme, ...options });
            await verdict(page, /decision/);
            await click(page, 'Next conflict');
            await page.waitForFunction(() => document.querySelector('.trace .graph .board').shadowRoot.querySelector('.conflict'));
            assert.ok((await added(page, 'clash')) > 0);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
            assert.ok(wide, 'the page does not scroll sideways');
            await page.screenshot({ path: join(pictures, `trace-${name}-${colorScheme}.png`), fullPage: name === 'phone' });
            await ends(page);
        }
    });
}

test('what can’t be decided is said, and the steps stay; a long search is said to go on', async () => {
    const page = await tested.at({ puzzle: read('nurikabe/small.txt').split('\n')[0], tab: 'trace' });
    await verdict(page, /^The search goes on after these 2,000 steps$/);
    await page.getByText('loops and regions too').waitFor();
    const before = await steps(page);
    await page.getByLabel('Literals', { exact: true }).fill('shade(r9c9)');
    await click(page, 'Decide');
    await verdict(page, /there is no atom/);
    assert.deepEqual(await steps(page), before);
    assert.equal(await page.getByLabel('Literals', { exact: true }).inputValue(), 'shade(r9c9)');
    // Nothing is written over a number, but beside it: here four are given, which are no sea.
    await page.locator('.stage').press('ArrowRight');
    await after(page, 1);
    for (let step = 2; step <= 4; step += 1) await page.locator('.stage').press('ArrowRight');
    await after(page, 4);
    assert.equal(await added(page, 'sure:not(.aside)'), 0);
    assert.equal(await added(page, 'sure.aside'), 4);
    await ends(page);
});
