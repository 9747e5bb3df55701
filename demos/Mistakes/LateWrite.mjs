// Two files are written into a folder. One of them fails, and the
// folder is cleared. What is in it in the end?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const write = (ms, text) => after(ms).then(() => {
  if (text === undefined) throw new Error('empty');
  note('written');
});

Promise.all([write(10), write(60, 'text')])
  .catch(() => note('cleared'));
