// Three steps, each on its own queue. What does submit wait for,
// and on which queue does each line run?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const login = async (user) => after(80, `token of ${user}`);
const fetchItems = async () => after(120, ['tea', 'milk', 'bread']);
const submit = async (items) =>
  after(60, `receipt for ${items.length}`);

try {
  const token = await login('ada');
  const items = await fetchItems(token);
  const receipt = await submit(items);
  note(`shown ${receipt}`);
} catch (error) {
  note(`alert ${error.message}`);
}
