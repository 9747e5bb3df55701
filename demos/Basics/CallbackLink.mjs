// The next step of the chain is a function that takes a callback. How
// does it become a link without being wrapped in a promise?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

/** A callback-based function. */
function fetchItems(token, answer) {
  setTimeout(answer, 30, null, ['tea', 'milk']);
}

const login = after(20, 'tok_9');

login
  .then((token) => new Promise((resolve, reject) => {
    note(`asking with ${token}`);
    fetchItems(token, (error, items) => {
      error ? reject(error) : resolve(items);
    });
    note('asked');
  }))
  .then((items) => note(`shown ${items}`))
  .catch((error) => note(`alert ${error.message}`));
