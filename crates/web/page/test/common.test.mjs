// What all solutions have in common: asked for once, or followed while a board is filled in or made.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program, which answers.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { served, stage, verdict } from './browser.mjs';

const AMBIGUOUS = '.2.5.....7.1....585...87.921.....92....6.9...........421......786....239.....6.1.';
const { at } = stage(() => served(resolve(process.env.JIGSAT_COMMAND), resolve(process.env.JIGSAT_PAGE)));

const panel = (page) => page.locator('[role=tabpanel]:not([hidden])');
const follow = (page) => page.getByRole('checkbox', { name: 'Show what is possible' }).check();
const says = (page, words) => panel(page).locator('.step').getByText(words).first().waitFor();
/** The small words and the sure ones on the board. */
const added = (page, name) => page.evaluate((name) => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll(`.added .${name}`)].map(({ textContent }) => textContent), name);

async function ends(page) {
    page.quiet();
    await page.context().close();
}

test('what is possible follows what is filled in', async () => {
    const page = await at({ puzzle: AMBIGUOUS, tab: 'play' });
    await page.locator('.stage svg').waitFor();
    assert.deepEqual(await added(page, 'sure'), []);
    await follow(page);
    await says(page, '4 of 54 places are the same in all of them');
    assert.deepEqual((await added(page, 'sure')).sort(), ['5', '6', '7', '8']);
    const notes = (await added(page, 'note')).length;
    // The first cell may be 3, 4, 6 or 9.
    await page.locator('.stage').press('9');
    await page.waitForFunction((notes) => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.added .note').length < notes, notes);
    assert.ok((await added(page, 'note')).length > 0);
    await page.locator('.stage').press('1');
    await says(page, 'there is one without r1c1=1');
    await says(page, 'the nearest solution has r1c1=');
    assert.deepEqual(await added(page, 'note'), []);
    await page.locator('.stage').press('Control+z');
    await says(page, 'are the same in all of them');
    await page.getByRole('checkbox', { name: 'Show what is possible' }).uncheck();
    assert.deepEqual([await added(page, 'note'), await added(page, 'sure')], [[], []]);
    await ends(page);
});

test('of edits that follow each other closely the last one counts', async () => {
    const page = await at({ puzzle: AMBIGUOUS, tab: 'play' });
    await page.locator('.stage svg').waitFor();
    await follow(page);
    await says(page, 'are the same in all of them');
    for (const key of ['9', '6', '4', '1', '3', 'Backspace', '1']) await page.locator('.stage').press(key);
    await says(page, 'there is one without r1c1=1');
    await page.waitForTimeout(500);
    assert.match(await panel(page).locator('.step:not(:empty)').innerText(), /there is one without r1c1=1/);
    await ends(page);
});

test('a board that is made says which clues contradict each other, until one is changed', async () => {
    const page = await at({ puzzle: '3 3 .\n. . .\n. . 2\n', family: 'slitherlink', tab: 'edit' });
    await page.locator('.stage svg').waitFor();
    await follow(page);
    await says(page, 'solution');
    for (const key of ['ArrowDown', 'ArrowRight', '0']) await page.locator('.stage').press(key);
    await says(page, 'the number of lines around r2c2 is 0');
    await page.locator('.stage').press('Delete');
    await says(page, 'are the same in all of them');
    await ends(page);
});

test('what is known of a cell with a number stands beside the number', async () => {
    const page = await at({ puzzle: 'https://puzz.link/p?hitori/5/5/4454143312342455211321321', tab: 'play' });
    await page.locator('.stage svg').waitFor();
    await follow(page);
    await page.waitForFunction(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.added .sure.aside').length === 25);
    await ends(page);
});

test('solutions without places are compared, too', async () => {
    const page = await at({ puzzle: 'kind: tiling\nboard: 2x4\nset: dominoes\n' });
    await page.getByRole('button', { name: 'In common', exact: true }).click();
    assert.match(await verdict(page, /solutions/), /^5 solutions$/);
    await page.getByText('In words').click();
    await says(page, 'one of these leaves one solution: D lies on r1c2 and r1c3, D lies on r2c2 and r2c3');
    // What was said is not about the next answer.
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await verdict(page, /5 solutions,/);
    assert.equal(await panel(page).locator('.step').innerText(), '');
    await ends(page);
});
