// Measures what recording costs a program of Node.js that does nothing but async calls.
//
//   promise-tui about node-hook > /tmp/hook.cjs && node Benchmarks/node-overhead.mjs /tmp/hook.cjs
//
// Each row is a number of calls of an async function that awaits another one, without and with the script:
// the seconds, the factor, and the share of the events that were left out because of the script's limit.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';

const hook = process.argv[2] && resolve(process.argv[2]);
if (!hook) {
  console.error('usage: node node-overhead.mjs HOOK');
  process.exit(64);
}
const program = (count) => `
  const inner = async (value) => value + 1;
  const outer = async (value) => (await inner(value)) + (await inner(value));
  (async () => {
    for (let index = 0; index < ${count}; index += 1) {
      await outer(index);
      // The event loop turns, as in a server.
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  })();`;

const folder = mkdtempSync(join(tmpdir(), 'node-overhead-'));
const trace = join(folder, 'run.jsonl');

function seconds(options, count) {
  let best = Infinity;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const begin = process.hrtime.bigint();
    const run = spawnSync(process.execPath, [...options, '-e', program(count)], {
      env: { ...process.env, PROMISE_TRACE: trace, NODE_OPTIONS: '' },
    });
    if (run.status !== 0) throw new Error(String(run.stderr));
    best = Math.min(best, Number(process.hrtime.bigint() - begin) / 1e9);
    if (attempt < 2) rmSync(trace, { force: true });
  }
  return best;
}

const start = seconds([], 0);
console.log('     calls   plain  recorded  factor  lost');
for (const count of [1e3, 1e4, 1e5, 1e6, 4e6]) {
  const plain = seconds([], count);
  rmSync(trace, { force: true });
  const recorded = seconds(['--require', hook], count);
  const lines = readFileSync(trace, 'latin1').trimEnd().split('\n');
  const last = JSON.parse(lines[lines.length - 1]).n;
  const lost = 1 - (lines.length - 1) / last;
  const factor = recorded / plain;
  console.log(
    String(count).padStart(10), plain.toFixed(2).padStart(7), recorded.toFixed(2).padStart(9),
    factor.toFixed(1).padStart(7), `${(lost * 100).toFixed(0)} %`.padStart(5));
}
console.log(`starting Node.js takes ${start.toFixed(2)} s of each`);
rmSync(folder, { recursive: true });
