// Four requests, each inside the handler of the one before. What does
// the pyramid do that a flat chain does not do?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const ask = (what) => {
  note(what);
  return after(20, what);
};

ask('login').then(() =>
  ask('fetch').then(() =>
    ask('submit').then(() =>
      ask('print')
        .then((what) => note(`${what} is done`)))))
  .catch((error) => note(`alert ${error.message}`));
