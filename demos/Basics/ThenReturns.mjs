// The step after the login returns something. How does the chain
// continue if that is a value, a promise, an error, or nothing?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = (user) => after(30, `page of ${user}`);
const show = (step) =>
  step
    .then((value) => note(`shown ${value}`))
    .catch((error) => note(`alert ${error.message}`));

const login = after(20).then(() => 'ada');

// What the step returns: nothing, a value, an error, a promise.
show(login.then((user) => { note(`hello ${user}`); }));
show(login.then((user) => `name of ${user}`));
show(login.then(() => { throw new Error('NoPage'); }));
show(login.then((user) => load(user)));
