// Two chains begin together. In one, a handler returns a promise
// that has already settled. How many turns does that cost?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const start = after(20);

// A promise that is returned costs two ticks more than a value: one
// to call its then, and one in which that then answers.
const adopted = start
  .then(() => Promise.resolve('adopted'))
  .then(note);

const counted = start
  .then(() => note('1'))
  .then(() => note('2'))
  .then(() => note('3'))
  .then(() => note('4'));

Promise.all([adopted, counted]).then(() => note('end'));
