// Builds the page: node build.mjs MODULE FOLDER. MODULE is the folder with the WebAssembly module as bindgen wrote it for the
// web; the page, which any static host carries, goes into FOLDER.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
function library() {
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
            all.push({ name: `${family}/${stem(name)}`, family, title, text, ...(data && { data: read(data) }) });
        }
    }
    return all;
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
// What is seen without JavaScript.
cpSync(join(here, '../../../docs/src/guide/pictures/solved-sudoku.svg'), join(folder, 'solved.svg'));
cpSync(join(module, 'jigsat_web_bg.wasm'), join(folder, 'jigsat.wasm'));
writeFileSync(join(folder, 'library.json'), JSON.stringify([...library(), ...course()]));
writeFileSync(join(folder, 'genres.json'), JSON.stringify(genres()));
writeFileSync(join(folder, 'engine.json'), '{"engine":"page"}\n');
const html = readFileSync(join(here, 'src/index.html'), 'utf8').replace('content="CSP"', `content="${POLICY}"`);
writeFileSync(join(folder, 'index.html'), html);

// The service worker last: its version is that of all it keeps.
const files = readdirSync(folder).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
const define = { VERSION: JSON.stringify(`jigsat-${hash.digest('hex').slice(0, 16)}`), FILES: JSON.stringify(['./', ...files]) };
await bundle(['offline.ts'], { format: 'iife', define });
