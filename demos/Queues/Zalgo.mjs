// A price is shown as soon as it arrives, and a spinner turns until
// then. A cached price arrives immediately. Does the spinner stop?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

let cached;
const fetchPrice = () => after(5, 7);

/** Always asynchronous: an await never continues immediately. */
async function price() {
  return cached ?? fetchPrice();
}

function showPrice() {
  const shown = price().then(() => note('spinner off'));
  note('spinner on');
  return shown;
}

await after(10);
await showPrice();
cached = 7;
await showPrice();
