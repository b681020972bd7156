// Builds the page: node build.mjs MODULE FOLDER. MODULE is the folder with the WebAssembly module as bindgen wrote it for the
// web; the page, which any static host carries, goes into FOLDER.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const [module, folder] = process.argv.slice(2).map((path) => resolve(path));
const here = fileURLToPath(new URL('.', import.meta.url));
const puzzles = join(here, '../../../puzzles');

/** Nothing from another host, no code but the page's own, no style but its sheets. */
const POLICY = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'",
    "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

const isModel = (name) => extname(name) === '.qprop';

/** The puzzles that come with jigsat; those in folders below are wrong on purpose. */
function library(ask) {
    const all = [];
    for (const family of readdirSync(puzzles).sort()) {
        const names = readdirSync(join(puzzles, family), { withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => entry.name).sort();
        const read = (name) => readFileSync(join(puzzles, family, name), 'utf8');
        const stem = (name) => basename(name, extname(name));
        const areModels = names.some(isModel);
        for (const name of names) {
            // What is beside models is their data.
            if (areModels && !isModel(name)) continue;
            const text = read(name);
            const data = areModels && /^data "(.*)"$/m.exec(text)?.[1];
            const start = text.split('\n').slice(0, 40).join('\n');
            // Without a title, the first comment up to where it goes into detail.
            const stated = /^(?:# *)?title:(.*)$/im.exec(start)?.[1].trim();
            const comment = /^# (?!yaml-language-server)(.*)$/m.exec(start)?.[1].split(/[:;.]( |$)/)[0].trim();
            const title = stated || comment || stem(name).replaceAll('-', ' ');
            const difficulty = /^ *difficulty: *(.*)$/im.exec(start)?.[1].trim() ?? '';
            // What is said to have no solution, or several, is no example of its rules.
            const solvable = extname(name) === '.txt' || /^ *expect: *unique$/m.test(start);
            const one = { family, title, difficulty, solvable, ...(data && { data: read(data) }) };
            const lines = text.split('\n').filter((line) => /^https?:\S+$/.test(line));
            if (lines.length < 2) all.push({ ...one, name: `${family}/${stem(name)}`, size: areModels ? undefined : sizeOf(ask, family, text), text });
            // Each address of a list is a puzzle.
            else for (const [number, line] of lines.entries()) {
                const [, columns, rows] = /\?\w+\/(\d+)\/(\d+)\//.exec(line) ?? [];
                all.push({ ...one, name: `${family}/${stem(name)} ${number + 1}`, title: `no. ${number + 1}`, size: `${rows}x${columns}`, text: line });
            }
        }
    }
    // The easy ones first, and last what is wrong on purpose.
    const rank = ({ difficulty, solvable }) => (solvable ? 0 : 10) + (['', 'easy', 'medium', 'hard', 'very hard'].indexOf(difficulty) + 1 || 6);
    return all.sort((one, other) => rank(one) - rank(other));
}

/** The rows and columns of a board whose cells are filled in, or what lies between them. */
function sizeOf(ask, family, text) {
    const { record } = ask({ family, puzzle: { name: 'the text', text }, verb: { show: { blanks: true } } });
    const all = (record?.blanks ?? []).flatMap(({ places, givens = [] }) => [...places, ...givens]);
    if (all.length === 0) return undefined;
    const side = (axis) => Math.ceil(Math.max(...all.map(({ at }) => at[axis])) / 2);
    return `${side(0)}x${side(1)}`;
}

/** The pages of the genres, by name. */
function genres() {
    const pages = join(here, '../../genres/pages');
    return Object.fromEntries(readdirSync(pages).sort().map((name) => [name, readFileSync(join(pages, name, 'page.qprop'), 'utf8')]));
}

/** The models of the course; those that are wrong on purpose are there to be mended. */
function course() {
    const folder = join(here, '../../../docs/src/course');
    const names = readdirSync(folder).filter(isModel).sort();
    const family = readdirSync(puzzles).find((family) => readdirSync(join(puzzles, family)).some(isModel));
    return names.map((name) => ({ name: `course/${name}`, family, title: `Course: ${basename(name, '.qprop').replaceAll('-', ' ')}`, text: readFileSync(join(folder, name), 'utf8') }));
}

/** What is seen first: a board of each of these kinds, as a picture and as a link that opens it. */
const FRONT = ['sudoku/easy.yaml', 'slitherlink/tiny.yaml', 'nurikabe/small.txt', 'masyu/small.txt', 'heyawake/small.txt', 'hashi/small.txt', 'akari/small.txt', 'sokoban/first.xsb'];

/** Asks the library as the page will. */
async function asker() {
    const { outputFiles: [script] } = await build({
        stdin: { contents: "export { answer, initSync } from 'jigsat-web';", resolveDir: here }, bundle: true, write: false, format: 'esm', platform: 'node',
        alias: { 'jigsat-web': join(module, 'jigsat_web.js') }, define: { 'import.meta.url': '""' }, logLevel: 'warning',
    });
    const { answer, initSync } = await import(`data:text/javascript;base64,${Buffer.from(script.contents).toString('base64')}`);
    initSync({ module: readFileSync(join(module, 'jigsat_web_bg.wasm')) });
    return (request) => {
        let reply;
        answer(JSON.stringify(request), (part) => { reply ??= JSON.parse(part); });
        return reply;
    };
}

function front(ask) {
    const { families } = ask({ verb: { families: {} } }).record;
    return FRONT.map((file) => {
        const text = readFileSync(join(puzzles, file), 'utf8');
        const family = file.split('/')[0];
        const whole = extname(file) === '.txt' ? text.split('\n')[0] : text;
        // The shortest text makes the shortest link, and a picture without a title.
        const { record } = ask({ family, puzzle: { name: file, text: whole }, verb: { show: {} } });
        const drawn = ask({ family, puzzle: { name: file, text: record.text }, verb: { show: {} }, pictures: true });
        const picture = drawn.picture.replace(/<text class="title"[^]*?<\/text>/, '');
        const { rules, about } = families.find(({ name }) => name === family);
        const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(picture);
        const title = family.charAt(0).toUpperCase() + family.slice(1);
        const link = `<a class="card" href="#${escaped(new URLSearchParams({ puzzle: record.text, family, tab: 'play' }))}" title="${escaped(rules ?? about)}"><img src="front-${family}.svg" alt="" width="${width}" height="${height}"><span>${title}</span></a>`;
        return { name: family, picture, link };
    });
}

const escaped = (words) => String(words).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const bundle = (entries, options = {}) => build({
    entryPoints: entries.map((name) => join(here, 'src', name)), outdir: folder, bundle: true, minify: true, target: 'es2022',
    alias: { 'jigsat-web': join(module, 'jigsat_web.js') }, logLevel: 'warning', legalComments: 'none', ...options,
});
await bundle(['main.ts'], { format: 'esm', splitting: true });
// The module finds its own file where bindgen put it; here it gets it ready-made.
await bundle(['engine/worker.ts'], { format: 'iife', outdir: folder, entryNames: 'worker', define: { 'import.meta.url': '""' } });
for (const name of ['style.css', 'icon.svg', 'jigsat.webmanifest']) cpSync(join(here, 'src', name), join(folder, name));
cpSync(join(module, 'jigsat_web_bg.wasm'), join(folder, 'jigsat.wasm'));
const ask = await asker();
writeFileSync(join(folder, 'library.json'), JSON.stringify([...library(ask), ...course()]));
writeFileSync(join(folder, 'genres.json'), JSON.stringify(genres()));
writeFileSync(join(folder, 'engine.json'), '{"engine":"page"}\n');
const boards = front(ask);
for (const { name, picture } of boards) writeFileSync(join(folder, `front-${name}.svg`), picture);
const html = readFileSync(join(here, 'src/index.html'), 'utf8').replace('content="CSP"', `content="${POLICY}"`)
    .replace('SIZE', statSync(join(folder, 'jigsat.wasm')).size).replace('BOARDS', boards.map(({ link }) => link).join('\n'));
writeFileSync(join(folder, 'index.html'), html);

// The service worker last: its version is that of all it keeps.
const files = readdirSync(folder).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
const define = { VERSION: JSON.stringify(`jigsat-${hash.digest('hex').slice(0, 16)}`), FILES: JSON.stringify(['./', ...files]) };
await bundle(['offline.ts'], { format: 'iife', define });

// What servers send to browsers that take it: `jigsat serve` does, and other servers can be told to. Browsers take Brotli, which is
// smaller, over encrypted and local connections alone.
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    // The module takes half a minute: what was made of the same one before is kept beside it.
    const kept = name === 'jigsat.wasm' && join(module, `${createHash('sha256').update(bytes).digest('hex')}.br`);
    if (kept && !existsSync(kept)) writeFileSync(kept, brotli(bytes));
    writeFileSync(join(folder, `${name}.br`), kept ? readFileSync(kept) : brotli(bytes));
}
