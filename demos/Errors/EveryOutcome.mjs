// The promise exists first and the outcome arrives later. Which
// handlers run for every outcome, which for one kind, in which order?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const word = after(20, 'tea');

for (const n of [1, 2]) {
  word
    .finally(() => note(`complete ${n}`))
    .then((text) => note(`success ${n}: ${text.length}`))
    .catch((error) => note(`error ${n}: ${error.message}`));
}

word
  .then((text) => {
    if (text.length === 0) throw new Error('Empty');
    note(`measured ${text.length}`);
  })
  .then(() => note('end'))
  .catch((error) => note(`no length: ${error.message}`));
