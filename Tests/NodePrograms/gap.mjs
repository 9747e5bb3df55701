// More calls than are recorded, then a pause after which there is time again, on a slow machine too; then the same.
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function step(value) { return value + 1; }
async function burst(count) {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += await step(index);
  return sum;
}
async function late(name) { await wait(1); return name; }
const slow = wait(100).then(() => 'slow');
console.log(await burst(40000));
console.log(await slow);
await wait(400 + 6000 * process.uptime());
console.log(await late('late'), await burst(2));
console.log(await burst(40000));
