// Each page leads to the next, so a loop is a function that calls
// itself in a handler. Does its memory grow with the pages?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

/** A loop with await is a chain in which no step keeps the last. */
async function readPages() {
  for (let number = 1; ; number += 1) {
    const isLast = await after(10, number === 4);
    note(`page ${number}`);
    if (isLast) return number;
  }
}

readPages()
  .then((count) => note(`read ${count} pages`))
  .catch((error) => note(`alert ${error.message}`));
