// Runs until it is recorded, which replaces this function, and a little longer, or forever.
const original = globalThis.queueMicrotask;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function request(number) { await wait(10); return number; }
console.log('begun');
let left = 100;
for (let number = 0; left > 0; number += 1) {
  await request(number);
  if (globalThis.queueMicrotask !== original && process.argv[2] !== 'forever') left -= 1;
}
console.log('done');
