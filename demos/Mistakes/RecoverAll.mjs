// A page that is not available is replaced by an empty one. Which
// other errors does the replacement hide?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const show = (name, isWrong) =>
  after(10)
    .then(() => { if (isWrong) throw new Error('wrongPIN'); })
    .then(() => { throw new Error('unavailable'); })
    // This takes every error, also that of the login.
    .catch(() => 'an empty page')
    .then((page) => note(`${name} sees ${page}`));

Promise.allSettled([show('ann'), show('bob', true), show('cyd')])
  .then((results) => {
    for (const { reason } of results) {
      if (reason) note(reason.message);
    }
  });
