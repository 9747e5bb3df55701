// An error is caught at the end of two chains. Where did it arise,
// and which links did it skip?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const attempt = (step, fails) => after(20).then(() => {
  if (fails) throw new Error(step);
  return `${step} works`;
});

const address = attempt('read').then(() => attempt('parse', true));

address
  .then((text) => note(`address: ${text}`))
  .catch((error) => note(`log: ${error.message}`));

// An error keeps its cause only if the program passes it on.
address
  .then(() => attempt('connect'))
  .catch((error) => {
    throw new Error('NoConnection', { cause: error });
  })
  .then((text) => note(`show: ${text}`))
  .catch((error) => {
    note(`alert: ${error.message} after ${error.cause.message}`);
  });
