// The page as people use it, who did not build it: what somebody stumbled over once doesn't happen again.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drag, fragment, hosted, open, paste, point, served, stage, verdict } from './browser.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));

const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const first = (file) => read(file).split('\n')[0];
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const TWICE = '55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SLITHER = 'https://puzz.link/p?slither/5/5/cbcbcddad';
const MASYU = first('masyu/small.txt');
const TAKUZU = read('takuzu/4x4-1.yaml');
const KAKURO = 'https://puzz.link/p?kakuro/4/4/l..l..l......ah6g5';
const GALAXIES = 'https://puzz.link/p?tentaisho/5/5/leuaehaeve';

const tested = stage(() => hosted(folder));
const { at } = tested;
const click = (page, name) => page.getByRole('button', { name, exact: true }).click();
const filled = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('filled'));
const shown = (page, selector) => page.evaluate((selector) => document.querySelector('.stage .board').shadowRoot.querySelectorAll(selector).length, selector);
const title = (page) => page.locator('.left h2');
const panel = (page) => page.locator('[role=tabpanel]:not([hidden])');
const spoken = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#spoken').textContent), pattern.source);

/** Waits until nothing is looked for any more. */
const idle = (page) => page.waitForFunction(() => !document.querySelector('.stop:not([hidden])'));

async function ends(page) {
    page.quiet();
    await page.context().close();
}

describe('hints', () => {
    const puzzles = {
        kenken: { puzzle: read('kenken/4x4-1.yaml'), family: 'kenken' }, takuzu: { puzzle: TAKUZU, family: 'takuzu' }, kakuro: { puzzle: KAKURO },
        hashi: { puzzle: first('hashi/small.txt') }, 'ripple-effect': { puzzle: first('ripple-effect/small.txt') }, galaxies: { puzzle: GALAXIES },
    };
    for (const [name, values] of Object.entries(puzzles)) {
        test(`${name}: each hint is another one, until the board is full`, async () => {
            const page = await at({ ...values, tab: 'play' });
            const seen = new Set();
            let took = 0;
            for (let hint = 0; hint < 60 && took < 4; hint++) {
                await click(page, 'Hint');
                await page.locator('.step .deduced, .verdict:has-text("Solved")').first().waitFor();
                await idle(page);
                if (/^Solved/.test(await page.locator('.verdict').textContent())) break;
                await page.waitForFunction((seen) => {
                    const words = [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .step .deduced')].map((line) => line.textContent).join();
                    return words && !seen.includes(words);
                }, [...seen], { timeout: 20_000 });
                seen.add(await panel(page).locator('.step .deduced').first().textContent());
                const button = page.getByRole('button', { name: 'Fill it in' });
                if (await button.isVisible()) {
                    const before = await filled(page);
                    await button.click();
                    await page.waitForFunction((before) => new URLSearchParams(location.hash.slice(1)).get('filled') !== before, before);
                    took++;
                } else {
                    const step = await panel(page).locator('.step').first().textContent();
                    if (/solved in \d+ steps?/.test(step) && took > 0) break;
                    assert.match(step, /only rules something out/);
                }
            }
            assert.ok(took >= 2, [...seen].join('\n'));
            await ends(page);
        });
    }

    test('a hint that is not followed is said again', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await click(page, 'Hint');
        const words = await panel(page).locator('.step .deduced').textContent();
        await click(page, 'Hint');
        await idle(page);
        assert.equal(await panel(page).locator('.step .deduced').textContent(), words);
        await ends(page);
    });
});

describe('a hint on a board that is wrong', () => {
    test('says so where hints are, with the cell marked', async () => {
        const page = await at({ puzzle: EASY, tab: 'play', filled: '0:5' });
        await page.locator('.stage svg').waitFor();
        const marks = () => page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.known').length);
        assert.equal(await marks(), 0);
        await click(page, 'Hint');
        await panel(page).locator('.step').getByText(/^not right: .*this holds in no solution: r1c1=5/).waitFor();
        assert.equal(await page.locator('.verdict').textContent(), '');
        assert.equal(await marks(), 1);
        assert.equal(await page.getByRole('button', { name: 'Fill it in' }).isHidden(), true);
        // What was wrong is taken back: the next hint is one.
        await click(page, 'Reset');
        await click(page, 'Hint');
        await panel(page).locator('.step').getByText(/because|rests on/).first().waitFor();
        await ends(page);
    });
});

describe('choosing', () => {
    const put = (page, text) => page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        const field = document.querySelector('textarea');
        const focused = document.activeElement;
        if (focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) && focused === field) field.setRangeText(text);
        return field.value;
    }, text);

    test('what is pasted takes the place of the puzzle before', async () => {
        const page = await at();
        await page.getByLabel('The puzzle as text').click();
        await put(page, SLITHER);
        await title(page).getByText('slitherlink').waitFor();
        // The field is folded now: what is pasted anywhere is opened.
        await page.locator('.stage').focus();
        assert.equal(await put(page, EASY), EASY);
        await title(page).getByText('sudoku').waitFor();
        await click(page, 'Another puzzle…');
        await page.locator('.stage').focus();
        await page.getByLabel('The puzzle as text').focus();
        assert.equal(await page.evaluate(() => getSelection().toString()), EASY);
        await ends(page);
    });

    test('an address with a second one at its end is refused, one in a sentence is read', async () => {
        const page = await at();
        await paste(page, SLITHER + SLITHER);
        await page.getByRole('alert').getByText('expected the end of the address').waitFor();
        assert.equal(await page.locator('.work').isHidden(), true);
        // Words beside it are not of it.
        await paste(page, `${SLITHER} and more`);
        await title(page).getByText('slitherlink').waitFor();
        await ends(page);
    });

    test('the page says how to go on in its own words', async () => {
        const page = await at();
        const alert = page.getByRole('alert');
        const notOfTheCommand = async () => assert.doesNotMatch(await alert.textContent(), /jigsat .*(FILE|--help)/);
        // Several kinds of puzzles may look like this. Where one of them has a single solution, it is opened, and the others can be chosen beside it;
        // how many are found to have one is a matter of time.
        await paste(page, '.....\n.4...\n..2..\n.....');
        const minesweeper = page.getByRole('button', { name: 'Minesweeper', exact: true });
        await minesweeper.waitFor();
        await page.getByText(/Which of them is it\?|it could also be/).waitFor();
        await notOfTheCommand();
        await minesweeper.click();
        await title(page).getByText('Minesweeper').waitFor();
        assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('family')), 'minesweeper');
        // Rows of other words don't say of which genre they are.
        await paste(page, 'a b c d\n- 1 0 1\n- - 1 0\n0 - - 1');
        await alert.getByText('If you know what it is').waitFor();
        assert.doesNotMatch(await alert.innerText(), /name the family/);
        await notOfTheCommand();
        await alert.getByRole('combobox').selectOption('takuzu');
        await click(page, 'Open as this');
        await alert.getByText(/^Line 1, column \d+: /).waitFor();
        for (const [text, words] of [['https://puzz.link/p?foo/5/5/abc', /no family for puzzles of the kind 'foo'/], ['kind: nope', /expected one of/], ['p cnf 1 1\n2 0', /a literal from/]]) {
            await paste(page, text);
            await alert.getByText(words).waitFor();
            await notOfTheCommand();
        }
        await ends(page);
    });

    test('what is no puzzle hears which formats there are, and where a mistake is', async () => {
        const page = await at();
        const alert = page.getByRole('alert');
        await paste(page, 'no puzzle at all');
        await alert.getByText(/puzz\.link.*81 digits.*Sokoban.*YAML/).waitFor();
        await alert.getByRole('combobox').selectOption('sudoku');
        await click(page, 'Open as this');
        await alert.getByText(/^Line 1, column \d+: /).waitFor();
        assert.match(await alert.locator('pre').textContent(), /no puzzle at all\n *\^/);
        await paste(page, 'kind: sudoku\nbox: 2x2\ngrid: |\n  1 z . .\n  . . . .\n  . . . .\n  . . . .\n');
        await alert.getByText(/^Line 4, column 5: grid: found 'z'/).waitFor();
        await ends(page);
    });

    test('the engine is asked once for the puzzle that is opened', async () => {
        const { address, close } = await served(command, folder);
        const page = await open(tested.browser, address);
        const asked = [];
        page.on('request', (request) => { if (request.url().includes('/api/')) asked.push(request.url().split('/').at(-1)); });
        for (const [text, name] of [[EASY, 'sudoku'], [SLITHER, 'slitherlink'], [read('sokoban/first.xsb'), 'sokoban']]) {
            asked.length = 0;
            await paste(page, text);
            await title(page).getByText(name).waitFor();
            await page.locator('.work[aria-busy=false]').waitFor();
            assert.deepEqual(asked, ['show'], name);
        }
        await page.getByRole('tab', { name: 'Play' }).click();
        await spoken(page, /^0 steps, 0 pushes/);
        assert.deepEqual(asked, ['show']);
        await page.getByRole('tab', { name: 'Edit' }).click();
        assert.equal(await page.getByLabel('Level (XSB)').inputValue(), read('sokoban/first.xsb').split('\n').filter((line) => line.includes('#')).join('\n') + '\n');
        page.quiet();
        await page.context().close();
        close();
    });

    test('the form of a new puzzle has capitals, a clock, and Stop', async () => {
        const page = await at();
        await click(page, 'New…');
        const dialog = page.getByRole('dialog', { name: 'A new puzzle' });
        await dialog.getByLabel('Puzzle').selectOption('sudoku');
        for (const label of await dialog.locator('label').allTextContents()) assert.match(label, /^ ?\p{Lu}/u);
        await dialog.getByRole('textbox', { name: 'Box' }).fill('5x5');
        await dialog.getByRole('button', { name: 'Make it' }).click();
        const clock = dialog.getByText(/^making a puzzle … [\d.]+ m?s$/);
        await clock.waitFor();
        assert.equal(await clock.evaluate((own) => own.closest('output, [aria-live], [role=status]')), null);
        const stop = dialog.getByRole('button', { name: 'Stop' });
        await stop.press('Enter');
        await dialog.getByText(/^stopped after [\d.]+ m?s$/).waitFor();
        assert.equal(await stop.isHidden(), true);
        assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Make it');
        await dialog.getByRole('textbox', { name: 'Box' }).fill('2x2');
        await dialog.getByRole('button', { name: 'Make it' }).click();
        await page.locator('.stage svg').waitFor();
        assert.equal(await dialog.isHidden(), true);
        await ends(page);
    });

    test('Enter makes a new puzzle', async () => {
        const page = await at();
        await click(page, 'New…');
        await page.getByLabel('Seed').press('Enter');
        await page.locator('.stage svg').waitFor();
        await ends(page);
    });

    test('Back leads to the puzzle before, and then to the recent ones', async () => {
        const page = await at();
        await paste(page, SLITHER);
        await title(page).getByText('slitherlink').waitFor();
        await paste(page, EASY);
        await title(page).getByText('sudoku').waitFor();
        await page.goBack();
        await title(page).getByText('slitherlink').waitFor();
        await page.goBack();
        await page.getByRole('region', { name: 'Recently opened' }).getByRole('button').nth(1).click();
        await page.locator('.stage svg').waitFor();
        await ends(page);
    });
});

describe('models', () => {
    const WRONG = 'sort N = 1..4\npred x(n: N)\nassert one "one": exactly 1 n: N . y(n)\n';

    test('one with a mistake is opened in the editor, which shows it', async () => {
        const page = await at();
        await paste(page, WRONG);
        await page.locator('.cm-lintRange-error').waitFor();
        assert.match(await panel(page).textContent(), /y/);
        const marker = await page.evaluate(() => {
            const own = document.querySelector('.editor').shadowRoot.querySelector('.cm-lint-marker-error');
            return [getComputedStyle(own, '::before').content, own.getBoundingClientRect().width > 0];
        });
        assert.deepEqual(marker, ['"✗"', true]);
        assert.equal(await page.getByRole('tab').count(), 1);
        await ends(page);
    });

    test('a sign of another language is said with what to write instead', async () => {
        const page = await at();
        await paste(page, WRONG.replace('y(n)', '!x(n)'));
        await page.locator('.cm-lintRange-error').waitFor();
        await panel(page).getByText(/found '!'; write 'not'$/).waitFor();
        await ends(page);
    });

    test('an empty one is there to begin with, and what is written is there after a reload', async () => {
        const page = await at();
        await click(page, 'New model');
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\nassert none "no x": forall n: N . not x(n)');
        await page.keyboard.press('Escape');
        await page.reload();
        await page.locator('.cm-content').getByText('no x').waitFor();
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+Enter');
        assert.match(await verdict(page, /./), /^impossible/);
        await page.goBack();
        await ends(page);
    });

    test('what was written is what the other tabs show; with a mistake it is mended first', async () => {
        const page = await at();
        await click(page, 'New model');
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\nassert none "no x": forall n: N . not x(n');
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Explain' }).click();
        await verdict(page, /the model has a mistake/);
        assert.equal(await page.getByRole('tab', { name: 'Model' }).getAttribute('aria-selected'), 'true');
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type(')');
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Explain' }).click();
        assert.match(await verdict(page, /impossible/), /contradict/);
        assert.match(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('puzzle')), /assert none/);
        await ends(page);
    });

    test('a word is completed once', async () => {
        const page = await at();
        await click(page, 'New model');
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('\nass');
        await page.locator('.cm-tooltip-autocomplete li').first().waitFor();
        const offered = await page.locator('.cm-tooltip-autocomplete li').allTextContents();
        assert.deepEqual(offered.filter((word) => word === 'assert'), ['assert'], offered.join());
        assert.ok(offered.includes('asserted'), offered.join());
        await page.keyboard.press('Escape');
        await ends(page);
    });

    test('the original comes back', async () => {
        const page = await at({ puzzle: read('qprop/four-squares.qprop'), family: 'qprop', data: read('qprop/four-squares.yaml'), tab: 'model' });
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('# mine: ');
        await page.reload();
        await page.locator('.cm-content').getByText('mine').waitFor();
        await click(page, 'Back to the original');
        assert.doesNotMatch(await page.locator('.cm-content').textContent(), /mine/);
        await ends(page);
    });
});

describe('links of setters', () => {
    const SETTER = 'https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QBUB3AewAIAnYwsUgQwDsATO0k8xkVWgVzQAti5BCACCpMDDRoYQ1OW44JaYQDlBAW1pZx3RsQDW3Cgpg1aAB3NYAngDpS+PjFIBjCOReK65Z/xnOAM0FSRhgXQVoMYnpkOiZSemJ+CHoAc1IYLAlbThBU8ggOeABtYtAANy1uXABWVFSIcph6BDR5GABfZAqq3ABmesbm1vau4DGxkEqsaoQAdkGmlvg26onu9fGAXWQyqd6EADZF4ZXRjYuemdwARhPl1c7u/euEFDyhh/Or2fg6j6WIzWlwmOzKk2mv3eDUBZ2BP1wAA57kCnuMQZcXr9jgDTo9QbsEQhkbivvDNhCDvAcTC8d8Kc9If0UXDOmCifAACws/EYjkk2lktGU17wAak1EMjl3CWsjrsrG4Bay3notUi34AJh59L5iqOOrW7I1uBpn0lfM2+vg2pV32tAvNco2xr1TIQ3Lt8OtMsFFo50Kdqqt7r+hrZhKlJuJ4al1uVfudAdjWy2HSAA=';

    test('the rules that the setter wrote are shown, by those that are read', async () => {
        const page = await at();
        await paste(page, SETTER);
        const rules = page.getByRole('region', { name: 'Rules' });
        await rules.getByRole('heading', { name: 'The setter’s rules' }).waitFor();
        await rules.getByText(/Normal sudoku rules apply\. The/).waitFor();
        // What is played with is in sight; the rules of the genre are a click away.
        assert.equal(await rules.locator('li').first().isVisible(), false);
        await rules.locator('summary').click();
        await rules.locator('li').first().waitFor();
        assert.doesNotMatch(await page.locator('.left').textContent(), /rules in words/);
        // Another puzzle has none.
        await paste(page, EASY);
        await page.waitForFunction(() => !document.querySelector('#rules h3')?.checkVisibility() || document.querySelector('#rules h3').textContent !== 'The setter’s rules');
        await ends(page);
    });
});

describe('the library', () => {
    test('is looked through by genre and by difficulty, and says where there is nothing', async () => {
        const page = await at();
        await click(page, 'Library…');
        const library = page.getByRole('dialog', { name: 'Library' });
        await library.getByRole('combobox', { name: 'Genre' }).locator('option').nth(50).waitFor({ state: 'attached' });
        // The newest genres have theirs, too.
        for (const genre of ['cave', 'double-back', 'easy-as-abc', 'geradeweg', 'hidato', 'koburin', 'moon-or-sun', 'nanro', 'nurimisaki', 'putteria', 'regional-yajilin', 'snake', 'yin-yang']) {
            await library.getByRole('combobox', { name: 'Genre' }).selectOption(genre);
            const cards = library.locator('.card:visible');
            assert.ok(await cards.count() >= 3, genre);
            assert.equal(await library.locator('section:visible').count(), 1, genre);
        }
        await library.locator('.card:visible').first().locator('svg').waitFor();
        await library.getByRole('combobox', { name: 'Genre' }).selectOption('sudoku');
        await library.getByLabel('Difficulty').selectOption('easy');
        assert.ok(await library.locator('.card:visible').count() >= 1);
        await library.getByLabel('Search the library').fill('zzz');
        await library.getByText('There is no such puzzle in the library').waitFor();
        await library.getByLabel('Search the library').fill('');
        await library.locator('.card:visible').first().click();
        assert.equal(await page.getByRole('tab', { selected: true }).textContent(), 'Play');
        await ends(page);
    });

    test('is searched from the first page, by a button as by a key', async () => {
        const page = await at();
        const library = page.getByRole('dialog', { name: 'Library' });
        for (const search of [() => click(page, 'Search'), () => page.getByLabel('Search by genre').press('Enter')]) {
            await page.getByLabel('Search by genre').fill('nurikabe 5x5');
            await search();
            await library.locator('.card:visible').first().waitFor();
            assert.equal(await library.locator('section:visible').count(), 1);
            for (const words of await library.locator('.card:visible').allTextContents()) assert.match(words, / 5x5$/);
            await library.getByRole('button', { name: 'Close' }).click();
        }
        await ends(page);
    });

    test('new puzzles are first of the kind that is open, and of any difficulty', async () => {
        const page = await at({ puzzle: first('nurikabe/small.txt'), tab: 'play' });
        await page.locator('.stage svg').waitFor();
        const dialog = page.getByRole('dialog', { name: 'A new puzzle' });
        await click(page, 'New…');
        assert.equal(await dialog.getByLabel('Puzzle').inputValue(), 'nurikabe');
        await dialog.getByLabel('Difficulty').selectOption('hard');
        await dialog.getByLabel('Puzzle').selectOption('sudoku');
        assert.equal(await dialog.getByLabel('Difficulty').inputValue(), '');
        // What was chosen instead stays.
        await dialog.getByRole('button', { name: 'Close' }).click();
        await click(page, 'New…');
        assert.equal(await dialog.getByLabel('Puzzle').inputValue(), 'sudoku');
        await ends(page);
    });

    test('titles are titles', async () => {
        const page = await at();
        await click(page, 'New board…');
        const names = await page.getByRole('dialog', { name: 'A new board' }).getByLabel('Puzzle').locator('option').allTextContents();
        assert.ok(names.includes('Sudoku') && names.includes('Slitherlink'), names.join());
        assert.ok(names.every((name) => name.length < 25 && !name.includes(',')), names.join());
        await ends(page);
    });
});

describe('sharing', () => {
    const link = (page) => page.getByLabel('The link').inputValue();

    test('a link opens the puzzle under another tab, with what is filled in or without', async () => {
        const page = await at({ puzzle: EASY, tab: 'play', filled: '0:9' });
        await page.locator('.stage svg').waitFor();
        await click(page, 'Share…');
        assert.equal(await link(page), tested.host.address + fragment({ puzzle: EASY, tab: 'play' }));
        await page.getByRole('checkbox', { name: 'with what is filled in', exact: true }).check();
        assert.equal(await link(page), tested.host.address + fragment({ puzzle: EASY, filled: '0:9', tab: 'play' }));
        await page.getByLabel('Opens under').selectOption('Explain');
        await page.getByText('comes from your own machine').waitFor();
        const address = await link(page);
        await click(page, 'Close');
        const other = await open(tested.browser, tested.host.address, { hash: address.slice(tested.host.address.length) });
        await verdict(other, /solved in/);
        await ends(other);
        await ends(page);
    });

    test('a board that is written in a word makes a short link, which opens what was shared', async () => {
        const page = await at({ puzzle: read('sudoku/easy.yaml'), tab: 'play', filled: '0:9' });
        await page.locator('.stage svg').waitFor();
        await click(page, 'Share…');
        await page.getByRole('checkbox', { name: 'with what is filled in', exact: true }).check();
        const short = await link(page);
        assert.equal(short, tested.host.address + fragment({ puzzle: EASY, family: 'sudoku', filled: '0:9', tab: 'play' }));
        const other = await open(tested.browser, short);
        await other.locator('.stage svg').waitFor();
        const drawn = (page) => page.evaluate(() => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll('text')].map((text) => text.textContent.trim()).join(''));
        await other.waitForFunction(() => document.querySelector('.stage .board').shadowRoot.querySelector('.deduced'));
        assert.equal(await drawn(other), await drawn(page));
        await other.context().close();
        await ends(page);
    });

    test('comments of a file are not in its link', async () => {
        const page = await at({ puzzle: read('sudoku/killer.yaml') });
        await page.locator('.stage svg').waitFor();
        await click(page, 'Share…');
        const puzzle = new URLSearchParams((await link(page)).split('#')[1]).get('puzzle');
        assert.match(puzzle, /^kind: sudoku\n/);
        await ends(page);
    });
});

describe('explanations', () => {
    test('an impossible board is called so', async () => {
        const page = await at({ puzzle: TWICE, tab: 'explain' });
        assert.equal(await verdict(page, /./), 'impossible: 3 constraints contradict each other');
        assert.equal(await panel(page).locator('.step li').count(), 3);
        await ends(page);
    });

    test('many reasons scroll, below the steps that lead to the contradiction', async () => {
        const page = await at({ puzzle: read('sudoku/impossible.yaml'), tab: 'explain' });
        assert.match(await verdict(page, /impossible/), /^impossible: \d+ constraints contradict/);
        await panel(page).locator('.steps [aria-current]', { hasText: /^r\dc\d=\d$/ }).waitFor();
        assert.match(await panel(page).locator('.step').first().textContent(), /^r\dc\d=\d.*rests on/);
        await panel(page).getByText(/^All \d+ constraints that contradict each other$/).click();
        const folded = panel(page).locator('details .step');
        await folded.getByText('given r1c4=2').waitFor();
        const height = await folded.evaluate((step) => step.getBoundingClientRect().height);
        assert.ok(height < 500, `${height} pixels`);
        await page.keyboard.press('Escape');
        await page.locator('.stage').focus();
        await page.keyboard.press('End');
        await panel(page).locator('.step').first().getByText(/^a contradiction:/).waitFor();
        await ends(page);
    });

    test('a board with two solutions is called so, and each part has its words', async () => {
        const page = await at({ puzzle: read('sudoku/ambiguous.yaml'), tab: 'explain' });
        assert.equal(await verdict(page, /./), 'not unique: at least two solutions');
        assert.doesNotMatch(await panel(page).textContent(), /picture/);
        await panel(page).getByRole('button', { name: /not unique/ }).click();
        assert.match(await panel(page).locator('.step').textContent(), /only in the first: r2c4=3/);
        await ends(page);
    });

    test('a cell is asked about by keys, and the label says so', async () => {
        const page = await at({ puzzle: EASY, tab: 'explain' });
        await verdict(page, /solved in/);
        await page.locator('.stage').focus();
        await page.keyboard.press('Shift+ArrowRight');
        await spoken(page, /^r1c1; Enter asks/);
        await page.keyboard.press('Enter');
        await panel(page).getByText(/^r1c1=9/).last().waitFor();
        await panel(page).locator('.steps [aria-current][aria-label*=": r1c1=9"]').waitFor();
        await ends(page);
    });

    test('a step that there isn’t is the last one', async () => {
        const page = await at({ puzzle: EASY, tab: 'explain', step: 99 });
        await verdict(page, /solved in/);
        const [, step, of] = /step (\d+) of (\d+)/.exec(await panel(page).locator('output').textContent());
        assert.equal(step, of);
        assert.match(await page.locator('#spoken').textContent(), /^Step \d+: r\dc\d/);
        await ends(page);
    });

    test('are not offered where there are none', async () => {
        const page = await at({ puzzle: read('sokoban/first.xsb') });
        await page.locator('.stage svg').waitFor();
        assert.equal(await page.getByRole('tab', { name: 'Explain' }).count(), 0);
        assert.equal(await page.getByRole('button', { name: 'Rate' }).isHidden(), true);
        await ends(page);
    });
});

describe('the formula', () => {
    test('a cell is asked about by keys', async () => {
        const page = await at({ puzzle: EASY, tab: 'formula' });
        await page.locator('.rules details').first().waitFor();
        await page.locator('.stage').focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.getByText(/constraints? about the cell in row 1, column 2/).last().waitFor();
        await ends(page);
    });

    test('without a rule it says its size again, and so does what follows', async () => {
        const page = await at({ puzzle: read('sudoku/tiny.yaml'), tab: 'formula' });
        await page.locator('.rules details').first().waitFor();
        const size = panel(page).locator('p').first();
        const before = await size.textContent();
        await page.locator('.rules summary').nth(1).click();
        await page.locator('.rules input[type=checkbox]').nth(1).check();
        await verdict(page, /^Without/);
        assert.notEqual((await size.textContent()).replace(/; without.*/, '.'), before);
        await idle(page);
        await page.getByText('Unit propagation').click();
        await page.getByLabel('Literals to assume').fill('r1c1=1');
        await click(page, 'Propagate');
        await panel(page).getByText(/^Without \w+: (\d+ literals follow|A conflict)/).waitFor();
        const marked = await page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.assumed').length);
        assert.equal(marked, 1);
        // With the rule again, these would be other literals.
        await page.locator('.rules input[type=checkbox]').nth(1).uncheck();
        await page.waitForFunction(() => !document.querySelector('.stage .board').shadowRoot.querySelector('.assumed'));
        assert.equal(await panel(page).getByText(/literals? follows?,/).count(), 0);
        await ends(page);
    });

    test('choices without an effect are disabled, and it says so', async () => {
        const page = await at({ puzzle: EASY, tab: 'formula' });
        await panel(page).getByText('No effect here: Counting; Loops and regions.').waitFor();
        assert.equal(await page.getByLabel('At most one').isEnabled(), true);
        assert.equal(await page.getByLabel('Counting').isDisabled(), true);
        assert.equal(await page.getByLabel('Loops and regions').isDisabled(), true);
        await page.goto(tested.host.address + fragment({ puzzle: SLITHER, tab: 'formula' }));
        await panel(page).getByText('No effect here: Counting.').waitFor();
        assert.equal(await page.getByLabel('Loops and regions').isEnabled(), true);
        await page.getByLabel('Loops and regions').selectOption('tree');
        await idle(page);
        assert.equal(await page.getByLabel('Loops and regions').inputValue(), 'tree');
        await ends(page);
    });

    test('one is one', async () => {
        const page = await at({ puzzle: EASY, tab: 'formula' });
        await page.locator('.rules details').first().waitFor();
        assert.doesNotMatch(await panel(page).textContent(), /\b1 (constraints|clauses|literals|variables)\b/);
        await page.getByText('Compare encodings').click();
        await click(page, 'Compare');
        await panel(page).getByRole('columnheader', { name: 'derived without search' }).waitFor();
        await idle(page);
        await ends(page);
    });
});

describe('answers', () => {
    const said = (page) => page.locator('.grounds').textContent();

    test('say the time, the engine, and what they rest on', async () => {
        const page = await at({ puzzle: EASY });
        for (const [name, words, rest] of [
            ['Solve', /^solved/, /the referee checked the solution/],
            ['Is it unique?', /unique/, /that there is no other rests on the search/],
            ['All solutions', /^1 solution, and no more/, /backtrack.*that there are no more rests on the search/],
            ['Count', /^1 solution,/, /backtrack.*that there are no more rests on the search/],
            ['Rate', /steps, all of them singles/, /from the steps of the explanation · that there is no other solution rests on the search/],
        ]) {
            await click(page, name);
            await verdict(page, words);
            assert.match(await said(page), /^[\d.]+ m?s in this page/, name);
            assert.match(await said(page), rest, name);
        }
        await ends(page);
    });

    test('a list that stops says that there are more, and how to see them', async () => {
        const page = await at({ puzzle: 'kind: sudoku\nbox: 2x2\ngrid: |\n' + '  . . . .\n'.repeat(4) });
        await page.getByText('Options').click();
        await page.getByLabel('Solutions to list at most').fill('12');
        await click(page, 'All solutions');
        assert.equal(await verdict(page, /./), 'the first 12 solutions; there are more');
        assert.match(await said(page), /Count says how many there are; a larger limit under Options lists more/);
        await panel(page).getByText('solution 1 of the 12 found').waitFor();
        await page.getByLabel('Solutions to list at most').fill('288');
        await click(page, 'All solutions');
        assert.equal(await verdict(page, /288/), '288 solutions, and no more');
        await panel(page).getByText('solution 1 of 288').waitFor();
        // One alone may have others.
        await click(page, 'Solve');
        await panel(page).getByText('a solution', { exact: true }).waitFor();
        await ends(page);
    });

    test('a plan of Sokoban has its length, what is proven, the time and the engine', async () => {
        const page = await at({ puzzle: read('sokoban/first.xsb') });
        await click(page, 'Solve');
        assert.equal(await verdict(page, /./), 'solved: 14 moves, 3 pushes, fewest pushes');
        assert.match(await said(page), /^[\d.]+ m?s in this page · states · the referee checked the solution · that no plan has fewer pushes rests on the search/);
        await ends(page);
    });
});

describe('playing', () => {
    test('what is given stays', async () => {
        const page = await at({ puzzle: TAKUZU, family: 'takuzu', tab: 'play' });
        await spoken(page, /^r1c1: empty/);
        await page.locator('.stage').focus();
        await page.keyboard.press('ArrowRight');
        await spoken(page, /^r1c2: 1, given/);
        await page.keyboard.press('0');
        assert.equal(await filled(page), null);
        await ends(page);
    });

    test('places without a value are left out', async () => {
        const page = await at({ puzzle: KAKURO, tab: 'play' });
        await spoken(page, /^r2c2: empty/);
        await ends(page);
    });

    test('a Takuzu is solved without writing its givens', async () => {
        const page = await at({ puzzle: TAKUZU, family: 'takuzu', tab: 'play' });
        await spoken(page, /^r1c1: empty/);
        for (let hint = 0; hint < 60; hint++) {
            await click(page, 'Hint');
            await page.locator('.step .deduced').first().waitFor();
            await idle(page);
            await page.waitForTimeout(60);
            if (await page.getByRole('button', { name: 'Fill it in' }).isVisible()) await click(page, 'Fill it in');
            await page.waitForTimeout(120);
            if (/Solved/.test(await page.locator('.verdict').textContent())) break;
        }
        await verdict(page, /Solved: legal and complete/, 5000);
        await ends(page);
    });

    test('Galaxies: cells are given to stars, by number and by dragging', async () => {
        const page = await at({ puzzle: GALAXIES, tab: 'play' });
        await spoken(page, /^r1c1: empty/);
        assert.deepEqual(await panel(page).locator('.pad button').allTextContents(), ['1', '2', '3', '4', '5', '6', '⌫']);
        await page.locator('.stage').focus();
        await page.keyboard.press('1');
        assert.equal(await filled(page), '0:r1c4');
        await spoken(page, /^r1c1: star 1/);
        // From the star in row 1, column 4 to the cell on its left.
        await drag(page, [1, 7], [1, 5]);
        assert.equal(await filled(page), '0:r1c4,2:r1c4');
        const labels = await page.evaluate(() => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll('.star')].map((one) => one.textContent));
        assert.deepEqual(labels, ['1', '2', '3', '4', '5', '6']);
        await ends(page);
    });

    test('a tap beside an edge paints nothing, a drag the edges that it crosses', async () => {
        for (const puzzle of [SLITHER, MASYU]) {
            const page = await at({ puzzle, tab: 'play' });
            await page.locator('.stage svg').waitFor();
            for (const [down, right] of [[3, 3], [3.2, 3.1], [2.8, 3.2]]) await drag(page, [down, right]);
            assert.equal(await filled(page), null, puzzle);
            await drag(page, [3, 3], [3, 5]);
            assert.match(await filled(page), /^\d+:yes$/, puzzle);
            await drag(page, [3, 5], [3, 7], [5, 7]);
            assert.match(await filled(page), /^\d+:yes,\d+:yes,\d+:yes$/, puzzle);
            await ends(page);
        }
    });

    test('a drag from island to island draws a bridge, the next one a second, then says that there is none, and takes that away', async () => {
        const page = await at({ puzzle: first('hashi/small.txt'), tab: 'play' });
        await page.locator('.stage svg').waitFor();
        const counts = [];
        for (let drags = 0; drags < 4; drags++) {
            await drag(page, [3, 5], [3, 9]);
            counts.push((await filled(page))?.replaceAll(/\d+:/g, ''));
        }
        assert.deepEqual(counts, ['1,1', '2,2', '0,0', undefined]);
        await ends(page);
    });

    test('a message waits for the end of a drag, under which it would move the board', async () => {
        const page = await at({ puzzle: 'https://puzz.link/p?mashu/5/5/01na00390', tab: 'play' });
        await page.locator('.stage svg').waitFor();
        // Straight on through a black circle.
        const points = [];
        for (const [down, right] of [[3, 1], [3, 3], [3, 5]]) points.push(await point(page, down, right));
        for (const [number, { x, y }] of points.entries()) {
            await page.mouse.move(x, y, { steps: 5 });
            if (number === 0) await page.mouse.down();
            // Long enough to learn that a rule is broken.
            await page.waitForTimeout(300);
        }
        assert.equal(await page.locator('.verdict').textContent(), '');
        await page.mouse.up();
        await verdict(page, /black circle in r2c2/);
        assert.match(await filled(page), /^\d+:yes,\d+:yes$/);
        await ends(page);
    });

    test('a solved board needs no hint', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        for (let hints = 0; hints < 81 && !/Solved/.test(await page.locator('.verdict').textContent()); hints++) {
            await click(page, 'Hint');
            await click(page, 'Fill it in');
            await page.waitForFunction(() => document.querySelector('.fill').hidden);
            if ((await filled(page)).split(',').length === EASY.split('.').length - 1) await verdict(page, /Solved/);
        }
        for (const name of ['Hint', 'Right so far?']) {
            await click(page, name);
            assert.match(await verdict(page, /./), /Solved/, name);
            assert.equal(await page.locator('.play > .step').textContent(), '');
        }
        await ends(page);
    });

    test('what a hint offers goes with it', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await page.keyboard.press('9');
        await click(page, 'Hint');
        await page.locator('.fill').waitFor();
        await click(page, 'Right so far?');
        await verdict(page, /right so far/);
        assert.equal(await page.locator('.fill').isVisible(), false);
        await ends(page);
    });

    test('all four cells of a block are marked, and the pad has the words of the rules', async () => {
        const page = await at({ puzzle: first('nurikabe/small.txt'), tab: 'play', filled: '1:yes,2:yes,6:yes,7:yes' });
        await verdict(page, /the 2x2 block from r1c2 to r2c3 is not all sea/);
        assert.equal(await shown(page, '.clash'), 4);
        assert.deepEqual(await panel(page).locator('.pad button').allTextContents(), ['■ sea', '× land', '⌫']);
        await page.locator('.stage').focus();
        await page.keyboard.press('ArrowDown');
        await spoken(page, /^cell in row 2, column 2: sea|r2c2: sea/);
        await panel(page).getByText('Click for sea, again for land').waitFor();
        await ends(page);
    });

    test('what is not right is told as hints tell it, with its headline once', async () => {
        const page = await at({ puzzle: first('nurikabe/small.txt'), tab: 'play', filled: '1:no,2:no,3:no' });
        await page.locator('.stage svg').waitFor();
        await click(page, 'Right so far?');
        assert.match(await verdict(page, /not right/), /can't be land$/);
        const told = await page.locator('.play > .step').first().innerText();
        assert.match(told, /^r1c\d is sea/);
        assert.doesNotMatch(told, /not right/);
        await ends(page);
    });

    test('verdicts go with the board that they are about', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await page.keyboard.press('3');
        await click(page, 'Right so far?');
        await verdict(page, /./);
        await page.keyboard.press('Control+z');
        assert.equal(await page.locator('.verdict').textContent(), '');
        await click(page, 'Right so far?');
        await verdict(page, /nothing is filled in/);
        await page.getByRole('tab', { name: 'Solve' }).click();
        assert.equal(await page.locator('.verdict').textContent(), '');
        await ends(page);
    });

    test('keys are for the board wherever the focus is left', async () => {
        const page = await at({ puzzle: EASY });
        await page.locator('.stage svg').waitFor();
        await page.getByRole('tab', { name: 'Play' }).click();
        await page.keyboard.press('9');
        assert.equal(await filled(page), '0:9');
        await click(page, 'Hint');
        await page.getByRole('button', { name: 'Fill it in' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement.classList.contains('stage'));
        await page.goto(tested.host.address + fragment({ puzzle: EASY, tab: 'explain', step: 3 }));
        await page.locator('.steps [aria-current]').waitFor();
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('ArrowRight');
        assert.match(page.url(), /step=4/);
        await ends(page);
    });

    test('after a plan of Sokoban is found, Space makes its next step', async () => {
        const page = await at({ puzzle: read('sokoban/first.xsb'), tab: 'play' });
        await page.getByRole('button', { name: 'Solve from here' }).press('Enter');
        assert.equal(await verdict(page, /solved/), 'solved: 14 moves, 3 pushes, fewest pushes');
        assert.match(await page.locator('.grounds').textContent(), /^[\d.]+ m?s in this page · states/);
        assert.equal(await page.evaluate(() => document.activeElement.className), 'stage');
        await page.keyboard.press(' ');
        await panel(page).getByText(/^1 step, 0 pushes$/).waitFor();
        await panel(page).getByText(/^plan: 13 steps to go/).waitFor();
        await page.keyboard.press('ArrowUp');
        await panel(page).getByText(/^2 steps, 0 pushes$/).waitFor();
        await ends(page);
    });

    test('the focus is on the board after Stop', async () => {
        const page = await at({ puzzle: '.'.repeat(81), family: 'sudoku' });
        await click(page, 'Count');
        await page.getByRole('button', { name: 'Stop' }).press('Enter');
        await verdict(page, /stopped/);
        assert.equal(await page.evaluate(() => document.activeElement.className), 'stage');
        await ends(page);
    });

    test('capital letters are keys as well', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await page.locator('.stage').focus();
        await page.keyboard.press('9');
        await page.keyboard.press('Control+Z');
        assert.equal(await filled(page), null);
        await page.keyboard.press('Control+Y');
        assert.equal(await filled(page), '0:9');
        await page.keyboard.press('N');
        assert.equal(await page.getByRole('button', { name: 'Notes' }).getAttribute('aria-pressed'), 'true');
        await page.keyboard.press('H');
        await page.locator('.step .deduced').waitFor();
        await ends(page);
    });

    test('a number of two digits is one step of undo', async () => {
        const page = await at({ puzzle: read('sudoku/sixteen.yaml'), tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await page.locator('.stage').focus();
        await page.keyboard.type('12');
        assert.match(await filled(page), /^0:12$/);
        await page.keyboard.press('Control+z');
        assert.equal(await filled(page), null);
        await ends(page);
    });

    test('numbers on shaded cells are white', async () => {
        for (const colorScheme of ['light', 'dark']) {
            const page = await at({ puzzle: first('heyawake/small.txt'), tab: 'play', filled: '0:yes' }, { colorScheme });
            await page.locator('.stage .wall').waitFor();
            const fill = await page.evaluate(() => getComputedStyle(document.querySelector('.stage .board').shadowRoot.querySelector('.given')).fill);
            assert.equal(fill, 'rgb(255, 255, 255)', colorScheme);
            await ends(page);
        }
    });

    test('labels on pieces keep the colour that the picture gives them', async () => {
        for (const colorScheme of ['light', 'dark']) {
            const page = await at({ puzzle: read('edge-matching/framed.yaml') }, { colorScheme });
            await page.locator('.stage .label').first().waitFor();
            const fills = await page.evaluate(() => {
                const of = (query) => getComputedStyle(document.querySelector('.stage .board').shadowRoot.querySelector(query));
                return [of('.label.on-dark').fill, of('.label:not(.on-dark)').fill, of('.label').fontSize];
            });
            assert.deepEqual(fills, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', '13px'], colorScheme);
            await ends(page);
        }
    });

    test('what does not fit the board is said, not filled in', async () => {
        const page = await at({ puzzle: EASY, tab: 'play', filled: '0:99,1:3,400:1' });
        assert.match(await verdict(page, /./), /^left out of what is filled in: '99' in r1c1, '1' in place 400/);
        assert.equal(await filled(page), '1:3');
        await ends(page);
    });

    test('boards, their notes and undo are there after a reload, and in the address', async () => {
        const page = await at({ puzzle: EASY, tab: 'play' });
        await page.locator('.stage svg').waitFor();
        await page.locator('.stage').focus();
        await page.keyboard.press('9');
        // Over what is given, where nothing can be written.
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('n');
        await page.keyboard.press('4');
        // The puzzle by itself, as from the library.
        await page.goto('about:blank');
        await page.goto(tested.host.address + fragment({ puzzle: EASY, tab: 'play' }));
        await page.locator('.stage svg').waitFor();
        assert.equal(await filled(page), '0:9');
        const notes = await page.evaluate(() => document.querySelector('.stage .board').shadowRoot.querySelector('.note')?.textContent);
        assert.equal(notes, '4');
        await click(page, 'Undo');
        await click(page, 'Undo');
        assert.equal(await filled(page), null);
        await ends(page);
    });

    test('the moves of Sokoban are there after a reload, and those that were undone', async () => {
        const puzzle = read('sokoban/first.xsb');
        const page = await at({ puzzle, tab: 'play' });
        await click(page, 'Solve from here');
        await verdict(page, /solved/);
        await page.locator('.stage').focus();
        for (const key of [' ', ' ', ' ', 'Backspace']) await page.keyboard.press(key);
        assert.equal(await page.locator('.verdict').textContent(), '');
        const moves = await filled(page);
        await page.goto('about:blank');
        await page.goto(tested.host.address + fragment({ puzzle, tab: 'play' }));
        await panel(page).getByText('2 steps').waitFor();
        assert.equal(await filled(page), moves);
        await click(page, 'Redo');
        await panel(page).getByText('3 steps').waitFor();
        await ends(page);
    });
});

test('a server that has gone is said to have gone', async () => {
    const { address, server } = await served(command, folder);
    const page = await open(tested.browser, address, { hash: fragment({ puzzle: EASY, tab: 'play' }) });
    await page.locator('.stage svg').waitFor();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await page.locator('.stage').focus();
    await page.keyboard.press('9');
    assert.match(await verdict(page, /./), /the server does not answer/);
    assert.deepEqual(page.complaints.filter((words) => !/Failed to load|ERR_/.test(words)), []);
    await page.context().close();
});

test('the engine that was chosen is kept', async () => {
    const { address, server } = await served(command, folder);
    const page = await open(tested.browser, address);
    await page.getByLabel('Engine').selectOption('this page');
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.equal(await page.getByLabel('Engine').inputValue(), 'this page');
    await page.context().close();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
});

test('the clock is not read out', async () => {
    const page = await at({ puzzle: '.'.repeat(81), family: 'sudoku' });
    await click(page, 'Count');
    await page.locator('.busy').getByText('counting').waitFor();
    assert.equal(await page.locator('.busy').evaluate((own) => own.closest('output, [aria-live], [role=status]')), null);
    await ends(page);
});

test('without JavaScript there is a picture and a way to the guide', async () => {
    const context = await tested.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(tested.host.address);
    assert.equal(await page.getByText('Loading').isHidden(), true);
    assert.equal(await page.locator('img').first().evaluate((picture) => picture.naturalWidth > 0).catch(() => true), true);
    assert.equal(await page.getByRole('link', { name: 'guide' }).count(), 1);
    await context.close();
});
