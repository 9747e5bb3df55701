// A page needs a cached text and two that are loaded. One of them
// fails. How does the handler find out which one?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = (text, fails) => after(20).then(() => {
  if (fails) throw new Error('Offline');
  return text;
});
// A value that is there takes part like any other input.
const inputs = ['Today', load('weather'), load('news', true)];

try {
  note((await Promise.all(inputs)).join(', '));
} catch (error) {
  // The error does not say which input it is from; allSettled does.
  const results = await Promise.allSettled(inputs);
  const index = results.findIndex(({ reason }) => reason === error);
  note(`input ${index}: ${error.message}`);
}
