// The program ends while a timer and a promise are pending.
process.on('exit', (status) => console.log('exit', status));
setTimeout(() => console.log('never'), 1000);
new Promise(() => {}).then(() => console.log('never'));
Promise.resolve().then(() => { console.log('leaving'); process.exit(3); });
