// An old function calls back twice, from its cache and from the net.
// A promise wraps it: which of the pages is shown?

const note = console.log;

/** The old function, which calls back twice. */
function load(done) {
  setTimeout(done, 10, null, 'old page');
  setTimeout(done, 60, null, 'new page');
}

new Promise((resolve, reject) => {
  load((error, page) => {
    note(`called back with ${page ?? 'an error'}`);
    error ? reject(error) : resolve(page);
  });
})
  .then((page) => note(`shown ${page}`))
  .catch((error) => note(`alert ${error.message}`));
