// The handler of save starts to write and forgets to return the
// promise, so the chain does not wait for it. A pause hides that, as
// long as it is long enough.

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const write = () => after(60).then(() => note('written'));

Promise.resolve('three lines')
  // The braces make this a function without a return value.
  .then((text) => { write(text); })
  .then(() => after(10))
  .then(() => note('close'));
