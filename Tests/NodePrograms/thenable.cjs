// An object with a then method is adopted, a job later.
const thenable = { then(resolve) { console.log('asked'); resolve('answer'); } };
Promise.resolve(thenable).then((value) => console.log('then', value));
(async () => console.log('await', await thenable))();
Promise.all([thenable, 1]).then((values) => console.log(values.join()));
console.log('main');
