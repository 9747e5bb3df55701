// Three chains are attached to one fetch, and each handles its error
// in its own way. Which of them continue afterward, and with what?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

class Offline extends Error {}
const fetchItems = after(20)
  .then(() => { throw new Offline('Offline'); });

// A catch continues the chain: what it returns is the next value.
fetchItems
  .then((items) => note(`shown ${items}`))
  .catch((error) => note(`alert ${error.message}`))
  .finally(() => note('tidied up'));

const cached = async () => 'old items';

fetchItems
  .catch(cached)
  .then((items) => note(`shown any ${items}`));

// There is no catch for one kind of error: throw the others again.
fetchItems
  .then((items) => note(`shown too ${items}`))
  .catch((error) => {
    if (!(error instanceof Offline)) throw error;
    note('offline');
  })
  .catch((error) => note(`other: ${error.message}`));
