// One callback asks for four things to be done later, each by other
// means. In which order are they done?

const note = console.log;

// In the main program of a module, promises come before ticks: it
// runs as a microtask itself. In any callback it is this order.
setTimeout(() => {
  note('callback begins');
  setTimeout(() => note('timeout'), 1);
  setImmediate(() => note('immediate'));
  Promise.resolve().then(() => note('promise'));
  process.nextTick(() => note('tick'));
  note('callback ends');
}, 20);
