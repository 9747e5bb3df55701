// A server is busy twice, and answers the third time. When does each
// attempt begin, and where do the errors on the way end up?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

class Busy extends Error {}

const get = (attempt) => after(5).then(() => {
  note(`GET ${attempt}`);
  if (attempt <= 2) throw new Busy();
  return 'page';
});

async function retrying(times, delay, work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === times || !(error instanceof Busy)) throw error;
      await after(delay * 2 ** (attempt - 1));
    }
  }
}

retrying(4, 10, get)
  .then((page) => note(`shown ${page}`))
  .catch((error) => note(`alert ${error.message}`));
