// The handler of an error fails, too. Which of the two errors reaches
// the alert, and is the other one lost?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const items = after(20).then(() => { throw new Error('Offline'); });
const readCache = () =>
  after(10).then(() => { throw new Error('NothingThere'); });

items
  .catch((error) => {
    note(`mending ${error.message}`);
    return readCache();
  })
  .then((text) => note(`shown ${text}`))
  .catch((error) => note(`alert ${error.message}`));
