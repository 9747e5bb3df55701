// A spinner turns while something is loading. Where in the chain do
// you hide it so that it is hidden whatever happens?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const items = after(20).then(() => { throw new Error('Offline'); });

items
  .finally(() => note('spinner hidden'))
  .then((text) => note(`shown ${text}`))
  .catch((error) => note(`alert ${error.message}`))
  .finally(() => note('logged'));
