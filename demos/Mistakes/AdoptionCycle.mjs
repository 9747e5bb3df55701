// A handler returns the promise that is waiting for the handler. What
// can ever settle that promise?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let cached;
const items = after(20).then(() => cached);
cached = items;

items
  .then((text) => note(`shown ${text}`))
  .catch((error) => note(`alert: ${error.message}`));
