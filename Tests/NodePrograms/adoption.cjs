// A promise that a handler returns is adopted two ticks later.
const settled = Promise.resolve();
settled.then(() => Promise.resolve('adopted')).then(console.log);
settled.then(() => 1).then((value) => { console.log(value); return 2; })
  .then((value) => { console.log(value); return 3; })
  .then((value) => { console.log(value); return 4; }).then(console.log);
