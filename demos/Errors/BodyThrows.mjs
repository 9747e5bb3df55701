// A body throws before it resolves its promise, and another one
// throws after that. What becomes of the two errors?

const note = console.log;

const first = new Promise(() => {
  note('first body');
  throw new Error('Broken');
});
const second = new Promise((resolve) => {
  note('second body');
  resolve(2);
  throw new Error('Broken');
});
note('made');

const show = (promise, name) => promise
  .then((value) => note(`${name}: ${value}`))
  .catch((error) => note(`${name}: alert ${error.message}`));
show(first, 'first');
show(second, 'second');
