// Six ways to create a promise. When the program reaches its next
// line, which of them have settled, and which bodies have run?

const note = console.log;

/** A callback-based function. */
function ask(answer) {
  setTimeout(answer, 20, null, 4);
}

const none = Promise.reject(new Error('Broken'));
const one = Promise.resolve(1);
const two = new Promise((resolve) => {
  note('body of two');
  resolve(2);
});
const three = new Promise((resolve) => {
  setImmediate(() => {
    note('body of three');
    resolve(3);
  });
});
const four = new Promise((resolve, reject) => {
  ask((error, number) => (error ? reject(error) : resolve(number)));
});
const five = new Promise((resolve) => resolve(four));
note('made');

none.catch(() => {});
Promise.all([one, two, three, four, five]).then(
  (values) => note(`[${values.join(', ')}]`),
  (error) => note(`alert ${error.message}`),
);
