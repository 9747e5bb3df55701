// A handler takes 150 ms and runs on main. What does a user notice
// who taps during that time?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const block = (ms) => {
  const end = Date.now() + ms;
  while (Date.now() < end);
};

after(100).then(() => note('the button lights up'));

after(20, 'tea,milk,bread')
  .then((text) => {
    block(150);
    return text.split(',').length;
  })
  .then((count) => note(`${count} items`))
  .catch((error) => note(`alert ${error.message}`));
