// Two checks run at the same time, and a program waits for one after
// the other. The second one fails first. When is that noticed?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

process.on('unhandledRejection', () => note('unhandled'));
process.on('rejectionHandled', () => note('handled late'));

const check = (field, ms, fails) => after(ms).then(() => {
  if (fails) throw new Error('Wrong');
  return field;
});

async function send(waitForAll) {
  const name = check('name', 60);
  const mail = check('mail', 20, true);
  try {
    // While the first await waits, mail has no handler.
    const both = waitForAll
      ? await Promise.all([name, mail])
      : [await name, await mail];
    note(`sent ${both}`);
  } catch (error) {
    note(`alert ${error.message}`);
  }
}

note('all');
await send(true);
note('in turn');
await send(false);
