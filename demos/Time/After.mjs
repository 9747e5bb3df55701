// Tea steeps for a while; meanwhile, a handler stirs on main. Does a
// timer keep a queue busy, and does its handler always run on time?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const block = (ms) => {
  const end = Date.now() + ms;
  while (Date.now() < end);
};

const poured = after(30).then(() => note('tea poured'));
const stirred = after(20).then(() => {
  note('stirring');
  block(20);
});
note('kettle on');

Promise.all([poured, stirred]).then(() => note('cheers'));
