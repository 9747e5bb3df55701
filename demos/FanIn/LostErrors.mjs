// Name and mail are both wrong. Which of the two errors does the user
// see, and what happens to the other?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const check = (field, text) => new Promise((resolve, reject) => {
  if (text.includes('@')) return resolve();
  reject(new Error(`Wrong: ${field}`));
});

// The error of mail counts as handled: all has a handler on it.
process.on('unhandledRejection', () => note('unhandled'));

after(20)
  .then(() => Promise.all([
    check('name', ''), check('mail', 'ada at home'),
  ]))
  .then(() => note('sent'))
  .catch((error) => note(`alert ${error.message}`));
