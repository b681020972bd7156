// The page under fingers: a phone and a tablet, without a keyboard and without a mouse.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_PICTURES a folder for pictures of the page.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hosted, point, stage, verdict } from './browser.mjs';
import { PHONE, TABLET, dragFinger, dragOn, pinch, tapOn } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(pictures, { recursive: true });

const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const first = (file) => read(file).split('\n')[0];
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const SLITHER = 'https://puzz.link/p?slither/5/5/cbcbcddad';
const HEYAWAKE = 'https://puzz.link/p?heyawake/8/8/36kqqdkksmc08it49nr5i1n0122201121221';
const MASYU = first('masyu/small.txt');
const NURIKABE = first('nurikabe/small.txt');
const SOKOBAN = read('sokoban/first.xsb');
/** Smaller than this a finger misses it, in pixels. */
const FINGER = 44;
/** What a phone shows of a page under its own bars, in pixels. */
const SEEN = 640;

const tested = stage(() => hosted(folder));

const at = async (values, options = PHONE) => {
    const page = await tested.at(values, options);
    if (values.puzzle) await page.locator('.stage svg').waitFor();
    return page;
};
const tap = (page, name) => page.getByRole('button', { name, exact: true }).tap();
const filled = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('filled'));
const panel = (page) => page.locator('[role=tabpanel]:not([hidden])');
const idle = (page) => page.waitForFunction(() => !document.querySelector('.stop:not([hidden])'));
/** What a tap does is there a moment later. */
async function becomes(read, expected) {
    let now;
    for (let time = 0; time < 60; time++) {
        now = await read();
        if (expected instanceof RegExp ? expected.test(now) : JSON.stringify(now) === JSON.stringify(expected)) return;
        await new Promise((ready) => setTimeout(ready, 50));
    }
    if (expected instanceof RegExp) assert.match(String(now), expected);
    else assert.deepEqual(now, expected);
}
const where = (page) => page.evaluate(() => ({ top: scrollY, scale: visualViewport.scale }));
const marks = (page, selector) => page.evaluate((selector) => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll(selector)].map((one) => one.textContent), selector);
/** So that the page can be scrolled both ways, and the board is seen. */
const toBoard = (page) => page.evaluate(() => scrollTo(0, scrollY + document.querySelector('.stage').getBoundingClientRect().top - 40));

async function ends(page) {
    page.quiet();
    await page.context().close();
}

describe('everywhere', () => {
    const views = {
        begin: {}, solve: { puzzle: EASY }, play: { puzzle: EASY, tab: 'play' }, edges: { puzzle: SLITHER, tab: 'play' }, explain: { puzzle: EASY, tab: 'explain', step: 3 },
        formula: { puzzle: read('sudoku/tiny.yaml'), tab: 'formula' }, write: { puzzle: EASY, tab: 'edit' }, regions: { puzzle: HEYAWAKE, tab: 'edit' },
        sokoban: { puzzle: SOKOBAN, tab: 'play' }, model: { puzzle: read('qprop/four-squares.qprop'), family: 'qprop', data: read('qprop/four-squares.yaml'), tab: 'model' },
    };
    for (const [device, options] of Object.entries({ phone: PHONE, tablet: TABLET })) for (const [name, values] of Object.entries(views)) {
        test(`${name} on a ${device}: nothing is too wide, and what is tapped is large enough`, async () => {
            for (const colorScheme of ['light', 'dark']) {
                const page = await at(values, { ...options, colorScheme });
                if (name === 'formula') {
                    await page.locator('.rules details').first().waitFor();
                    for (const summary of await panel(page).locator('summary').all()) await summary.tap();
                } else if (name === 'regions') await tap(page, 'Regions');
                await idle(page);
                await page.waitForTimeout(150);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= options.viewport.width, `${wide} pixels`);
                const small = await page.evaluate((least) => [...document.querySelectorAll('button, select, input, summary, textarea')].map((own) => {
                    const { width, height } = (own.closest('label:has(input[type=checkbox])') ?? own).getBoundingClientRect();
                    return width && (width < least || height < least) ? `${own.outerHTML.slice(0, 80)}: ${width} x ${height}` : '';
                }).filter(Boolean), FINGER - 0.5);
                assert.deepEqual(small, []);
                // A phone zooms in where letters smaller than these are written.
                const tiny = await page.evaluate(() => {
                    const editor = document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content');
                    const fields = [...document.querySelectorAll('input:not([type=checkbox]), textarea, select'), ...(editor ? [editor] : [])];
                    return fields.filter((own) => parseFloat(getComputedStyle(own).fontSize) < 16).map((own) => own.outerHTML.slice(0, 80));
                });
                assert.deepEqual(tiny, []);
                // A picture of the whole page would be taken without the fingers.
                await page.setViewportSize({ ...options.viewport, height: Math.min(2000, await page.evaluate(() => document.documentElement.scrollHeight)) });
                await page.screenshot({ path: join(pictures, `${device}-${name}-${colorScheme}.png`) });
                await ends(page);
            }
        });
    }

    test('help is for fingers, not for keys', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        const help = await panel(page).innerText();
        assert.match(help, /Tap a cell/);
        assert.doesNotMatch(help, /Ctrl|Arrow/);
        await ends(page);
        const other = await at({ puzzle: EASY, tab: 'play' }, {});
        assert.match(await panel(other).innerText(), /Arrow keys move/);
        await ends(other);
    });
});

describe('playing', () => {
    test('what a hint says is seen where the rules are open, and Hint stays where it is', async () => {
        const page = await at({ puzzle: NURIKABE, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await tap(page, 'Rules');
        const place = async () => (await page.getByRole('button', { name: 'Hint', exact: true }).boundingBox()).x;
        const before = await place();
        await tap(page, 'Hint');
        await page.locator('.play > .step .deduced').waitFor();
        await page.getByRole('button', { name: 'Fill it in' }).waitFor();
        assert.equal(await place(), before);
        const [said, hand] = await Promise.all(['.play > .step', '.hand'].map((part) => page.locator(part).first().boundingBox()));
        assert.ok(said.y >= 0 && said.y + said.height <= hand.y + 1, `${said.y} + ${said.height}, ${hand.y}`);
        await ends(page);
    });

    test('a Sudoku: cells are tapped, values, notes, undo and the board are seen at once', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await tapOn(page, 1, 1);
        await panel(page).locator('.pad').getByRole('button', { name: '9', exact: true }).tap();
        await becomes(() => filled(page), '0:9');
        await tapOn(page, 1, 5);
        await tap(page, 'Notes');
        await panel(page).locator('.pad').getByRole('button', { name: '3', exact: true }).tap();
        await panel(page).locator('.pad').getByRole('button', { name: '8', exact: true }).tap();
        await becomes(() => marks(page, '.note'), ['3', '8']);
        await tap(page, 'Notes');
        await tap(page, 'Clear');
        await becomes(() => marks(page, '.note'), []);
        await tap(page, 'Undo');
        await becomes(() => marks(page, '.note'), ['3', '8']);
        await tap(page, 'Redo');
        await becomes(() => marks(page, '.note'), []);
        // No keyboard has come up, which would hide half of this.
        assert.equal(await page.evaluate(() => document.activeElement.matches('input, textarea, select')), false);
        const top = (await page.locator('.stage').boundingBox()).y;
        for (const name of ['Undo', 'Redo', 'Notes', 'Clear']) {
            const { y, height } = await page.getByRole('button', { name, exact: true }).boundingBox();
            assert.ok(y + height - top <= SEEN, `${name} ends ${y + height - top} pixels below the board's top`);
        }
        await ends(page);
    });

    test('a drag selects cells, and the page stays where it is', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await toBoard(page);
        const before = await where(page);
        await dragOn(page, [1, 9], [1, 15]);
        await becomes(async () => (await marks(page, '.selected')).length, 4);
        assert.deepEqual(await where(page), before);
        await ends(page);
    });

    test('a drag shades, as one step of undo, and the page stays where it is', async () => {
        const page = await at({ puzzle: NURIKABE, tab: 'play' });
        await toBoard(page);
        const before = await where(page);
        await dragOn(page, [5, 1], [5, 7]);
        await becomes(() => filled(page), '10:yes,11:yes,12:yes,13:yes');
        assert.deepEqual(await where(page), before);
        await tap(page, 'Undo');
        await becomes(() => filled(page), null);
        await ends(page);
    });

    test('edges are tapped beside their middle, lines are dragged', async () => {
        const page = await at({ puzzle: SLITHER, tab: 'play' });
        await tapOn(page, 2, 3.8);
        await becomes(() => filled(page), /^\d+:yes$/);
        await tapOn(page, 2, 3.8);
        await becomes(() => filled(page), /^\d+:no$/);
        await tapOn(page, 2, 3.8);
        await becomes(() => filled(page), null);
        await ends(page);
        const loop = await at({ puzzle: MASYU, tab: 'play' });
        await toBoard(loop);
        const before = await where(loop);
        await dragOn(loop, [3, 3], [3, 7], [9, 7]);
        await becomes(() => filled(loop), /^(\d+:yes,){4}\d+:yes$/);
        assert.deepEqual(await where(loop), before);
        await ends(loop);
    });

    test('a tap that trembles is a tap', async () => {
        const page = await at({ puzzle: SLITHER, tab: 'play' });
        await toBoard(page);
        // From the reach of one edge into that of another one.
        await dragOn(page, [2.2, 3.6], [2.4, 3.8]);
        await becomes(() => filled(page), /^\d+:yes$/);
        await dragOn(page, [2.2, 3.6], [4, 3.6]);
        await becomes(() => filled(page), /^\d+:no(,\d+:no)+$/);
        await ends(page);
    });

    test('two fingers zoom; what the first one drew is taken back', async () => {
        for (const [puzzle, tab, text] of [[NURIKABE, 'play', filled], [HEYAWAKE, 'edit', (page) => page.getByLabel('The board as a file').inputValue()]]) {
            const page = await at({ puzzle, tab });
            if (tab === 'edit') await tap(page, 'Regions');
            else await page.waitForTimeout(200);
            await toBoard(page);
            const before = await text(page);
            await pinch(page, await point(page, 7, 7));
            await page.waitForFunction(() => visualViewport.scale > 1.2);
            await page.waitForTimeout(300);
            assert.equal(await text(page), before, tab);
            assert.equal(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled(), true, tab);
            await ends(page);
        }
    });

    test('the page is scrolled beside the board', async () => {
        const page = await at({ puzzle: NURIKABE, tab: 'play' });
        const { x, y } = await page.locator('.left h2').boundingBox();
        await dragFinger(page, { x: x + 100, y: y + 10 }, { x: x + 100, y: y - 90 });
        await page.waitForFunction(() => scrollY > 20);
        await becomes(() => filled(page), null);
        await ends(page);
    });

    test('Sokoban is swiped, tapped and undone', async () => {
        const page = await at({ puzzle: SOKOBAN, tab: 'play' });
        await toBoard(page);
        const before = await where(page);
        const level = await page.locator('textarea').first().inputValue();
        const rows = level.split('\n').filter((line) => line.includes('#'));
        const row = rows.findIndex((line) => line.includes('@'));
        const col = rows[row].indexOf('@');
        // In which direction there is floor, two squares of it if possible.
        const [letter, down, right] = [['u', -1, 0], ['d', 1, 0], ['l', 0, -1], ['r', 0, 1]].find(([, down, right]) => ' .'.includes(rows[row + down]?.[col + right] ?? '#'));
        const [y, x] = [2 * row + 1, 2 * col + 1];
        await dragOn(page, [y, x], [y + 2 * down, x + 2 * right]);
        await becomes(() => filled(page), letter);
        assert.deepEqual(await where(page), before);
        await tap(page, 'Undo');
        await becomes(() => filled(page), null);
        await tapOn(page, y + 2 * down, x + 2 * right);
        await becomes(() => filled(page), letter);
        const arrows = page.getByRole('group', { name: 'Steps' });
        await arrows.getByRole('button').first().tap();
        const top = (await page.locator('.stage').boundingBox()).y;
        const { y: low, height } = await arrows.boundingBox();
        assert.ok(low + height - top <= SEEN);
        await ends(page);
    });
});

describe('asking', () => {
    test('a step is turned, a cell is tapped and explains itself, and the board scrolls the page', async () => {
        const page = await at({ puzzle: EASY, tab: 'explain' });
        await verdict(page, /solved in/);
        await tap(page, 'Next step');
        await becomes(() => page.url(), /step=2/);
        await tapOn(page, 1, 1);
        await panel(page).getByText(/^r1c1=9/).last().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        await dragOn(page, [15, 9], [5, 9]);
        await page.waitForFunction(() => scrollY > 20);
        await ends(page);
    });

    test('a cell says its constraints, and a constraint marks its cells', async () => {
        const page = await at({ puzzle: read('sudoku/tiny.yaml'), tab: 'formula' });
        await page.locator('.rules details').first().waitFor();
        await tapOn(page, 1, 1);
        await page.getByText(/constraints? about the cell in row 1, column 1/).last().waitFor();
        await panel(page).locator('.step .constraints button').first().tap();
        await page.waitForFunction(() => document.querySelector('.stage .board').shadowRoot.querySelector('.concerned, .known, .found'));
        await ends(page);
    });
});

describe('editing', () => {
    const file = (page) => page.getByLabel('The board as a file').inputValue();

    test('numbers are tapped, on several cells at once', async () => {
        const page = await at({ puzzle: SLITHER, tab: 'edit' });
        await toBoard(page);
        const before = await where(page);
        await dragOn(page, [1, 1], [1, 5]);
        assert.deepEqual(await where(page), before);
        await panel(page).locator('.pad').getByRole('button', { name: '2', exact: true }).tap();
        await becomes(() => file(page), /\n {2}222/);
        assert.equal(await page.evaluate(() => document.activeElement.matches('input, textarea')), false);
        await ends(page);
    });

    test('regions and borders are dragged, and the page stays where it is', async () => {
        const page = await at({ puzzle: HEYAWAKE, tab: 'edit' });
        await tap(page, 'Regions');
        await toBoard(page);
        const before = await where(page);
        const old = await file(page);
        await dragOn(page, [1, 1], [1, 5], [5, 5]);
        await becomes(() => file(page), /rooms: \|\n {2}M M M A B/);
        assert.deepEqual(await where(page), before);
        await tap(page, 'Undo');
        await becomes(() => file(page), old);
        await tap(page, 'Borders');
        await toBoard(page);
        const there = await where(page);
        await dragOn(page, [2, 1], [2, 3]);
        await becomes(() => file(page), /rooms: \|\n {2}A A A A B C C C\n {2}M D/);
        assert.deepEqual(await where(page), there);
        await ends(page);
    });
});
