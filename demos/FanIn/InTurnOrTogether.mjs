// Two pages are requested one after the other, and two others
// together. How long does each pair take?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const ask = (page) => {
  note(`asked for ${page}`);
  return after(30, page);
};

async function inTurn() {
  const a = await ask('a');
  const b = await ask('b');
  note(`in turn: ${a} ${b}`);
}

async function together() {
  const [c, d] = await Promise.all([ask('c'), ask('d')]);
  note(`together: ${c} ${d}`);
}

await Promise.all([inTurn(), together()]);
note('end');
