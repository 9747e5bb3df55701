// A request fails. The links between it and the catch name a queue,
// and so does the catch. On which queues does anything run?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

// There is one thread, and a link cannot name a queue.
after(20)
  .then(() => { throw new Error('Offline'); })
  .then((text) => {
    note('parsed');
    return text.split(',').length;
  })
  .then((count) => note(`${count} items`))
  .catch((error) => note(`logged ${error.message}`))
  .finally(() => note('spinner hidden'));
