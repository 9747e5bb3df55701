// The program has a Promise of its own.
const Native = Promise;
class Counted extends Native { static count = 0; constructor(body) { super(body); Counted.count += 1; } }
globalThis.Promise = Counted;
Promise.resolve(1).then((value) => new Promise((resolve) => resolve(value + 1))).then((value) => {
  console.log(value, Counted.count, Promise.name, value instanceof Native);
});
(async () => 3)().then((value) => console.log(value));
