// Sheets of paper: what the browser gets to print, and what is on the sheets that it makes.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_PICTURES a folder for pictures of the sheets.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hosted, stage } from './browser.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(pictures, { recursive: true });

const EASY = readFileSync('puzzles/sudoku/easy.yaml', 'utf8');
const NURIKABE = 'https://puzz.link/p?nurikabe/5/5/5m4p1g4i';
const tested = stage(() => hosted(folder));
const click = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Chooses what is printed, and has it printed as far as the browser's own dialog. */
async function prints(puzzle, choose, options = {}) {
    const page = await tested.at({ puzzle, tab: 'explain' }, { colorScheme: 'dark', ...options });
    await page.locator('.stage svg').waitFor();
    await page.evaluate(() => { window.printed = 0; window.print = () => { window.printed++; }; });
    await click(page, 'Share…');
    await click(page, 'Print…');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await choose(dialog);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await page.waitForFunction(() => window.printed === 1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    return page;
}

/** How many pages the browser makes of it. */
const pages = async (page) => (await page.pdf({ format: 'A4', preferCSSPageSize: false })).toString('latin1').match(/\/Count (\d+)/)[1];
const heads = (page) => page.locator('.sheet figcaption').allTextContents();

async function ends(page) {
    // The browser has said that it has printed.
    assert.equal(await page.locator('.paper').count(), 0);
    assert.equal(await page.locator('header').isVisible(), true);
    page.quiet();
    await page.context().close();
}

test('steps of an explanation are printed with their reasons, four to a sheet, in light colours', async () => {
    const page = await prints(EASY, async (dialog) => {
        await dialog.getByLabel('the steps of the explanation').check();
        await dialog.getByLabel('First step').fill('2');
        await dialog.getByLabel('Last step').fill('7');
    });
    assert.deepEqual(await heads(page), ['Step 2', 'Step 3', 'Step 4', 'Step 5', 'Step 6', 'Step 7']);
    assert.equal(await page.locator('.sheet').count(), 2);
    for (const words of await page.locator('.sheet .words').allTextContents()) assert.match(words, /r\dc\d=\d/);
    assert.equal(await page.locator('header').isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    // Every board is seen whole, with a width to write in.
    for (const box of await page.locator('.sheet div.board').evaluateAll((all) => all.map((one) => one.shadowRoot.querySelector('svg').getBoundingClientRect().toJSON()))) {
        assert.ok(box.height >= 160 && box.width >= 160, JSON.stringify(box));
    }
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.screenshot({ path: join(pictures, 'print-steps.png') });
    assert.equal(await pages(page), '2');
    await page.emulateMedia({ media: 'screen' });
    await ends(page);
});

test('four boards of a kind are printed on a sheet, and their solutions on another', async () => {
    const page = await prints(NURIKABE, async (dialog) => {
        await dialog.getByLabel('four boards to a sheet').check();
        await dialog.getByLabel('with a sheet of their solutions').check();
    });
    const all = await heads(page);
    assert.equal(all.length, 8);
    assert.equal(all.filter((head) => head.includes('solution')).length, 4);
    const drawn = await page.locator('.sheet div.board').evaluateAll((all) => all.map((one) => one.shadowRoot.innerHTML));
    assert.equal(new Set(drawn).size, 8, 'no board twice');
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.screenshot({ path: join(pictures, 'print-four.png') });
    assert.equal(await pages(page), '2');
    await page.emulateMedia({ media: 'screen' });
    await ends(page);
});

test('what the page shows is printed as it is', async () => {
    const page = await prints(EASY, async (dialog) => assert.equal(await dialog.getByLabel('what the page shows now').isChecked(), true));
    assert.equal(await page.locator('.sheet').count(), 0);
    assert.equal(await page.locator('.stage').isVisible(), true);
    assert.equal(await page.locator('.explain .step').isVisible(), true);
    assert.equal(await page.locator('.tabs').isVisible(), false);
    await page.context().close();
});

test('a picture is saved with and without the solution, in light colours', async () => {
    const page = await tested.at({ puzzle: EASY }, { colorScheme: 'dark' });
    await page.locator('.stage svg').waitFor();
    await click(page, 'Share…');
    const saved = async (what, kind) => {
        await page.getByLabel('Picture of').selectOption(what);
        const got = page.waitForEvent('download');
        await click(page, kind);
        return readFileSync(await (await got).path());
    };
    const digits = (svg) => svg.toString().match(/<text[^>]*>\s*[1-9]\s*</g).length;
    const givens = digits(await saved('puzzle', 'SVG'));
    assert.ok(givens < 60);
    assert.equal(digits(await saved('solution', 'SVG')), 81);
    // The corner of the picture is white, though the screen is dark.
    const png = (await saved('solution', 'PNG')).toString('base64');
    const corner = await page.evaluate(async (png) => {
        const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
        canvas.getContext('2d').drawImage(bitmap, 0, 0);
        return [...canvas.getContext('2d').getImageData(2, 2, 1, 1).data];
    }, png);
    assert.deepEqual(corner, [255, 255, 255, 255]);
    page.quiet();
    await page.context().close();
});
