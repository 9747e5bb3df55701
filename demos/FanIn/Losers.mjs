// The near server answers first and wins the race. Does the other
// server know that it can stop?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const near = after(20, 'from near');
const far = after(60)
  .then(() => after(60))
  .then(() => {
    note('far has done all the work');
    return 'from far';
  });

Promise.any([near, far])
  .then((page) => note(`shown ${page}`))
  .catch((error) => note(`alert ${error.message}`));
