// Cages and thermometers of a Sudoku, which are dragged, typed and taken away in the page.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program, JIGSAT_PICTURES a folder for pictures of the page.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drag, hosted, stage, verdict } from './browser.mjs';
import { PHONE, dragOn } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(pictures, { recursive: true });

const FOUR = 'kind: sudoku\ngrid: |\n  . . . .\n  . . . .\n  . . . .\n  . . . .\n';

const tested = stage(() => hosted(folder));

/** A Sudoku that is edited with a tool. */
async function editing(tool, puzzle = FOUR, options = {}) {
    const page = await tested.at({ puzzle, tab: 'edit' }, options);
    await page.locator('.stage svg').waitFor();
    await page.getByRole('button', { name: tool, exact: true }).click();
    return page;
}

const click = (page, name) => page.getByRole('button', { name, exact: true }).click();
const file = (page) => page.getByLabel('The board as a file').inputValue();
const accepted = (page) => page.waitForFunction(() => document.querySelector('.edit details[aria-busy=false]') && !document.querySelector('[role=tab]:disabled'));
const refused = (page) => page.waitForFunction(() => document.querySelector('.edit details[aria-busy=false]') && document.querySelector('[role=tab]:disabled'));
const pending = (page) => page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('path.loose').length);
const cell = (row, col) => [2 * row - 1, 2 * col - 1];
/** What is in the file besides the grid. */
const figures = async (page) => (await file(page)).split('\n').filter((line) => line.startsWith('- '));

async function press(page, ...keys) {
    await page.locator('.stage').focus();
    for (const key of keys) await page.keyboard.press(key);
}

async function ends(page) {
    page.quiet();
    await page.context().close();
}

test('a cage is dragged, and has its sum typed', async () => {
    const page = await editing('Cages');
    await drag(page, cell(1, 1), cell(1, 2), cell(2, 2));
    await accepted(page);
    // It waits for its sum.
    assert.deepEqual(await figures(page), []);
    assert.equal(await pending(page), 1);
    await page.keyboard.press('7');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 7, cells: [r1c1, r1c2, r2c2]}']);
    assert.equal(await pending(page), 0);
    // From one of its cells it is made larger; another cage takes cells away from it.
    await drag(page, cell(2, 2), cell(2, 1));
    await page.keyboard.press('1');
    await page.keyboard.press('0');
    await drag(page, cell(1, 3), cell(1, 2));
    await page.keyboard.press('5');
    await refused(page);
    assert.equal(await verdict(page, /./), 'r1c1: found 10, expected 6 to 9, the sum of 3 different digits');
    await drag(page, cell(1, 1));
    await page.keyboard.press('8');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 8, cells: [r1c1, r2c2, r2c1]}', '- {sum: 5, cells: [r1c3, r1c2]}']);
    const { stdout } = spawnSync(command, ['show', '-', '--format', 'yaml'], { encoding: 'utf8', input: await file(page) });
    assert.match(stdout, /sum: 8\n {2}cells:\n {2}- r1c1\n {2}- r2c2\n {2}- r2c1\n/);
    // A drag is one step of undo.
    for (let step = 0; step < 3; step++) await click(page, 'Undo');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 10, cells: [r1c1, r1c2, r2c2, r2c1]}']);
    await ends(page);
});

test('a sum that is impossible is refused at its cage', async () => {
    const page = await editing('Cages');
    await drag(page, cell(3, 3), cell(3, 4));
    await page.keyboard.press('9');
    await refused(page);
    assert.equal(await verdict(page, /./), 'r3c3: found 9, expected 3 to 7, the sum of 2 different digits');
    // What is refused is drawn all the same.
    const drawn = await page.evaluate(() => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll('.cage, .sum, .clash')].length);
    assert.equal(drawn, 3);
    await press(page, 'Backspace', '7');
    await accepted(page);
    assert.equal(await page.locator('.verdict').textContent(), '');
    await ends(page);
});

test('cages by keys alone, and taken away', async () => {
    const page = await editing('Cages');
    await press(page, ' ', 'Shift+ArrowRight', 'Shift+ArrowDown', '6', 'ArrowRight', 'ArrowRight', '3');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 6, cells: [r1c1, r1c2, r2c2]}', '- {sum: 3, cells: [r2c4]}']);
    await press(page, 'Backspace', 'Backspace');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 6, cells: [r1c1, r1c2, r2c2]}']);
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await click(page, 'Take this cell out');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- {sum: 6, cells: [r1c1, r1c2]}']);
    await press(page, 'ArrowUp');
    await click(page, 'Remove this cage');
    await accepted(page);
    assert.deepEqual(await figures(page), []);
    assert.equal(await pending(page), 0);
    await ends(page);
});

test('a thermometer is dragged from its bulb, also to corners, and back', async () => {
    const page = await editing('Thermometers');
    await drag(page, cell(1, 1), cell(2, 2), cell(2, 3), cell(2, 4), cell(2, 3));
    await accepted(page);
    assert.deepEqual(await figures(page), ['- [r1c1, r2c2, r2c3]']);
    // From its end it goes on; from elsewhere another one begins.
    await drag(page, cell(2, 3), cell(3, 4));
    await drag(page, cell(4, 1), cell(3, 1));
    await accepted(page);
    assert.deepEqual(await figures(page), ['- [r1c1, r2c2, r2c3, r3c4]', '- [r4c1, r3c1]']);
    await click(page, 'Remove this thermometer');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- [r1c1, r2c2, r2c3, r3c4]']);
    await ends(page);
});

test('thermometers by keys alone', async () => {
    const page = await editing('Thermometers');
    await press(page, ' ');
    assert.equal(await pending(page), 1);
    await press(page, 'Shift+PageDown', 'Shift+ArrowDown');
    await accepted(page);
    assert.deepEqual(await figures(page), ['- [r1c1, r2c2, r3c2]']);
    await press(page, 'Backspace');
    await accepted(page);
    assert.deepEqual(await figures(page), []);
    await ends(page);
});

test('those of the library are changed, and play', async () => {
    for (const [name, tool, removes, count] of [['killer', 'Cages', 'Remove this cage', 29], ['thermometers', 'Thermometers', 'Remove this thermometer', 4]]) {
        const page = await editing(tool, readFileSync(`puzzles/sudoku/${name}.yaml`, 'utf8'));
        await drag(page, cell(1, 1));
        await click(page, removes);
        await page.waitForFunction(() => !/r1c1\b/.test(document.querySelector('[aria-label="The board as a file"]').value));
        await accepted(page);
        assert.equal((await figures(page)).length, count - 1, name);
        await page.screenshot({ path: join(pictures, `edit-${name}-light.png`) });
        await click(page, 'Play this');
        await page.getByRole('button', { name: 'Hint', exact: true }).waitFor();
        await ends(page);
    }
});

test('cages by a finger', async () => {
    const page = await editing('Cages', FOUR, PHONE);
    await page.evaluate(() => document.querySelector('.stage').scrollIntoView());
    await dragOn(page, cell(1, 1), cell(1, 3));
    const pad = page.getByRole('group', { name: 'What to write' });
    await pad.getByRole('button', { name: '9', exact: true }).tap();
    await page.waitForFunction(() => document.querySelector('[aria-label="The board as a file"]').value.includes('{sum: 9, cells: [r1c1, r1c2, r1c3]}'));
    await ends(page);
});
