// Two paths resolve the same promise, one with a value and one with
// an error. Which of them counts, and is the other one reported?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let fulfill, reject;
const answer = new Promise((resolve, rejectIt) => {
  fulfill = resolve;
  reject = rejectIt;
});

after(20).then(() => fulfill('yes'));
// This is ignored, and nothing reports it.
after(60).then(() => reject(new Error('Refused')));

answer
  .then((text) => note(`shown ${text}`))
  .catch((error) => note(`alert ${error.message}`));
