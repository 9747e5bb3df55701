// Opening the page fails after the login succeeds. Which receives the
// error: the second handler of the same then, or the next link?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const login = after(20, 'ada');
const open = () => { throw new Error('NoPage'); };
const guest = (error) => `guest: ${error.message}`;

login
  .then(open, guest)
  .then((page) => note(`pair shows ${page}`))
  .catch((error) => note(`pair alerts ${error.message}`));

login
  .then(open)
  .catch(guest)
  .then((page) => note(`chain shows ${page}`));
