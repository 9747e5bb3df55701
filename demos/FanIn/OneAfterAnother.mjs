// Three parts must be sent, one after the other. What makes the
// second part wait for the first?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const send = async (part) => {
  note(`begin ${part}`);
  await after(20);
  note(`end ${part}`);
  return part;
};

/** Each part begins after the one before it has ended. */
async function sendAll(parts) {
  const sent = [];
  for (const part of parts) sent.push(await send(part));
  return sent;
}

sendAll(['a', 'b', 'c'])
  .then((sent) => note(`sent ${sent}`))
  .catch((error) => note(`alert ${error.message}`));
