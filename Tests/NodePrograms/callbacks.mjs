// Async functions that are callbacks of a timer, and of Node.js when it has read a file.
import { readFile } from 'node:fs';
async function step(value) { return value; }
let left = 3;
const timer = setInterval(async () => { await step(1); if ((left -= 1) === 0) clearInterval(timer); }, 5);
readFile(new URL(import.meta.url), async (error) => { await step(2); console.log(error, await step(3)); });
