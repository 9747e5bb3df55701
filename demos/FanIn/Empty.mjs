// A search finds nothing, so there is nothing to wait for. Does an
// all of nothing settle? And a race of nothing?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

after(20)
  .then(() => [])
  .then((ids) => {
    note(`asked for ${ids.length} pages`);
    return Promise.all(ids.map(async (id) => `page ${id}`));
  })
  .then((pages) => note(`shown [${pages.join(', ')}]`))
  .then(() => Promise.any([]))
  .catch((error) => note(`any of nothing: ${error.name}`));

// A race of nothing stays pending, so nothing is printed.
Promise.race([]).then(() => note('a race of nothing'));
