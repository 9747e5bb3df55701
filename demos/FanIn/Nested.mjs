// Text and image can each come from two servers. Is the fastest
// source of each the same as everything from the fastest server?

const after = (ms, value) =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
const note = console.log;

const load = (part, ms) => {
  const answer = after(ms);
  answer.then(() => note(`${part} is there`));
  return answer;
};
const nearText = load('near-text', 20);
const nearImage = load('near-image', 60);
const farText = load('far-text', 50);
const farImage = load('far-image', 40);

Promise.all([
  Promise.race([nearText, farText]),
  Promise.race([nearImage, farImage]),
]).then(() => note('shown'));
