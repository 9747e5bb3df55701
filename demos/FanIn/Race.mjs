// The server refuses before the time is up. Which one wins: the first
// that settles, or the first that succeeds?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const a = after(10).then(() => { throw new Error('Unavailable'); });
const b = after(30);
b.then(() => note('the cached page'));

Promise.race([a, b])
  .then(() => note('shown'))
  .catch((error) => note(`alert ${error.message}`));
