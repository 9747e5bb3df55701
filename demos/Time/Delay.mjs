// Both chains pause. One pauses after the answer, the other before
// the question. What happens if the answer is an error?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const ask = () => after(20, 'yes');
const hold = (value) => after(30, value);

// The answer is held back by 30 ms; an error would skip the hold.
const held = ask()
  .then(hold)
  .then((answer) => note(`red: ${answer}`))
  .catch(() => note('red: refused'));

// The question is asked 40 ms later.
const later = after(60)
  .then(ask)
  .then((answer) => note(`blue: ${answer}`))
  .catch(() => note('blue: refused'));

await Promise.all([held, later]);
