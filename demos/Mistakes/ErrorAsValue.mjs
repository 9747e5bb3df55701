// A reply is a text or an error, and the promise is fulfilled with
// either of them. Which handler receives the error?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

// An error that is returned is a value; only a throw rejects.
after(20)
  .then(() => new Error('Closed'))
  .then((reply) => note(`shown ${reply.message}`))
  .catch((error) => note(`alert ${error.message}`));
