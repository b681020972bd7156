// The package in node's Pyodide: tests that need neither threads nor other programs, and all puzzles, answered as outside.
//
//     node pyodide.mjs PYODIDE WHEEL PYTHON
//
// PYODIDE is the folder of its npm package, WHEEL the package for it, PYTHON an interpreter that has the package and pytest.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [pyodideFolder, wheel, python] = process.argv.slice(2).map((path) => resolve(path));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What pytest consists of, in Python alone. */
const PACKAGES = ['pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments'];

/** The same: single files. */
const MODULES = ['py'];

/** In place of Hypothesis, part of which is compiled: its tests are skipped. */
const HYPOTHESIS = `
import pytest
from unittest.mock import MagicMock

strategies = MagicMock()

def given(*values, **named):
    return lambda test: pytest.mark.skip(reason='needs Hypothesis')(lambda: None)

def settings(*values, **named):
    return lambda test: test
`;

/** Tests that need what Pyodide lacks: threads, processes, packages that are compiled. */
const LEFT_OUT = 'not threads and not pickl and not concurrent and not pysat and not arrays and not table and not command and not plugin and not propagation';

/** The puzzles of a project that are answered within seconds, the first of each file, and what is known about each, without times. */
const ANSWERS = `
import json, os, pathlib, jigsat

def answered(root, names, seconds):
    os.chdir(root)
    found = {}
    for name in names or sorted(str(file) for file in pathlib.Path('puzzles').glob('*/*') if file.is_file()):
        try:
            puzzle = jigsat.load(name, index=1)
            record = puzzle.solve(unique=True, timeout=seconds).to_dict()
        except jigsat.JigsatError as error:
            found[name] = {'error': type(error).__name__, 'words': str(error)}
            continue
        if record['status'] != 'unknown':
            known = {key: record.get(key) for key in ('family', 'status', 'unique')}
            # Where there are several solutions, which one is found may differ.
            found[name] = {**known, 'solution': record['solution'] if known['unique'] else None}
    return found
`;

const outside = spawnSync(python, ['-c', `${ANSWERS}\nprint(json.dumps(answered(${JSON.stringify(root)}, [], 0.3)))`], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
});
assert.equal(outside.status, 0, outside.stderr);
const expected = JSON.parse(outside.stdout);

const where = (names, place) => {
    const code = `import importlib.util, json; print(json.dumps({n: importlib.util.find_spec(n).${place} for n in ${JSON.stringify(names)}}))`;
    return JSON.parse(spawnSync(python, ['-c', code], { encoding: 'utf8' }).stdout);
};
const [packages, files] = [where(PACKAGES, 'submodule_search_locations[0]'), where(MODULES, 'origin')];

const begun = performance.now();
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide();
await pyodide.loadPackage(pathToFileURL(wheel).href, { checkIntegrity: false, messageCallback: () => {} });
pyodide.mountNodeFS('/project', root);
for (const [name, folder] of Object.entries(packages)) pyodide.mountNodeFS(`/packages/${name}`, folder);
pyodide.FS.writeFile('/packages/hypothesis.py', HYPOTHESIS);
for (const [name, file] of Object.entries(files)) pyodide.FS.writeFile(`/packages/${name}.py`, readFileSync(file));
pyodide.runPython(`import sys; sys.dont_write_bytecode = True; sys.path.append('/packages'); import jigsat`);
console.log(`# Pyodide and jigsat are there after ${Math.round(performance.now() - begun)} ms`);

const inside = JSON.parse(pyodide.runPython(`${ANSWERS}\njson.dumps(answered('/project', json.loads(${JSON.stringify(JSON.stringify(Object.keys(expected)))}), 60))`));
let wrong = 0;
for (const [name, known] of Object.entries(expected)) {
    try {
        assert.deepEqual(inside[name], known);
    } catch (error) {
        wrong += 1;
        console.log(`not as outside: ${name}: ${JSON.stringify(inside[name])}, outside ${JSON.stringify(known)}`);
    }
}
console.log(`# ${Object.keys(expected).length} puzzles, of which ${wrong} are not answered as outside`);
assert.ok(Object.keys(expected).length > 100);

const status = pyodide.runPython(`
import os, pytest
os.chdir('/project/crates/python')
int(pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:faulthandler', '-k', ${JSON.stringify(LEFT_OUT)},
    'tests/test_puzzles.py', 'tests/test_encodings.py', 'tests/test_formula.py']))
`);
process.exit(status || (wrong ? 1 : 0));
