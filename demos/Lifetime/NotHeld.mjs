// A function starts a chain, keeps none of its promises, and returns.
// Does the chain reach its end?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

/** Keeps no promise: the timer holds what it will resolve. */
function save() {
  after(30, 7)
    .then((count) => count + 1)
    .then((count) => note(`saved ${count}`))
    .catch((error) => note(`alert ${error.message}`));
}

save();
note('save has returned');

after(80).then(() => note('window closed'));
