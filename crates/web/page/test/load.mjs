// Many clients at once: node load.mjs COMMAND [CLIENTS [SECONDS]]. Starts `jigsat serve`, has each client ask one question after the
// other, and prints how many were answered, how long that took, and how much memory the server and its processes had at most.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const [command, clients = '50', duration = '60'] = process.argv.slice(2);
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const QUESTIONS = [
    ['solve', { puzzle: { name: 'p', text: EASY }, request: { ask: { unique: true } } }],
    ['hint', { puzzle: { name: 'p', text: EASY }, pictures: true }],
    ['show', { puzzle: { name: 'p', text: 'https://puzz.link/p?slither/5/5/cbcbcddad' }, pictures: true }],
    ['solve', { puzzle: { name: 'p', text: 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g' } }],
    ['count', { puzzle: { name: 'p', text: '#####\n#@$.#\n#####\n' } }],
    ['families', {}],
];

const server = spawn(command, ['serve', '--port', '0', '--quiet'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((ready) => server.stdout.once('data', (line) => ready(String(line).trim())));

/** Resident memory of the server, and of it with its processes, in MiB. */
function memory() {
    const of = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    let all = of(server.pid);
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
            if (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(server.pid)) all += of(pid);
        } catch {
            // It has ended.
        }
    }
    return [of(server.pid), all];
}

const most = [0, 0];
const watch = setInterval(() => memory().forEach((now, which) => { most[which] = Math.max(most[which], now); }), 200);
const times = [];
const failures = {};
const end = performance.now() + Number(duration) * 1000;
await Promise.all(Array.from({ length: Number(clients) }, async (_, client) => {
    for (let turn = client; performance.now() < end; turn++) {
        const [verb, body] = QUESTIONS[turn % QUESTIONS.length];
        const begun = performance.now();
        try {
            const response = await fetch(`${address}api/${verb}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
            const lines = (await response.text()).trim().split('\n').map((line) => JSON.parse(line));
            if (response.status !== 200 || lines.length === 0) failures[response.status] = (failures[response.status] ?? 0) + 1;
        } catch (error) {
            failures[error] = (failures[error] ?? 0) + 1;
        }
        times.push(performance.now() - begun);
    }
}));
clearInterval(watch);
times.sort((a, b) => a - b);
const at = (share) => `${Math.round(times[Math.floor(share * (times.length - 1))])} ms`;
console.log(`${clients} clients, ${duration} s: ${times.length} answers, ${Object.values(failures).reduce((a, b) => a + b, 0)} failures ${JSON.stringify(failures)}`);
console.log(`median ${at(0.5)}, 99th percentile ${at(0.99)}, longest ${at(1)}`);
console.log(`memory: server at most ${Math.round(most[0])} MiB, with its processes ${Math.round(most[1])} MiB`);
const code = await new Promise((ended) => {
    server.once('exit', ended);
    server.kill('SIGTERM');
});
console.log(`SIGTERM: the server ended with ${code}`);
