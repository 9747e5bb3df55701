import { readFile } from 'node:fs/promises';
const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
async function login(user) { await wait(20); return `token of ${user}`; }
async function fetchItems(token) { const text = await readFile(new URL(import.meta.url)); await wait(10); return [token, text.length > 3]; }
async function main() {
  const token = await login('ann');
  const all = await Promise.all([fetchItems(token), wait(5, 'x'), 7]);
  console.log(all);
  const first = await Promise.race([wait(30, 'slow'), wait(10, 'fast')]);
  console.log(first);
  try { await Promise.any([Promise.reject(new Error('a')), wait(4).then(() => { throw new TypeError('b'); })]); }
  catch (error) { console.log(error.name, error.errors.length); }
  return first;
}
main().then((v) => console.log('done', v)).finally(() => console.log('end'));
import { setTimeout as sleep } from 'node:timers/promises';
await sleep(1);
