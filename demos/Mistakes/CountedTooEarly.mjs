// Opening a book imports its customers, and ends in catch. Are they
// all there when they are counted?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const store = () => after(10);
const importAll = (names) =>
  Promise.all(names.map(store)).then(() => note('imported'));

Promise.resolve(['ann', 'bob', 'eve'])
  .then((names) => {
    // This chain is not returned, so nothing waits for it.
    importAll(names).catch((error) => note(error.message));
  })
  .then(() => note('counted'));
