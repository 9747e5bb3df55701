// Two handlers of one promise run on queues of their own, and a third
// on the thread that resolves. Who waits for whom?

const note = console.log;

const show = (text) => text;

let fulfill;
const page = new Promise((resolve) => { fulfill = resolve; });

const listed = page.then(show).then(() => note('list shown'));
const counted = page.then((text) => {
  note('counted');
  return text.length;
});
const badged = page.then(show).then(() => note('badge shown'));

setTimeout(() => {
  note('resolving');
  fulfill('three');
  note('resolved');
}, 20);

Promise.all([listed, counted, badged])
  .then(([, count]) => note(`end, ${count}`));
