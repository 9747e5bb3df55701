// A handler stores each name in a loop. The next one notes that all
// are stored. Are they?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const store = async (name) => {
  await after(10);
  note(`${name} stored`);
};

const names = ['ann', 'bob'];

// forEach drops the promises that its function returns.
names.forEach(store);
note('all stored');

await after(50);
await Promise.all(names.map(store));
note('all stored, after all');
