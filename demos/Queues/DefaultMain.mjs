// The answer arrives on the network's queue; the handler names no
// queue. Does it run there, and inside the call that resolves?

const note = console.log;

let fulfill;
const answer = new Promise((resolve) => { fulfill = resolve; });

setTimeout(() => {
  note('resolving');
  fulfill(42);
  note('resolved');
}, 20);

answer
  .then((value) => note(`shown ${value}`))
  .catch((error) => note(`alert ${error.message}`));
