// Nothing handles the error: Node.js prints it with its stack, and exits.
async function load(page) { await null; throw new Error(`no page ${page}`); }
load(404).then((page) => console.log(page)).finally(() => console.log('tried'));
