// The login is refused. Which of the lines below it run, and when?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const login = () =>
  after(80).then(() => { throw new Error('WrongPassword'); });
const fetchItems = () => after(120, ['tea', 'milk', 'bread']);

login('ada')
  .then((token) => fetchItems(token))
  .then((items) => note(`shown ${items}`))
  .catch((error) => note(`alert ${error.message}`))
  .finally(() => note('spinner hidden'));
