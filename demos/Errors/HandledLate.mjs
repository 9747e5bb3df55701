// A page is fetched before it is requested, and the fetch fails. Is
// it a mistake that no handler takes the error until the request?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

process.on('unhandledRejection', () => note('unhandled'));
process.on('rejectionHandled', () => note('handled late'));

const page = after(20).then(() => { throw new Error('Offline'); });

after(60)
  .then(() => page)
  .then((text) => note(`shown ${text}`))
  .catch((error) => note(`alert ${error.message}`));
