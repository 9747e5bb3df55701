// The draft is saved on the side, and the program ignores the result.
// Who finds out that the disk was full?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

// Without this listener, the process ends with the error.
process.on('unhandledRejection', (error) => {
  note(`unhandled: ${error.message}`);
});

const save = () =>
  after(20).then(() => { throw new Error('DiskFull'); });

save().then(() => note('saved'));

after(40).then(() => note('typing on'));
