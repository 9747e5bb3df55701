// Programs that are right, one after the other: no line of a report is about them. With the argument `hooks`, async
// hooks are on, which gives each promise properties of its own.
const { AsyncLocalStorage } = require('node:async_hooks');
const { promisify } = require('node:util');

const wait = (ms, value) => new Promise((done) => setTimeout(done, ms, value));
const fail = (ms, message) => new Promise((_, no) => setTimeout(no, ms, new Error(message)));

const programs = {
  // All listeners that there are.
  async nothing() {
    await Promise.all([]);
    await Promise.allSettled([]);
  },
  // A library looks at what kind of promise this engine makes; a connection has a promise for its close.
  unread() {
    class Connection {
      constructor() { this.closed = new Promise((done) => { this.close = done; }); }
    }
    return [Object.prototype.toString.call(new Promise(() => {})), typeof new Connection().close].join();
  },
  // Promises that have properties, which are awaited while they are pending.
  async properties() {
    const exec = promisify(require('node:child_process').exec);
    const { stdout } = await exec('sleep 0.15; echo ready');
    const request = Object.assign(wait(150, 'reply'), { cancel() {}, 'its-number': 7 });
    return [stdout.trim(), await request].join();
  },
  // A timeout whose timer is cleared.
  async cleared() {
    let timer;
    const timeout = new Promise((_, no) => { timer = setTimeout(no, 5000, new Error('timeout')); });
    return Promise.race([timeout, wait(5, 'done').finally(() => clearTimeout(timer))]);
  },
  // What was given up on never ends, and nothing waits for it any longer.
  async hung() {
    async function task() { await new Promise(() => {}); }
    return Promise.race([task(), fail(5, 'timeout')]).catch((error) => error.message);
  },
  // An abort that comes after the race was won.
  async aborted() {
    const control = new AbortController();
    const { signal } = control;
    const abort = new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
    const value = await Promise.race([wait(5, 'won'), abort]);
    control.abort();
    return value;
  },
  // An error that is caught on purpose, and passed on as a value.
  async assertion() {
    const errorOf = async (work) => await work().then(() => null, (error) => error);
    const rejects = async (work) => await errorOf(work);
    return (await rejects(async () => { throw new TypeError('no input'); })).message;
  },
  // Errors that are collected, and handled after all; the event is emitted a second time.
  async collected() {
    const open = new Set();
    process.once('unhandledRejection', (reason, promise) => {
      process.on('unhandledRejection', (_, one) => open.add(one));
      process.emit('unhandledRejection', reason, promise);
    });
    process.on('rejectionHandled', (promise) => open.delete(promise));
    const one = Promise.reject(new Error('first'));
    await wait(5);
    await one.catch(() => {});
    await wait(5);
    return open.size;
  },
  // A promise that an async function returns, and that is rejected before the engine has adopted it.
  async returned() {
    const control = new AbortController();
    const add = async (signal) => new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('off'))));
    await null;
    Promise.resolve(1).then(() => 2).then(() => 3);
    const seen = add(control.signal).catch((error) => error.message);
    control.abort();
    return seen;
  },
  // The error of a cancelled request, of a chain whose links pass it on.
  async request() {
    const control = new AbortController();
    const work = wait(5).then(() => control.signal.throwIfAborted()).then(() => 'sent');
    control.abort();
    return work.catch((error) => error.name);
  },
};

async function main() {
  for (const name of Object.keys(programs)) console.log(name, await programs[name]());
}

if (process.argv[2] === 'hooks') new AsyncLocalStorage().run(1, main); else main();
