// An error passes three handlers, a value passes one.
const step = (name) => (value) => { console.log(name, value); return value; };
Promise.reject(new Error('no')).then(step('a')).then(step('b')).catch((error) => error.message)
  .catch(step('never')).then(step('end')).finally(() => console.log('finally'));
Promise.allSettled([Promise.reject(1), 2]).then((all) => console.log(all.map((one) => one.status).join()));
