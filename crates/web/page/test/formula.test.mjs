// The formula beside the board: the clauses of a constraint, literals taken from the board, encodings compared by meaning, and
// answers of solvers.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_COMMAND the program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fragment, hosted, open, point, served, stage, verdict } from './browser.mjs';
import { PHONE, tapOn } from './touch.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
const command = resolve(process.env.JIGSAT_COMMAND);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));

const TINY = readFileSync('puzzles/sudoku/tiny.yaml', 'utf8');
const NURIKABE = 'https://puzz.link/p?nurikabe/5/5/5m4p1g4i';
const MASYU = readFileSync('puzzles/masyu/small.txt', 'utf8').split('\n')[0];
const tested = stage(() => hosted(folder));

async function at(puzzle, options) {
    const page = await tested.at({ puzzle, tab: 'formula' }, options);
    await page.locator('.rules details').first().waitFor();
    return page;
}

const panel = (page) => page.getByRole('tabpanel');
const click = (page, name, way = 'click') => page.getByRole('button', { name, exact: true })[way]();
const assumed = (page) => page.getByLabel('Literals to assume', { exact: true }).inputValue();
const drawn = (page, selector) => page.evaluate((selector) => [...document.querySelector('.stage .board').shadowRoot.querySelectorAll(selector)].map((one) => one.textContent.trim()), selector);
async function ends(page) {
    page.quiet();
    await page.context().close();
}

async function clickOn(page, down, right) {
    const { x, y } = await point(page, down, right);
    await page.mouse.click(x, y);
}

/** What the command says that this constraint is written as. */
function clauses(puzzle, sentence) {
    const { stdout } = spawnSync(command, ['encode', '-', '--format', 'text', '--full', '--group', sentence], { encoding: 'utf8', input: puzzle });
    return stdout.split('\n').filter((line) => line.startsWith('    ')).map((line) => line.trim());
}

test('a constraint shows its clauses when it is pressed, by mouse and by keys', async () => {
    const page = await at(TINY);
    await page.locator('.rules summary').first().click();
    const own = page.locator('.rules li button').first();
    const sentence = await own.textContent();
    await own.click();
    const written = page.locator('.rules li .clauses').first();
    await written.locator('code').first().waitFor();
    const expected = clauses(TINY, sentence);
    assert.equal(expected.length, 7);
    assert.deepEqual(await written.locator('code').allTextContents(), expected);
    assert.equal(await own.getAttribute('aria-expanded'), 'true');
    await own.focus();
    await page.keyboard.press('Enter');
    assert.equal(await written.isHidden(), true);
    await ends(page);
});

test('a constraint that is a clause, and one that is a graph, are shown as they are written', async () => {
    const page = await at(NURIKABE);
    const first = async (rule) => {
        const own = page.locator('.rules > details').filter({ has: page.getByText(rule, { exact: true }) });
        await own.locator('summary').first().click();
        await own.locator('li button').first().click();
        await own.locator('.clauses code').first().waitFor();
        return own.locator('.clauses').first().innerText();
    };
    assert.match(await first('clue'), /^1 clause\s+not shade\(r1c1\)$/);
    await ends(page);
});

test('a click on a cell offers its literals; one that is chosen is assumed, negated, and forgotten', async () => {
    const page = await at(TINY);
    await clickOn(page, 1, 3);
    const offered = page.getByRole('group', { name: 'What can be assumed here' });
    await offered.waitFor();
    assert.deepEqual(await offered.getByRole('button').allTextContents(), ['r1c2=1', 'r1c2=2', 'r1c2=3', 'r1c2=4']);
    await click(page, 'r1c2=4');
    await verdict(page, /^\d+ literals follow, no|^\d+ literals follow, \d+ variables? (is|are) left open|^A conflict/);
    assert.equal(await assumed(page), 'r1c2=4');
    assert.equal(await offered.getByRole('button', { name: 'r1c2=4', exact: true }).getAttribute('aria-pressed'), 'true');
    await click(page, 'r1c2=4');
    await page.waitForFunction(() => document.querySelector('[aria-label="Literals to assume"]').value === '!r1c2=4');
    await click(page, '!r1c2=4');
    await page.waitForFunction(() => document.querySelector('[aria-label="Literals to assume"]').value === '');
    await ends(page);
});

test('where propagation is looked at, a click on a cell assumes its only literal, and what follows is on the board', async () => {
    const page = await at(NURIKABE);
    await page.getByText('Unit propagation').click();
    await clickOn(page, 5, 5);
    await verdict(page, /literals? follows?|A conflict/);
    assert.equal(await assumed(page), 'shade(r3c3)');
    assert.equal((await drawn(page, '.added .assumed')).length, 1);
    const before = (await drawn(page, '.added .sure')).length;
    assert.ok(before >= 1, 'the assumption itself is drawn as a value');
    await clickOn(page, 1, 3);
    await page.waitForFunction((before) => document.querySelector('.stage .board').shadowRoot.querySelectorAll('.added .sure').length > before, before);
    assert.equal(await assumed(page), 'shade(r3c3) shade(r1c2)');
    // The same two literals, as the command propagates them.
    const { stdout } = spawnSync(command, ['encode', NURIKABE, '--propagate', '--assume', 'shade(r3c3)', '--assume', 'shade(r1c2)', '--format', 'json'], { encoding: 'utf8' });
    const { propagated } = JSON.parse(stdout);
    assert.match(await page.locator('.verdict').textContent(), new RegExp(`^${propagated.steps.length} literals`));
    // What followed goes when the question can't be answered.
    await page.getByLabel('Literals to assume', { exact: true }).fill('shade(r9c9)');
    await page.getByLabel('Literals to assume', { exact: true }).press('Enter');
    await verdict(page, /there is no atom/);
    assert.equal(await page.getByText('literals follow').count(), 0);
    await click(page, 'Clear');
    assert.equal(await assumed(page), '');
    assert.equal((await drawn(page, '.added .sure')).length, 0);
    await ends(page);
});

test('an edge is asked about by keys and by a finger', async () => {
    const page = await at(MASYU);
    await page.locator('.stage').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const offered = page.getByRole('group', { name: 'What can be assumed here' });
    await offered.waitFor();
    assert.ok((await offered.getByRole('button').allTextContents()).every((name) => /^line\(/.test(name)));
    await ends(page);

    const phone = await at(MASYU, PHONE);
    await phone.getByText('Unit propagation').tap();
    await phone.evaluate(() => document.querySelector('.stage').scrollIntoView());
    await tapOn(phone, 1, 2);
    await phone.waitForFunction(() => document.querySelector('[aria-label="Literals to assume"]').value === 'line(r1c1-r1c2)');
    await ends(phone);
});

test('with a server, two encodings are compared by meaning, with a solution that only one has', async () => {
    const host = await served(command, folder);
    const page = await open(tested.browser, host.address, { hash: fragment({ puzzle: TINY, tab: 'formula' }) });
    await page.locator('.rules details').first().waitFor();
    await page.getByText('Compare encodings').click();
    await page.getByLabel('One encoding').selectOption('extended');
    await page.getByLabel('The other encoding').selectOption('minimal');
    await click(page, 'Same meaning?');
    await verdict(page, /mean the same/);
    assert.match(await page.locator('.verdict').getAttribute('class'), /good/);
    await page.getByLabel('without the rule').selectOption('box');
    await click(page, 'Same meaning?');
    await verdict(page, /differ/);
    assert.match(await page.locator('.verdict').getAttribute('class'), /bad/);
    await panel(page).getByText(/can't be, because 'box \d has exactly one \d'/).waitFor();
    await ends(page);
    host.close();
    // The module alone says where that is answered.
    const alone = await at(TINY);
    await alone.getByText('Compare encodings').click();
    await alone.getByText(/is answered where jigsat serve does/).waitFor();
    assert.equal(await alone.getByRole('button', { name: 'Same meaning?' }).isHidden(), true);
    await ends(alone);
});

test('the answer of a solver to the downloaded formula becomes a solution; a wrong one is refused', async () => {
    const page = await at(TINY);
    const got = page.waitForEvent('download');
    await page.getByText('Download', { exact: true }).click();
    await click(page, 'DIMACS');
    const dimacs = readFileSync(await (await got).path(), 'utf8');
    // The command is the solver: it solves the formula itself.
    const { stdout } = spawnSync(command, ['dimacs', 'solve', '-'], { encoding: 'utf8', input: dimacs });
    const isTrue = new Map([...stdout.matchAll(/(r\dc\d=\d): (true|false)/g)].map(([, name, value]) => [name, value === 'true']));
    assert.equal(isTrue.size, 64);
    const values = [...dimacs.matchAll(/^c var (\d+) (\S+)$/gm)].map(([, number, name]) => (isTrue.get(name) ? number : -number));
    const answer = `s SATISFIABLE\nv ${values.join(' ')} 0\n`;
    await page.getByText('A solver’s answer').click();
    await page.getByLabel('The answer of a solver', { exact: true }).fill(answer);
    await click(page, 'Decode');
    await verdict(page, /solved/);
    assert.equal((await drawn(page, 'text')).filter((value) => /^[1-4]$/.test(value)).length, 16);
    // Without a line, it is no answer to this formula.
    await page.getByLabel('The answer of a solver', { exact: true }).fill('v 1 2 0');
    await click(page, 'Decode');
    await page.waitForFunction(() => document.querySelector('.verdict.bad')?.textContent);
    await ends(page);
});
