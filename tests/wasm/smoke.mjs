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
const { answer, family_names } = createRequire(import.meta.url)(modulePath);
const temporary = mkdtempSync(join(tmpdir(), 'jigsat-'));

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

/** The smallest puzzle of a family with an answer of one of these exit codes that a second finds. */
function smallest(family, exits) {
    const folder = `puzzles/${family}`;
    const files = readdirSync(folder)
        .map((name) => `${folder}/${name}`)
        .filter((file) => statSync(file).isFile())
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
    const ask = (verb) => answer(JSON.stringify({ family, puzzle: { name: file, text }, verb }));
    const records = [
        ['solve', { solve: {} }, []],
        ['count', { count: { limit: 1000 } }, ['--limit', '1000']],
        ['explain', { explain: {} }, []],
    ];
    for (const [name, verb, options] of records) {
        const args = [family, name, file, ...options, '--format', 'json'];
        const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
        if (status === 2) {
            // What the command refuses, the module refuses in the same words.
            assert.throws(() => ask(verb), (message) => stderr.includes(String(message)), `jigsat ${args.join(' ')}`);
            continue;
        }
        // A count that stops at its limit is left open (3), an impossible puzzle is explained (1).
        assert.equal(untimed(ask(verb)), untimed(native(args, [0, 1, 3])), `jigsat ${args.join(' ')}`);
    }
    assert.equal(ask({ draw: {} }), picture([family, 'show', file]));
    const { solution } = JSON.parse(ask({ solve: {} }));
    if (solution) {
        const drawn = ask({ draw: { solution: JSON.stringify({ solution }) } });
        assert.equal(drawn, picture([family, 'solve', file]));
        assert.match(drawn, /^<svg[^]*<\/svg>\s*$/);
    }
}

try {
    const families = JSON.parse(family_names());
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
    assert.throws(() => answer('{'), /the request/);
    assert.throws(() => answer(JSON.stringify({ family: 'sudoku', puzzle, verb: { solve: {} } })), /none/);
    const program = { ask: { search: { solver: 'external:true' } } };
    assert.throws(() => answer(JSON.stringify({ family: 'sudoku', puzzle, verb: { solve: program } })), /run here/);
} finally {
    rmSync(temporary, { recursive: true });
}
