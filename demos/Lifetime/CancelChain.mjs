// The user closes the page while it loads. Which of the handlers
// below still run, and is the connection closed?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const page = new AbortController();

const load = (signal) => new Promise((resolve, reject) => {
  const bytes = setTimeout(resolve, 40, 'tea milk');
  signal.addEventListener('abort', () => {
    note('connection closed');
    clearTimeout(bytes);
    reject(signal.reason);
  });
});

after(20).then(() => page.abort());

load(page.signal)
  .then((text) => note(`shown ${text.length}`))
  .finally(() => note('spinner hidden'))
  .catch((error) => {
    if (error.name !== 'AbortError') return note(`alert ${error}`);
    note('page closed');
  });
