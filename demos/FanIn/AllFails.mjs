// A promise waits for two inputs, and one of them fails early. When
// is the promise rejected, and what happens to the other input?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const animation = after(60);
animation.then(() => note('animation has ended'));

const order = after(10).then(() => { throw new Error('SoldOut'); });

Promise.all([animation, order])
  .then(() => note('thanks'))
  .catch((error) => note(`sorry, ${error.message}`));
