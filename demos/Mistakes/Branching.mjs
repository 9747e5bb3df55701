// One handler adds the tax to the price, and another one shows it.
// Both are attached to the same promise: with tax or without?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const price = after(20, 100);

// The result goes to the new promise, and price stays the same.
price.then((amount) => amount + 20);

price
  .then((amount) => note(`shown ${amount}`))
  .catch((error) => note(`alert ${error.message}`));
