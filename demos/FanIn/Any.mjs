// Three servers have the same file, and two of them refuse. Which one
// wins now, and what if all three refuse?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = (server, ms, isThere) => after(ms).then(() => {
  if (!isThere) throw new Error(`Down: ${server}`);
  return server;
});

const servers = [
  load('near', 30), load('far', 50, true), load('old', 10),
];
Promise.any(servers)
  .then((server) => note(`from the ${server} server`))
  .catch((error) => error.errors.forEach((one) => note(one.message)));
