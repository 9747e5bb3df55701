// The cache, the server and a timer all try to settle the answer.
// Which one takes effect, and what happens to the others?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let fulfill, reject;
const answer = new Promise((resolve, rejectIt) => {
  fulfill = resolve;
  reject = rejectIt;
});

// What resolves a promise does not return whether that counted.
after(20).then(() => note(`cache: ${fulfill('old news')}`));
after(40).then(() => note(`server: ${fulfill('fresh news')}`));
after(60).then(() => note(`timer: ${reject(new Error('TooLate'))}`));

answer.then(
  (value) => note(`shown ${value}`),
  (error) => note(`alert ${error.message}`),
);
