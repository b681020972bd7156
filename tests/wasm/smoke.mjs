// Runs the WebAssembly module in node: of every family, what it answers must be what the command answers, byte for byte
// but for times.
//
// node smoke.mjs MODULE COMMAND: the module as it was made for node, and the command as it was built with BatSat alone.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modulePath, command] = process.argv.slice(2).map((path) => resolve(path));
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { answer } = createRequire(import.meta.url)(modulePath);
const temporary = mkdtempSync(join(tmpdir(), 'jigsat-'));

/** The last part of an answer, whose record is as it was written; throws the words where there is none. */
function ask(verb, request, puzzle, family, pictures = false) {
    let last;
    answer(JSON.stringify({ family, puzzle, verb: { [verb]: request }, pictures }), (reply) => (last = reply));
    const reply = JSON.parse(last);
    if (typeof reply.record?.message === 'string') {
        throw reply.words;
    }
    // The record stands in the reply byte for byte.
    const [, record] = /^\{(?:"more":\w+,)?"status":"[\w-]+","record":(.*),"words":/s.exec(last);
    return { ...reply, text: record };
}

/** What the command prints; fails unless it ends with one of these exit codes. */
function native(args, exits = [0]) {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    assert.ok(exits.includes(status), `jigsat ${args.join(' ')}: exit code ${status}, ${stderr}`);
    return stdout.trim();
}

/** A picture that the command draws. */
function picture(args) {
    const file = join(temporary, 'picture.svg');
    native([...args, '--svg', file, '--force', '--quiet']);
    return readFileSync(file, 'utf8');
}

/** A record without the times in it, which differ from run to run. */
function untimed(record) {
    return JSON.stringify(JSON.parse(record), (key, value) => (key.endsWith('_s') ? undefined : value));
}

/** What every explanation of a puzzle says. Which of several sets of reasons is found depends on the order of hash tables, and
 * that on how wide an address is: 32 bits here, 64 in the command. */
function explained(record) {
    const { status, unique, steps, because, solutions } = JSON.parse(record);
    const deduced = (steps ?? []).flatMap((step) => step.deduced).sort();
    const isReasoned = (steps ?? []).every((step) => step.because.length > 0);
    // On the way to a contradiction there may be other steps.
    return { status, unique, isReasoned, solutions, has: Boolean(because), deduced: status === 'solved' ? deduced : [] };
}

/** The smallest puzzle of a family with an answer of one of these exit codes that a second finds. */
function smallest(family, exits) {
    const folder = `puzzles/${family}`;
    const files = readdirSync(folder)
        .map((name) => `${folder}/${name}`)
        .filter((file) => statSync(file).isFile())
        // The module reads no files: a model that names one is not for it.
        .filter((file) => !/^(data|include) "/m.test(readFileSync(file, 'utf8')))
        .sort((a, b) => statSync(a).size - statSync(b).size || (a < b ? -1 : 1));
    return files.find((file) => {
        const { status } = spawnSync(command, [family, 'solve', file, '--timeout', '1s']);
        return exits.includes(status);
    });
}

/** A file with one puzzle: of several addresses, one a line, the first. */
function single(file) {
    const text = readFileSync(file, 'utf8');
    if (!text.startsWith('https://')) {
        return file;
    }
    const first = join(temporary, 'first.txt');
    writeFileSync(first, text.split('\n')[0]);
    return first;
}

function compare(family, file) {
    const text = readFileSync(file, 'utf8');
    const puzzle = { name: file, text };
    const records = [
        ['solve', {}, []],
        ['count', { limit: 1000 }, ['--limit', '1000']],
        ['explain', {}, []],
        ['trace', { at: 9 }, ['--at', '9']],
    ];
    for (const [name, request, options] of records) {
        const args = [family, name, file, ...options, '--format', 'json'];
        const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
        if (status === 2) {
            // What the command refuses, the module refuses in the same words.
            const { message: words } = JSON.parse(stdout);
            assert.throws(() => ask(name, request, puzzle, family), (message) => words === String(message), `jigsat ${args.join(' ')}`);
            continue;
        }
        // A count that stops at its limit is left open (3), an impossible puzzle is explained (1).
        const [here, there] = [ask(name, request, puzzle, family).text, native(args, [0, 1, 3])];
        if (name === 'explain') {
            assert.deepEqual(explained(here), explained(there), `jigsat ${args.join(' ')}`);
        } else {
            assert.equal(untimed(here), untimed(there), `jigsat ${args.join(' ')}`);
        }
    }
    assert.equal(ask('show', {}, puzzle, family, true).picture, picture([family, 'show', file]));
    const { solution } = ask('solve', {}, puzzle, family).record;
    if (solution) {
        const from = { name: 'solution', text: JSON.stringify({ solution }) };
        const { picture: drawn } = ask('show', { from }, puzzle, family, true);
        assert.equal(drawn, picture([family, 'solve', file]));
        assert.match(drawn, /^<svg[^]*<\/svg>\s*$/);
    }
}

try {
    const families = ask('families', {}).record.families.map(({ name }) => name);
    assert.deepEqual([...families].sort(), readdirSync('puzzles').sort(), 'families and folders of puzzles');
    for (const family of families) {
        const solvable = smallest(family, [0]);
        assert.ok(solvable, `puzzles/${family} has none that is solved within a second`);
        const impossible = smallest(family, [1]);
        for (const file of [solvable, impossible].filter(Boolean)) {
            compare(family, single(file));
            console.log(`${family}: ${file}`);
        }
    }
    // What can't be done is said, and the module goes on.
    const puzzle = { name: 'none', text: 'no puzzle' };
    assert.throws(() => ask('solve', { asks: {} }, puzzle), /the request/);
    assert.throws(() => ask('solve', {}, puzzle, 'sudoku'), /none/);
    const program = { ask: { search: { solver: 'external:true' } } };
    assert.throws(() => ask('solve', program, puzzle, 'sudoku'), /run here/);
    // What is filled in makes up a partial solution, and the other way round.
    const empty = { name: 'empty', text: '.'.repeat(81) };
    assert.throws(() => ask('solve', { proof: { checked: true } }, empty, 'sudoku'), /proofs need the solver CaDiCaL/);
    const filled = { 0: '5', 80: '9' };
    const { record } = ask('show', { filled, blanks: true }, empty, 'sudoku');
    assert.equal(record.blanks[0].places[80].name, 'r9c9');
    assert.equal(record.solution.grid[0][0], 5);
    const from = { name: 'from', text: JSON.stringify({ solution: record.solution }) };
    assert.deepEqual(ask('show', { from }, empty, 'sudoku').record.filled, filled);
} finally {
    rmSync(temporary, { recursive: true });
}
