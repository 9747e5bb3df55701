// The report needs the total. It can wait for it, or follow it in a
// chain. What does that mean for the letter behind it in the queue?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const total = after(40, 7);

/** Waits for the total, but blocks nothing. */
async function makeReport() {
  note('desk waits');
  const number = await total;
  note('desk goes on');
  return `report of ${number}`;
}

after(10).then(() => note('letter posted'));

makeReport()
  .then((report) => note(`shown ${report}`))
  .catch((error) => note(`alert ${error.message}`));
