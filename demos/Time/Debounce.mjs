// A user types, and each search is expensive. How does a program wait
// for a pause before it searches, using nothing but promises?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let timer;

/** Each key replaces the search that is waiting. */
function type(text) {
  clearTimeout(timer);
  timer = setTimeout(() => note(`search ${text}`), 100);
}

type('t');
await after(10);
type('te');
await after(10);
type('tea');
await after(300);
type('teas');
