// The bank answers just when the time is up. Which of them wins, and
// is a late payment undone?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const payment = after(100);
payment.then(() => note('charged'));

// Two timers for the same moment fire in the order of their creation.
const tooLate = after(100)
  .then(() => { throw new Error('TooLate'); });

Promise.race([payment, tooLate])
  .then(() => note('thanks'))
  .catch(() => note('sorry'));
