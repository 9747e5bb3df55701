// A program asks for a price. What does the promise show before the
// answer arrives, when it arrives, and from then on?

import { inspect } from 'node:util';

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const price = after(40, 7);
const look = (moment) => note(`${moment}: ${inspect(price)}`);

look('at first');
after(20).then(() => look('soon'));
after(80).then(() => look('late'));

price.then(
  (value) => note(`shown ${value}`),
  (error) => note(`sorry, ${error.message}`),
);
