// Runs for a while, so that it can be recorded from the middle.
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function request(number) { await wait(10); return number; }
console.log('begun');
for (let number = 0; number < 200 || process.argv[2] === 'forever'; number += 1) await request(number);
console.log('done');
