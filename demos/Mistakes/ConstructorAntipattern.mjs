// There is already a promise, and a second one is wrapped around it
// by hand. What is lost between the inner and the outer promise?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = () => after(20, 'page');

// The wrapper does nothing that load() does not do already.
const wrapped = () => new Promise((resolve, reject) => {
  load().then(resolve).catch(reject);
});

wrapped()
  .then((page) => note(`shown ${page}`))
  .finally(() => note('spinner hidden'))
  .catch((error) => note(`alert ${error.message}`));
