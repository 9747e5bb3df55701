// Two tellers each add one to the same account: read, then write.
// What is the balance in the end?

const note = console.log;

let balance = 0;

/** The value that was read is outdated after the await. */
async function add(teller) {
  const old = await balance;
  balance = old + 1;
  note(`${teller} writes ${balance}`);
}

await Promise.all([add('a'), add('b')]);
note(`balance ${balance}`);
