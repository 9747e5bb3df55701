// Three photos are sent, and one of them fails. How do you wait for
// all of them and get the outcome of each?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const send = (photo, ms, fails) => after(ms).then(() => {
  if (fails) throw new Error('Refused');
  return photo;
});

const photos = [send('a', 50), send('b', 10, true), send('c', 30)];
Promise.allSettled(photos)
  .then((results) => results.map(
    ({ value, reason }) => (reason ? reason.message : value),
  ))
  .then((report) => note(`shown ${report}`));
