// Boards that are made and changed in the page, by pointer and by keys; the library reads each of them.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program, JIGSAT_PICTURES a folder for pictures of the page.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { drag, hosted, open, paste, served, stage, verdict } from './browser.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
const pictures = resolve(process.env.JIGSAT_PICTURES ?? join(folder, '../page-pictures'));
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
mkdirSync(pictures, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const HEYAWAKE = 'https://puzz.link/p?heyawake/8/8/36kqqdkksmc08it49nr5i1n0122201121221';
const NONOGRAM = 'https://puzz.link/p?nonogram/5/5/4h3h31g21g21g3h2h4h5h111';
const SLITHER = 'https://puzz.link/p?slither/5/5/cbcbcddad';
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const JIGSAW = ['AAAABB', 'AACBBB', 'CCCBDD', 'CCDDDD', 'EEEFFF', 'EEEFFF'];
const LEVEL = ['########', '#      #', '# $ .  #', '#   #  #', '# .$@  #', '#      #', '########'];

const tested = stage(() => hosted(folder));
const { at } = tested;
const click = (page, name) => page.getByRole('button', { name, exact: true }).click();
const file = (page) => page.getByLabel('The board as a file').inputValue();
const title = (page) => page.locator('.left h2');
const spoken = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#spoken').textContent), pattern.source);
/** The puzzle that the address holds: as text, or what follows the name of the site in an address of puzz.link. */
const text = (page) => page.evaluate(() => {
    const [first, ...more] = location.hash.slice(1).split('&');
    return new URLSearchParams([first, ...more].join('&')).get('puzzle') ?? (first.includes('/') ? `https://puzz.link/p?${first}` : null);
});

async function ends(page) {
    page.quiet();
    await page.context().close();
}

/** Begins a new board. */
async function fresh(page, family, rows, columns) {
    await click(page, 'New board…');
    const dialog = page.getByRole('dialog', { name: 'A new board' });
    await dialog.getByLabel('Puzzle').selectOption(family);
    await dialog.getByLabel(/^Rows/).fill(String(rows));
    if (columns) await dialog.getByLabel('Columns', { exact: true }).fill(String(columns));
    await dialog.getByRole('button', { name: 'Begin' }).click();
    await title(page).getByText(new RegExp(family.replaceAll('-', '.'), 'i')).first().waitFor();
    await page.locator('.stage svg').waitFor();
}

async function press(page, ...keys) {
    await page.locator('.stage').focus();
    for (const key of keys) await page.keyboard.press(key);
}

/** Waits until the library has read the board, and refuses nothing. */
async function accepted(page) {
    await page.waitForFunction(() => document.querySelector('.edit details[aria-busy=false]') && !document.querySelector('[role=tab]:disabled'));
}

const cell = (row, col) => [2 * row + 1, 2 * col + 1];

/** A puzzle as rows of words, block by block. */
function blocks(puzzle) {
    const { stdout } = spawnSync(command, ['show', puzzle, '--format', 'words'], { encoding: 'utf8' });
    return stdout.replace(/^\d+ \d+\n/, '').trim().split(/\n\n/).map((block) => block.split('\n').map((row) => row.trim().split(/\s+/)));
}

describe('a board from nothing:', () => {
    test('an 8x8 Heyawake, its rooms dragged and its numbers typed', async () => {
        const [board, rooms] = blocks(HEYAWAKE);
        const page = await at();
        await fresh(page, 'heyawake', 8, 8);
        await click(page, 'Regions');
        // Each room is begun in its first cell, and made larger from cell to cell.
        const done = new Map();
        for (const [row, names] of rooms.entries()) for (const [col, name] of names.entries()) {
            if (done.has(name)) continue;
            const cells = [[row, col]];
            for (const [r, c] of cells) for (const [y, x] of [[r, c + 1], [r + 1, c], [r, c - 1], [r - 1, c]]) {
                if (rooms[y]?.[x] === name && !cells.some(([a, b]) => a === y && b === x)) cells.push([y, x, r, c]);
            }
            done.set(name, cells);
            if (name === rooms[0][0]) continue;
            await click(page, 'A new region');
            await drag(page, cell(row, col));
            await click(page, 'Make one larger');
            for (const [y, x, r, c] of cells.slice(1)) await drag(page, cell(r, c), cell(y, x));
        }
        await click(page, 'Write');
        for (const [row, words] of board.entries()) for (const [col, word] of words.entries()) {
            if (word === '-') continue;
            await drag(page, cell(row, col));
            await page.keyboard.press(word);
        }
        await accepted(page);
        assert.equal(await page.getByLabel('Address of puzz.link').inputValue(), HEYAWAKE);
        await click(page, 'Is the solution unique?');
        assert.equal(await verdict(page, /./), 'solved, unique');
        await page.screenshot({ path: join(pictures, 'edit-heyawake-light.png') });
        await click(page, 'Play this');
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('.step .deduced').first().waitFor();
        await ends(page);
    });

    test('a 6x6 jigsaw Sudoku by keys alone', async () => {
        const page = await at();
        const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? (document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim());
        const tabTo = async (name) => {
            for (let count = 0; count < 60; count++) {
                if ((await focused()).startsWith(name)) return;
                await page.keyboard.press('Tab');
            }
            assert.fail(`no Tab leads to ${name}`);
        };
        await tabTo('New board…');
        await page.keyboard.press('Enter');
        // Sudoku is the first of the families.
        await tabTo('Rows and columns');
        await page.keyboard.press('Control+a');
        await page.keyboard.type('6');
        await tabTo('regions in place of boxes');
        await page.keyboard.press('Space');
        await tabTo('Begin');
        await page.keyboard.press('Enter');
        await page.locator('.stage svg').waitFor();
        await tabTo('Regions');
        await page.keyboard.press('Enter');
        assert.equal(await focused(), 'Regions');
        await page.evaluate(() => document.activeElement.blur());
        await tabTo('Board');
        for (const [row, names] of JIGSAW.entries()) {
            for (const name of names) {
                await page.keyboard.press(name);
                await page.keyboard.press('ArrowRight');
            }
            if (row < 5) for (const key of ['ArrowDown', ...Array(5).fill('ArrowLeft')]) await page.keyboard.press(key);
        }
        await spoken(page, /^r6c6: empty, region F$/);
        await tabTo('Write');
        await page.keyboard.press('Enter');
        await page.evaluate(() => document.activeElement.blur());
        await tabTo('Board');
        for (const key of ['3', 'ArrowLeft', '1', 'ArrowUp', '5']) await page.keyboard.press(key);
        await accepted(page);
        assert.match(await file(page), /regions: \|\n {2}A A A A B B\n {2}A A C B B B\n {2}C C C B D D\n {2}C C D D D D\n {2}E E E F F F\n {2}E E E F F F\n$/);
        assert.match(await file(page), / {2}\. \. \. \. 5 \.\n {2}\. \. \. \. 1 3\n/);
        await tabTo('Solve');
        await tabTo('Is the solution unique?');
        await page.keyboard.press('Enter');
        assert.equal(await verdict(page, /./), 'not unique: at least two solutions');
        // And everything back, and forth again.
        await page.evaluate(() => document.activeElement.blur());
        await tabTo('Board');
        for (let count = 0; count < 60; count++) await page.keyboard.press('Control+z');
        await accepted(page);
        assert.match(await file(page), /A A A B B B\n {2}A A A B B B\n/);
        for (let count = 0; count < 60; count++) await page.keyboard.press('Control+y');
        await accepted(page);
        assert.match(await file(page), / {2}\. \. \. \. 1 3\n/);
        await ends(page);
    });

    test('a 7x7 Sudoku, which has regions, for no boxes divide it', async () => {
        const page = await at();
        await fresh(page, 'sudoku', 7);
        await page.getByRole('button', { name: 'Regions', exact: true }).waitFor();
        assert.match(await file(page), /regions: \|/);
        assert.equal(await page.getByRole('tab', { name: 'Play' }).isEnabled(), true);
        await ends(page);
    });

    test('a 9x9 Sudoku, which gets the address of puzz.link', async () => {
        const page = await at();
        await fresh(page, 'sudoku', 9);
        for (const [number, char] of [...EASY].entries()) {
            if (char !== '.') await press(page, char);
            if (number % 9 < 8) await press(page, 'ArrowRight');
            else if (number < 80) await press(page, ...Array(8).fill('ArrowLeft'), 'ArrowDown');
        }
        await accepted(page);
        assert.match(await page.getByLabel('Address of puzz.link').inputValue(), /^https:\/\/puzz\.link\/p\?sudoku\/9\/9\//);
        const board = await page.evaluate(() => document.querySelector('.stage .board').shadowRoot.textContent);
        await click(page, 'Is the solution unique?');
        assert.equal(await verdict(page, /./), 'solved, unique');
        // Who has asked may want to solve it.
        assert.equal(await page.evaluate(() => document.querySelector('.stage .board').shadowRoot.textContent), board);
        // No number has two digits here.
        await press(page, '5', '3');
        await accepted(page);
        assert.match(await file(page), /3\n$/);
        await press(page, 'Backspace', 'ArrowLeft', 'ArrowLeft', '1');
        await click(page, 'Solve');
        assert.match(await verdict(page, /impossible/), /impossible/);
        await page.getByText('Explain tells why').waitFor();
        await ends(page);
    });

    test('a Slitherlink, its numbers typed and clicked', async () => {
        const page = await at();
        await fresh(page, 'slitherlink', 5, 5);
        // Other digits can't stand there.
        const offered = page.getByRole('group', { name: 'What to write' }).getByRole('button');
        assert.deepEqual(await offered.allTextContents(), ['0', '1', '2', '3', '4', '⌫']);
        await press(page, 'ArrowRight', '3', 'ArrowDown', '2');
        await drag(page, cell(4, 4));
        await page.getByRole('group', { name: 'What to write' }).getByRole('button', { name: '0', exact: true }).click();
        await drag(page, cell(3, 0), cell(3, 2));
        await press(page, '1');
        await accepted(page);
        assert.equal(await file(page), 'kind: slitherlink\ngrid: |\n  .3...\n  .2...\n  .....\n  111..\n  ....0\n');
        await click(page, 'Solve');
        await verdict(page, /solved|impossible/);
        await ends(page);
    });

    test('a Nonogram, with lists at its edges', async () => {
        const page = await at();
        await fresh(page, 'nonogram', 5, 5);
        const lines = blocks(NONOGRAM).flat();
        const type = async (words) => { for (const word of words) if (word !== '-') await press(page, word, 'Space'); };
        for (const words of lines.slice(0, 5)) {
            await type(words);
            await press(page, 'ArrowRight');
        }
        // From the last column to the rows: into the board, and out again on the left.
        await press(page, 'ArrowDown', ...Array(5).fill('ArrowLeft'));
        for (const words of lines.slice(5)) {
            await type(words);
            await press(page, 'ArrowDown');
        }
        await accepted(page);
        assert.equal(await page.getByLabel('Address of puzz.link').inputValue(), NONOGRAM);
        await click(page, 'Is the solution unique?');
        assert.equal(await verdict(page, /./), 'solved, unique');
        await press(page, 'Backspace');
        await accepted(page);
        assert.notEqual(await page.getByLabel('Address of puzz.link').inputValue(), NONOGRAM);
        await page.screenshot({ path: join(pictures, 'edit-nonogram-light.png') });
        await ends(page);
    });

    test('a Nonogram: who types into its cells hears that the numbers stand at the edges', async () => {
        const page = await at();
        await fresh(page, 'nonogram', 5, 5);
        await press(page, 'ArrowDown', '3');
        await page.locator('.verdict').getByText('the numbers stand at the edges').waitFor();
        await press(page, 'ArrowUp', '3');
        await accepted(page);
        await page.locator('.verdict').getByText('the sums must be equal').waitFor();
        assert.match(await file(page), /columns: \|\n {2}3\n/);
        await ends(page);
    });

    test('a Sokoban level, painted and played', async () => {
        const page = await at();
        await fresh(page, 'sokoban', 7, 8);
        const paint = async (brush, word) => {
            await click(page, brush);
            for (const [row, line] of LEVEL.entries()) for (const [col, char] of [...line].entries()) {
                const isEdge = row === 0 || col === 0 || row === 6 || col === 7;
                if (char === word && !isEdge) await drag(page, cell(row, col));
            }
        };
        await paint('$ box', '$');
        await page.waitForFunction(() => /2 boxes/.test(document.querySelector('.verdict').textContent));
        assert.equal(await page.getByRole('button', { name: 'Play this' }).isDisabled(), true);
        assert.equal(await page.getByRole('tab', { name: 'Solve' }).isDisabled(), true);
        await paint('. goal', '.');
        await paint('# wall', '#');
        await paint('@ player', '@');
        await accepted(page);
        assert.equal(await page.getByLabel('Level (XSB)').inputValue(), LEVEL.join('\n') + '\n');
        // A box on a goal keeps it; the same again takes the box away.
        await click(page, '$ box');
        await drag(page, cell(2, 4));
        await spoken(page, /^r3c5: \*/);
        await drag(page, cell(2, 4));
        await spoken(page, /^r3c5: \./);
        await accepted(page);
        assert.match(await file(page), /# \$ \.  #/);
        await page.screenshot({ path: join(pictures, 'edit-sokoban-light.png') });
        await click(page, 'Solve');
        assert.match(await verdict(page, /./), /^solved/);
        await click(page, 'Play this');
        await press(page, 'ArrowLeft');
        await page.locator('[role=tabpanel]:not([hidden]) output').getByText('1 step,').waitFor();
        await ends(page);
    });

    /** What is typed on an empty board, from its first cell on, and a part of the file then. */
    const TYPED = {
        kakuro: [['#', 'ArrowRight', '1', '6', 'v', '7', '>', 'ArrowDown', '4', '>'], /# 16v7> .*\n.* 4> /],
        futoshiki: [['3', '>', 'ArrowRight', '<', 'v', 'ArrowRight', '>', '2', 'ArrowRight', '>', '>'], /3> <v 2> +- /],
        tapa: [['1', '2', 'ArrowRight', '3', ',', '?'], /1,2 3,\? /],
        yajilin: [['1', 'ArrowRight', '2', '^'], /^ {2,3}1 2\^ /m],
        masyu: [['w', 'ArrowRight', 'b'], /white black/],
        battleships: [['t', 'ArrowUp', '1', '2', 'ArrowRight', '?', 'ArrowDown', '?'], /columns: \|\n {2}12\n/],
        skyscrapers: [['4', 'ArrowLeft', '2', ...Array(6).fill('ArrowRight'), '3', ...Array(6).fill('ArrowLeft'), 'ArrowRight', 'ArrowUp', '5'], /columns: \|\n {2}5\n.*rows: \|\n {2}2 3\n/s],
        galaxies: [['o', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'x', 'ArrowDown', 'ArrowRight', '#', 'ArrowUp', '#'], /board: \|\n {2}o\.\.x#/],
        kropki: [['ArrowRight', 'o', 'ArrowDown', 'ArrowRight', 'x'], /board: \|\n {2}\.o\.+\n {2}\.\.x/],
        akari: [['#', 'ArrowRight', '3'], / # 3 /],
        fillomino: [['1', '2', 'ArrowRight', '3'], /12 {2}3/],
        tiling: [['#', 'ArrowRight', 'Space'], /board: \|\n {2}##\.\.\./],
    };
    for (const [family, [keys, expected]] of Object.entries(TYPED)) {
        test(`${family}: what is typed stands in the file`, async () => {
            const page = await at();
            await fresh(page, family, 5, 5);
            await press(page, ...keys);
            await page.locator('.edit details[aria-busy=false]').waitFor();
            assert.match(await file(page), expected);
            await ends(page);
        });
    }
});

describe('a board that is there', () => {
    for (const [engine, start] of Object.entries({ 'the module': () => hosted(folder), 'jigsat serve': () => served(command, folder) })) test(`is changed; what is wrong is said at its place, and mended, with ${engine}`, async (t) => {
        const own = await start();
        t.after(() => own.close());
        const page = await open(tested.browser, own.address);
        await paste(page, SLITHER);
        await page.locator('.stage svg').waitFor();
        await page.getByRole('tab', { name: 'Edit' }).click();
        // Nothing is another puzzle yet.
        const short = page.getByLabel('Address of puzz.link');
        await short.waitFor();
        const before = await short.inputValue();
        assert.equal(await text(page), SLITHER);
        await press(page, 'ArrowDown', '7');
        assert.equal(await verdict(page, /./), "r2c1: found '7', expected a number from 0 to 4, or '.' or '-' for none");
        const clash = await page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.clash').length);
        assert.equal(clash, 1);
        assert.equal(await page.getByRole('tab', { name: 'Play' }).isDisabled(), true);
        // It is there after a reload, and can be undone.
        await page.reload();
        assert.match(await verdict(page, /./), /^r2c1: found '7'/);
        await click(page, 'Undo');
        await accepted(page);
        assert.equal(await page.locator('.verdict').textContent(), '');
        assert.equal(await short.inputValue(), before);
        await press(page, 'ArrowRight', '3');
        await accepted(page);
        await page.getByRole('tab', { name: 'Solve' }).click();
        await click(page, 'Solve');
        await verdict(page, /solved|impossible/);
        await ends(page);
    });

    test('is called impossible as soon as it plainly is', async () => {
        const page = await at({ puzzle: EASY, tab: 'edit' });
        await page.getByLabel('Address of puzz.link').waitFor();
        await press(page, '2');
        assert.match(await verdict(page, /./), /^impossible: /);
        await press(page, 'Backspace');
        await accepted(page);
        assert.equal(await page.locator('.verdict').textContent(), '');
        await ends(page);
    });

    test('is among the recent ones, once', async () => {
        const page = await at();
        await fresh(page, 'nurikabe', 4, 4);
        for (const key of ['2', 'ArrowRight', 'ArrowRight', '3']) await press(page, key);
        await accepted(page);
        await page.goto(tested.host.address);
        await page.reload();
        await page.waitForSelector('html[data-ready]');
        const recent = page.getByRole('region', { name: 'Recently opened' }).getByRole('button');
        assert.equal(await recent.count(), 1);
        await recent.first().click();
        await page.getByRole('tab', { name: 'Edit' }).click();
        // The file is written once the board was read.
        await page.waitForFunction(() => document.querySelector('textarea[aria-label="The board as a file"]')?.value);
        assert.match(await file(page), /2 - 3 -/);
        // One that isn't finished is kept as well, and goes on where it was left.
        await press(page, '9', '9');
        assert.match(await verdict(page, /found/), /^r1c1: found '99'/);
        await page.goto(tested.host.address);
        await page.reload();
        await page.waitForSelector('html[data-ready]');
        assert.equal(await recent.count(), 1);
        await recent.first().click();
        assert.match(await verdict(page, /found/), /^r1c1: found '99'/);
        await click(page, 'Undo');
        await accepted(page);
        assert.match(await file(page), /2 - 3 -/);
        await ends(page);
    });

    test('gets borders: a closed line makes a region, an open one waits', async () => {
        const page = await at();
        await fresh(page, 'star-battle', 5, 5);
        await click(page, 'Borders');
        const loose = () => page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.loose').length);
        // Between the first two cells and those below them: two borders, dragged along their line.
        await drag(page, [2, 1], [2, 3]);
        assert.equal(await loose(), 2);
        assert.match(await file(page), /rooms: \|\n {2}A_ A_ {2}A {2}A {2}A\n {3}A {2}A/);
        await drag(page, [1, 4]);
        await accepted(page);
        assert.equal(await loose(), 0);
        assert.match(await file(page), /rooms: \|\n {2}A A B B B\n {2}B B B B B\n/);
        // By keys: the border on the right of the cell goes, and the others are loose again.
        await drag(page, cell(0, 1));
        await press(page, 'Shift+ArrowRight');
        await accepted(page);
        assert.equal(await loose(), 2);
        assert.match(await file(page), /rooms: \|\n {2}A_ A_ {2}A {2}A {2}A\n/);
        await page.getByText('Title, size and rules').click();
        await page.getByRole('spinbutton', { name: 'stars' }).fill('2');
        await page.locator('.edit').getByLabel('Columns').fill('6');
        await page.getByLabel('Title').fill('Two: "stars"');
        await page.keyboard.press('Tab');
        await accepted(page);
        assert.match(await file(page), /numbers:\n {2}stars: 2\n/);
        assert.match(await file(page), / {2}A A A A A A\n/);
        assert.match(await title(page).textContent(), /^Two: "stars"/);
        await ends(page);
    });

    test('of one genre more: a region is cut in two by one through it', async () => {
        const page = await at();
        await fresh(page, 'lits', 5, 5);
        assert.equal(await page.getByRole('button', { name: 'Write', exact: true }).count(), 0);
        await press(page, 'ArrowRight', 'ArrowRight', 'Space', ...Array(4).fill('Shift+ArrowDown'));
        await accepted(page);
        assert.match(await file(page), /^kind: lits\nrooms: \|\n(?: {2}A A B C C\n){5}$/);
        await ends(page);
    });

    test('says why it is not drawn here', async () => {
        for (const name of ['edge-matching/first.yaml', 'tiling/soma.yaml']) {
            const page = await at({ puzzle: readFileSync(`puzzles/${name}`, 'utf8'), tab: 'edit' });
            await page.getByText(/change its text, and paste it/).waitFor();
            await ends(page);
        }
    });

    test('shows its solution until it is changed', async () => {
        const page = await at({ puzzle: EASY, tab: 'edit' });
        await page.getByLabel('Address of puzz.link').waitFor();
        await click(page, 'Solve');
        assert.equal(await verdict(page, /./), 'solved');
        const digits = () => page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('text.deduced').length);
        assert.ok(await digits() > 40);
        await press(page, 'ArrowRight');
        assert.equal(await digits(), 0);
        // The field says what stands in the cell, too.
        await press(page, 'Enter');
        await page.keyboard.type('9');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => document.activeElement.className), 'stage');
        await spoken(page, /^r1c2: 9/);
        await ends(page);
    });
});

describe('the page for editing', () => {
    const shots = { heyawake: HEYAWAKE, nonogram: NONOGRAM, jigsaw: readFileSync('puzzles/sudoku/jigsaw.yaml', 'utf8'), sokoban: readFileSync('puzzles/sokoban/first.xsb', 'utf8') };

    test('stands in nobody’s way, is narrow enough, and looks as it should: pictures for the eye', async () => {
        for (const [name, puzzle] of Object.entries(shots)) for (const colorScheme of ['light', 'dark']) {
            for (const viewport of [{ width: 960, height: 900 }, { width: 360, height: 900 }]) {
                const page = await at({ puzzle, tab: 'edit' }, { colorScheme, viewport });
                await page.getByLabel('The board as a file').waitFor();
                const regions = page.getByRole('button', { name: 'Regions', exact: true });
                if (await regions.count()) await regions.click();
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= viewport.width, `${name}: ${wide} pixels`);
                await page.evaluate(`${axe}; 0`);
                const { violations } = await page.evaluate(() => window.axe.run());
                const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
                assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`), [], `${name}, ${colorScheme}`);
                await page.screenshot({ path: join(pictures, `edit-${name}-${viewport.width}-${colorScheme}.png`) });
                await ends(page);
            }
        }
    });
});

test('every puzzle of the library that can be edited is written as it was read', async () => {
    const made = await build({ stdin: { contents: "export { Sheet } from './sheet'; export { formOf } from './form';", resolveDir: fileURLToPath(new URL('../src/edit', import.meta.url)) }, bundle: true, write: false, format: 'esm' });
    const { Sheet, formOf } = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString('base64')}`);
    const pages = JSON.parse(readFileSync(join(folder, 'genres.json'), 'utf8'));
    const run = (...args) => spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const question = { answer: { family: null, input: null, verb: { families: {} }, pictures: false } };
    const answer = spawnSync(command, ['worker'], { encoding: 'utf8', maxBuffer: 2 ** 26, input: `${JSON.stringify(question)}\n` });
    const { families } = JSON.parse(answer.stdout.split('\n')[0]).record.record;
    let compared = 0;
    for (const family of readdirSync('puzzles')) {
        const known = families.find(({ name }) => name === family);
        const form = known && formOf(known, pages[family]);
        if (!form) continue;
        for (const name of readdirSync(`puzzles/${family}`).filter((name) => statSync(`puzzles/${family}/${name}`).isFile())) {
            const text = readFileSync(`puzzles/${family}/${name}`, 'utf8');
            const { status, stdout } = run(family, 'show', text.startsWith('https:') ? text.split('\n')[0] : `puzzles/${family}/${name}`, '--format', 'yaml');
            // Of a collection one is chosen first.
            if (status !== 0 || stdout.match(/^kind:/gm).length > 1) continue;
            const sheet = Sheet.read(stdout, form);
            if (!sheet) {
                assert.match(`${family}/${name}`, /^tiling\/(soma|solid|two-boards)/);
                continue;
            }
            const again = spawnSync(command, ['show', '-', '--format', 'yaml'], { encoding: 'utf8', input: sheet.text });
            assert.equal(again.stdout, stdout, `${family}/${name}: ${again.stderr}`);
            compared++;
        }
    }
    assert.ok(compared > 120, `${compared} puzzles`);
});
