// Two chains of the same length start at the same instant, and one of
// them fails. Which of them ends first?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const start = after(20);
const step = (number) => {
  note(`step ${number}`);
  return number + 1;
};

start.then(() => 1)
  .then(step)
  .then(step)
  .then(step)
  .then((number) => note(`good end: ${number}`));

start.then(() => { throw new Error('Broken'); })
  .then(step)
  .then(step)
  .then(step)
  .then((number) => note(`bad end: ${number}`))
  .catch((error) => note(`caught ${error.message}`));
