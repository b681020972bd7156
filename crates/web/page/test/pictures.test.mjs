// Pictures of the page for the eye: every kind of board, light and dark, and those of the guide.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_PICTURES a folder for the pictures; those of the guide go into its folder `guide`.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hosted, stage, verdict } from './browser.mjs';
import { PHONE } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(join(pictures, 'guide'), { recursive: true });

const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const first = (file) => read(file).split('\n')[0];
const tested = stage(() => hosted(folder));
const click = (page, name) => page.getByRole('button', { name, exact: true }).click();
/** How a puzzle is opened on a tab, and what is done there before the picture is taken. */
const on = (tab, puzzle, act = () => {}, more = {}) => ({ values: { puzzle, tab, ...more }, act });

const solve = async (page) => {
    await click(page, 'Solve');
    await verdict(page, /./);
};
const SUDOKU = read('sudoku/easy.yaml');
const PLAYED = on('play', first('nurikabe/small.txt'), async (page) => {
    await click(page, 'Hint');
    await page.locator('.step .deduced').waitFor();
});
const FORMULA = on('formula', SUDOKU, async (page) => {
    await page.locator('.rules details').first().waitFor();
});
const TRACED = on('trace', read('sudoku/hard.yaml'), async (page) => {
    await verdict(page, /./);
    await click(page, 'Next conflict');
    await page.waitForFunction(() => document.querySelector('.trace .graph .board').shadowRoot.querySelector('.conflict'));
}, { encoding: 'minimal' });
const EDITED = on('edit', 'https://puzz.link/p?heyawake/8/8/36kqqdkksmc08it49nr5i1n0122201121221', (page) => click(page, 'Regions'));
const EXPLAINED = on('explain', SUDOKU, undefined, { step: 3 });
const LOOP = on('explain', read('slitherlink/easy.yaml'), undefined, { step: 8 });

/** Takes a picture of the window, or of the whole page if it is not taller than `tallest`. */
async function shoot({ values, act }, options, path, tallest) {
    const page = await tested.at(values, options);
    await page.locator('.stage svg').waitFor();
    await act(page);
    await page.waitForFunction(() => !document.querySelector('.stop:not([hidden])'));
    await page.waitForTimeout(200);
    if (tallest) {
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...options.viewport, height: Math.min(tallest, height) });
        await page.evaluate(() => scrollTo(0, 0));
    }
    await page.screenshot({ path });
    page.quiet();
    await page.context().close();
}

test('every kind of board, light and dark', async () => {
    const boards = {
        sudoku: EXPLAINED, slitherlink: LOOP, nurikabe: PLAYED, formula: FORMULA, trace: TRACED, edit: EDITED,
        fillomino: on('solve', read('fillomino/easy.yaml'), solve),
        sokoban: on('play', read('sokoban/first.xsb')),
        tiling: on('solve', read('tiling/pentominoes-6x10.yaml'), solve),
        'edge-matching': on('solve', read('edge-matching/framed.yaml'), solve),
    };
    for (const [name, board] of Object.entries(boards)) {
        for (const colorScheme of ['light', 'dark']) {
            await shoot(board, { colorScheme, viewport: { width: 960, height: 720 } }, join(pictures, `${name}-${colorScheme}.png`));
        }
    }
});

test('each part, for the guide', async () => {
    const parts = {
        solve: on('solve', read('fillomino/easy.yaml'), async (page) => {
            await click(page, 'Is it unique?');
            await verdict(page, /unique/);
        }),
        play: PLAYED,
        sokoban: on('play', read('sokoban/first.xsb'), async (page) => {
            await click(page, 'Solve from here');
            await verdict(page, /solved/);
            await page.locator('.stage').focus();
            for (let step = 0; step < 5; step++) await page.keyboard.press(' ');
        }),
        explain: EXPLAINED,
        formula: FORMULA,
        trace: TRACED,
        model: on('model', read('qprop/four-squares.qprop'), async (page) => {
            await page.locator('.cm-content').focus();
            await page.keyboard.press('Control+Enter');
            await verdict(page, /./);
        }, { family: 'qprop', data: read('qprop/four-squares.yaml') }),
        edit: EDITED,
        dark: LOOP,
        phone: on('play', SUDOKU),
    };
    const guide = readFileSync('docs/src/guide/browser.md', 'utf8');
    const shown = [...guide.matchAll(/pictures\/browser-(\w+)\.png/g)].map(([, name]) => name);
    assert.deepEqual(shown.sort(), Object.keys(parts).sort());
    for (const [name, part] of Object.entries(parts)) {
        const options = { ...(name === 'phone' ? PHONE : { viewport: { width: 960, height: 600 } }), colorScheme: name === 'dark' ? 'dark' : 'light' };
        await shoot(part, options, join(pictures, `guide/browser-${name}.png`), 950);
    }
});
