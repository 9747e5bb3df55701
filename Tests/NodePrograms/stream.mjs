// Callbacks of Node.js: reading a file in pieces.
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
const stream = createReadStream(new URL(import.meta.url), { highWaterMark: 100 });
let size = 0;
for await (const piece of stream) size += piece.length;
console.log(size > 300, stream.destroyed);
const next = createReadStream(new URL(import.meta.url));
await once(next, 'open');
next.destroy();
await once(next, 'close');
console.log('closed');
