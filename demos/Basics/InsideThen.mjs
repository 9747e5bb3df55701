// One then, step by step: what happens between the call that resolves
// a promise and the handler of the next link? All of it is on main.

const note = console.log;

let fulfill;
const answer = new Promise((resolve) => { fulfill = resolve; });

const child = answer.then((value) => {
  note(`4 the handler begins, with ${value}`);
  return value * 2;
});
note('1 the handler is attached');

setTimeout(() => {
  note('2 resolving the answer');
  fulfill(21);
  note('3 resolved: the handler is in its queue');
}, 20);

child.then((value) => note(`5 the child has ${value}`));
