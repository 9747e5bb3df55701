// One piece is left, and two orders arrive at the same instant. Every
// link runs on the serial queue of the stock: is that enough?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let left = 1;

/** Node runs both links before the next timer fires. */
const order = (name) => after(10)
  .then(() => left > 0)
  .then((isThere) => {
    if (isThere) left -= 1;
    note(isThere ? `${name} has one` : `none for ${name}`);
    if (left < 0) note('oversold');
    return left;
  });

await Promise.all([order('ann'), order('bob')]);
