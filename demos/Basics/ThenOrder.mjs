// In which order are the notes printed, and why?
//
// Four handlers are attached to one promise; two of them have
// children. One runs inline, one on its own queue, two on main.

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const root = after(10);

// There is one queue for all handlers, and none of them is inline.
const a = root.then(() => note('A'));
const b = root.then(() => note('B'));
const c = root.then(() => note('C'));
const d = root.then(() => note('D'));
const a1 = a.then(() => note('A1'));
const c1 = c.then(() => note('C1'));
note('attached');

Promise.all([a1, b, c1, d]).then(() => note('end'));
