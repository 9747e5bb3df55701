// A program keeps a promise and its resolver, but never calls the
// resolver. How can you tell that from a long wait?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let fulfill;
const name = new Promise((resolve) => { fulfill = resolve; });

name
  .then((text) => note(`hello ${text}`))
  .finally(() => note('closed'));

after(20).then(() => {
  note('tapped');
  // A tap outside hides the dialog without calling fulfill. A promise
  // does not keep node running, so the process ends.
});
