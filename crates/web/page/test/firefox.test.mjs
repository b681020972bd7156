// The main paths through the page in Firefox, if there is one.
//
// JIGSAT_PAGE is the folder of the page, JIGSAT_FIREFOX names a Firefox.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fragment, hosted } from './host.mjs';
import { FIREFOX, firefox } from './firefox.mjs';

const folder = resolve(process.env.JIGSAT_PAGE);
process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));
const read = (file) => readFileSync(`puzzles/${file}`, 'utf8');
const EASY = '.2.5.....741....585...87.921.....92....6.9....59.....421.93...786....239.....6.1.';
const SLITHER = 'https://puzz.link/p?slither/5/5/cbcbcddad';

describe('in Firefox', { skip: FIREFOX ? false : 'there is no Firefox; JIGSAT_FIREFOX may name one' }, () => {
    let browser;
    let host;
    before(async () => {
        host = await hosted(folder);
        browser = await firefox();
    });
    after(async () => {
        await browser?.close();
        host?.close();
    });

    /** A page with a puzzle, closed in the end; nothing may be wrong on its console. */
    const on = async (values, use) => {
        const page = await browser.page();
        const click = (name, of = 'button:not([role=tab]), summary') => page.wait(`(name, of) => {
            const own = [...document.querySelectorAll(of)].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name && one.checkVisibility() && !one.disabled);
            own?.click();
            return own !== undefined;
        }`, name, of);
        const verdict = (pattern) => page.wait("(source) => { const said = document.querySelector('.verdict').textContent; return new RegExp(source).test(said) ? said : ''; }", pattern.source);
        const focus = (selector) => page.wait('(selector) => { const own = document.querySelector(selector); own?.focus(); return own !== null; }', selector);
        const point = async (down, right) => page.run(`(down, right) => {
            const group = document.querySelector('.stage .board').shadowRoot.querySelector('g[transform^=translate]');
            const { x, y } = new DOMPoint(right * 20, down * 20).matrixTransform(group.getScreenCTM());
            return { x, y };
        }`, down, right);
        await page.open(host.address + fragment(values));
        await use({ ...page, click, verdict, focus, point });
        assert.deepEqual(page.complaints(host.address), []);
        await page.close();
    };

    test('an address is typed, solved, hinted at and played', async () => {
        await on({}, async (page) => {
            await page.focus('textarea');
            await page.press(...SLITHER, 'Enter');
            await page.wait("() => document.querySelector('.stage .board').shadowRoot.querySelector('svg') !== null");
            await page.click('Is it unique?');
            assert.match(await page.verdict(/./), /^(solved, unique|not unique)/);
            await page.click('Play', '[role=tab]');
            await page.click('Hint');
            await page.wait("() => document.querySelector('.step .deduced') !== null");
            await page.click('Fill it in');
            await page.wait("() => location.hash.includes('filled=')");
            const before = await page.run('() => location.hash');
            await page.drag(await page.point(3, 3), await page.point(3, 5));
            await page.wait('(before) => location.hash !== before', before);
        });
    });

    test('a search is stopped', async () => {
        await on({ puzzle: '.'.repeat(81), family: 'sudoku' }, async (page) => {
            await page.click('Count');
            await page.click('Stop');
            assert.match(await page.verdict(/./), /^stopped after/);
            await page.click('Solve');
            assert.equal(await page.verdict(/solved/), 'solved');
        });
    });

    test('an explanation is walked by keys', async () => {
        await on({ puzzle: EASY, tab: 'explain', step: '3' }, async (page) => {
            await page.verdict(/solved in \d+ steps/);
            await page.focus('.stage');
            await page.press('ArrowRight');
            assert.match(await page.run("() => document.querySelector('.steps [aria-current]').getAttribute('aria-label')"), /^Step 4:/);
            await page.press('Shift+ArrowRight', 'Enter');
            await page.wait("() => /^Step \\d+: r1c1=/.test(document.querySelector('.steps [aria-current]').getAttribute('aria-label'))");
        });
    });

    test('the formula is shown, and propagates', async () => {
        await on({ puzzle: read('sudoku/tiny.yaml'), tab: 'formula' }, async (page) => {
            await page.wait("() => document.querySelector('.rules details') !== null");
            await page.click('Unit propagation');
            await page.focus('input[aria-label="Literals to assume"]');
            await page.press(...'r1c1=1');
            await page.click('Propagate');
            await page.wait("() => /literals follow|A conflict/.test(document.querySelector('.right').textContent)");
        });
    });

    test('a model is edited: a mistake is marked, and what is right is solved', async () => {
        const data = read('qprop/four-squares.yaml');
        await on({ puzzle: read('qprop/four-squares.qprop'), family: 'qprop', data, tab: 'model' }, async (page) => {
            const inside = (selector) => `() => document.querySelector('.editor')?.shadowRoot?.querySelector('${selector}') != null`;
            await page.wait(inside('.cm-content'));
            await page.run("() => document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()");
            await page.press('Control+End', 'Enter', ...'assert more "never": fals');
            await page.wait(inside('.cm-lintRange-error'));
            await page.press('e', 'Escape', 'Control+Enter');
            assert.match(await page.verdict(/impossible/), /impossible/);
        });
    });

    test('a board is made, refused and mended', async () => {
        await on({}, async (page) => {
            await page.click('New board…');
            await page.run("() => { const select = document.querySelector('dialog[open] select'); select.value = 'heyawake'; select.dispatchEvent(new Event('change')); }");
            await page.click('Begin');
            await page.wait("() => document.querySelector('.stage .board').shadowRoot.querySelector('svg') !== null && document.querySelector('.edit textarea')");
            await page.click('Regions');
            await page.drag(await page.point(1, 1), await page.point(1, 5), await page.point(3, 5));
            await page.click('Write');
            await page.focus('.stage');
            await page.press('9', '9');
            assert.match(await page.verdict(/found/), /^r1c1: found '99'/);
            await page.press('Backspace', '2');
            const file = 'textarea[aria-label="The board as a file"]';
            await page.wait(`(selector) => / 2 - -.*B B B A.*A A B A/s.test(document.querySelector(selector).value)`, file);
            await page.wait("() => document.querySelector('.verdict').textContent === ''");
            await page.click('Is the solution unique?');
            assert.match(await page.verdict(/./), /unique|impossible/);
            await page.focus('.stage');
            await page.press('Control+z');
            await page.wait("(selector) => !/ 2 - -/.test(document.querySelector(selector).value)", file);
        });
    });
});
