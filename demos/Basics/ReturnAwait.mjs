// Two handlers ask for a page that does not come, and both want to
// show an old page instead. One only returns the promise. Who mends?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = () =>
  after(20).then(() => { throw new Error('Offline'); });

async function returned(page) {
  // The function has ended before the promise is rejected.
  try { return page; } catch { return 'old page'; }
}

async function awaited(page) {
  try { return await page; } catch { return 'old page'; }
}

const show = (page, name) => page
  .then((text) => note(`${name}: ${text}`))
  .catch((error) => note(`${name}: alert ${error.message}`));

const page = load();
show(returned(page), 'returned');
show(awaited(page), 'awaited');
