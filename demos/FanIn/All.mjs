// Three requests start together and finish in another order. In which
// order are their values, and how long does it take?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const ann = after(60, 31);
const bob = after(20, 27);
const cid = after(40, 45);

Promise.all([ann, bob, cid])
  .then((ages) => note(`shown [${ages.join(', ')}]`))
  .catch((error) => note(`alert ${error.message}`));
