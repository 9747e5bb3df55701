// Each thread has its own promises.
const { Worker, isMainThread, parentPort } = require('worker_threads');
if (isMainThread) {
  const answer = new Promise((resolve) => new Worker(__filename).on('message', resolve));
  answer.then((text) => console.log('got', text));
} else {
  (async () => { await 1; parentPort.postMessage('hello'); })();
}
