// One part of an app keeps what the session allows; another part
// loads the feed. Both wait for the same login. Which runs first?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const flags = new Set();
const session = after(60, 'ada');

after(26).then(() => {
  session.then(() => flags.add('feed'));
});

after(5).then(() => {
  session
    .then((user) => {
      if (!flags.has('feed')) throw new Error('NotAllowed');
      return `feed of ${user}`;
    })
    .then((feed) => note(feed))
    .catch((error) => note(`alert ${error.message}`));
});
