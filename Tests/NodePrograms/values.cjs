// Values whose properties run code if they are read.
const { inspect } = require('util');
const log = (text) => console.log(text);
class Secret { get key() { log('read'); return 1; } [inspect.custom]() { log('inspected'); return 'secret'; } }
const trap = new Proxy({}, { get(target, name) { log(`get ${String(name)}`); return undefined; } });
Promise.resolve(new Secret()).then((it) => it instanceof Secret).then(log);
Promise.resolve().then(() => ({ get [Symbol.toStringTag]() { return 'tag'; }, toJSON() { log('JSON'); } }));
Promise.reject(Object.assign(new TypeError('odd'), { get stack() { log('stack'); return ''; } })).catch((e) => log(e.message));
Promise.resolve(new Error('a value')).then((e) => log(e.message));
new Promise((resolve) => resolve({ trap })).then(({ trap: it }) => log(it === trap));
console.log(Promise.resolve({ a: 1 }), Object.getOwnPropertyNames(Promise.resolve()).length);
