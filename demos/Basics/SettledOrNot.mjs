// The price may have arrived before it is requested. Does a handler
// then run immediately, inside the call that attaches it?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const price = after(20, 7);

after(40).then(() => {
  note('attaching');
  const shown = price.then((value) => note(`shown ${value}`));
  note('attached');
  return shown;
});
