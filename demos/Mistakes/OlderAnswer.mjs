// A search field asks for each text that is typed. What does it show
// if the answer to the first text takes longer than to the second?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const answers = { t: 200, te: 20 };
const search = (text) =>
  after(answers[text]).then(() => note(`showing ${text}`));

search('t');
after(40).then(() => search('te'));
