process.on('unhandledRejection', (e) => console.log('UNHANDLED', e.message));
process.on('rejectionHandled', () => console.log('handled late'));
const p = Promise.reject(new Error('no'));
const q = p.then(() => 1).then(() => 2);
setTimeout(() => q.catch((e) => console.log('caught', e.message)), 20);
