// A handler attaches another handler to the same promise. Does the
// new handler run immediately, or when its turn comes?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const root = after(20);

const a = root.then(() => {
  note('A begins');
  const c = root.then(() => note('C'));
  note('A ends');
  return c;
});
const b = root.then(() => note('B'));

Promise.all([a, b]).then(() => note('end'));
