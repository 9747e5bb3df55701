setTimeout(() => console.log('timeout'), 0); setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => console.log('then')); process.nextTick(() => console.log('tick')); queueMicrotask(() => console.log('micro'));
const i = setInterval(() => { console.log('interval'); if (++n === 3) clearInterval(i); }, 2); let n = 0;
const c = setTimeout(() => console.log('never'), 3); clearTimeout(c); const c2 = setTimeout(() => {}, 5000); c2.unref();
console.log('main');
