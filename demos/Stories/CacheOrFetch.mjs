// The cache is read first. A page that is too old counts as missing,
// and a missing page is fetched. When does the network run at all?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const readCache = () => after(10, { age: 90 });
const fetchPage = () => after(80, { age: 0 });

readCache()
  .then((page) => {
    if (page.age >= 60) throw new Error('too old');
    return page;
  })
  .catch(() => fetchPage())
  .then((page) => note(`shown, ${page.age} minutes old`))
  .catch((error) => note(`alert ${error.message}`));
