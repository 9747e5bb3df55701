// The answer is resolved with a promise that is still pending. Can
// other code settle the answer before that promise does?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let resolve;
const answer = new Promise((itsResolve) => { resolve = itsResolve; });
const inner = after(40, 1);

resolve(inner);
note('resolved, and pending');

after(20).then(() => note(`9 counts: ${resolve(9)}`));

answer.then(
  (value) => note(`shown ${value}`),
  (error) => note(`alert ${error.message}`),
);
