// A timer of zero milliseconds is set, and then handlers are attached
// to a settled promise. What runs first?

const note = console.log;

note('begin');
setTimeout(() => note('timeout'), 0);

Promise.resolve()
  .then(() => note('then 1'))
  .then(() => note('then 2'))
  .then(() => note('then 3'));
note('end');
