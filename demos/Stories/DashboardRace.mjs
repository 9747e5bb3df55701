// All of three requests, in a race with a cache and a timeout.
// Which of them wins, and what do the losers do?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const get = (page, ms, fails) => after(ms).then(() => {
  if (fails) throw new Error('Unavailable');
  return page;
});
const fresh = Promise.all([
  get('profile', 120), get('posts', 90), get('ads', 140, true),
]);
const cache = after(100, ['cached page']);
const tooLate = after(150)
  .then(() => { throw new Error('TooLate'); });

Promise.race([fresh, cache, tooLate])
  .then((pages) => note(`rendered ${pages}`))
  .catch((error) => note(`alert ${error.message}`));
