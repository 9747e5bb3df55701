// An async generator that reads another one, and yields values.
async function* source() { yield 1; yield 2; }
async function* plusOne(values) { for await (const value of values) yield value + 1; }
let sum = 0;
for await (const value of plusOne(source())) sum += value;
console.log(sum);
