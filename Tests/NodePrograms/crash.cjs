setTimeout(() => { throw new Error('in a timer'); }, 5);
process.on('exit', () => console.log('bye'));
