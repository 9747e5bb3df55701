// Records the promises of a program that Node.js runs, as a trace that promise-tui reads.
//
//   PROMISE_TRACE=/tmp/run.jsonl node --require ./node-hook.cjs app.js
//
// Node.js reports each promise to its promise hooks: when it is made, when it is resolved, and when a
// reaction to it begins and ends. What made a promise, and where, is read from the stack; its state from
// util.inspect, which runs no code of the program. No promise is changed, and no callback is wrapped: the
// functions that put a callback into a queue put a mark before and after it, and that is all they add.
//
// Recording takes at most a share of the program's time. What does not fit is left out and counted.
//
// Node.js 18 or later; older versions read this file and are not recorded. The format of the trace is
// described in docs/reference/trace-format.md, and what is recorded in docs/debug/javascript.md.
'use strict';

const fs = require('fs');

(function start() {
  const given = process.env.PROMISE_TRACE || '';
  const program = String(process.argv[1] || '');
  const name = program.split(/[\\/]/).pop() || 'node';
  // Package managers start the program; their own promises are not of interest.
  const managers = ['npm', 'npx', 'yarn', 'pnpm', 'corepack'];
  if (managers.includes(name.replace(/(-cli)?\.[cm]?js$/, ''))) return;
  if (given.startsWith('unix:')) {
    return say('Node.js writes a trace to a file only: give PROMISE_TRACE the path of one, and open it');
  }
  if (/^(|off|0|no|false|fd:.*)$/.test(given)) return;
  const target = require('path').resolve(given);
  const major = parseInt(process.versions.node, 10);
  const { promiseHooks } = require('v8');
  if (major >= 18 && promiseHooks) return record(target, name, promiseHooks);
  const file = open(target, 0);
  if (file === null) return;
  const note = `promise-tui: not recorded: Node.js ${process.version} has no promise hooks; version 18 and later have`;
  fs.writeSync(file, header(name) + `{"n":1,"t":0,"th":1,"k":"note","text":${JSON.stringify(note)}}\n`);
  fs.closeSync(file);
})();

function say(text) {
  fs.writeSync(2, `promise-tui: ${text}\n`);
}

// MARK: - The file

function header(title, started) {
  const fields = {
    'promise-trace': '1.8', clock: 'monotonic', title, language: 'javascript', pid: process.pid,
  };
  const text = JSON.stringify(fields);
  return (started === undefined ? text : text.slice(0, -1) + origin(started) + '}') + '\n';
}

// The instant at which the times of events are 0, on the clocks of the machine. These numbers have more digits
// than JSON.stringify writes.
function origin(started) {
  let boot = '';
  try { boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(); } catch { /* not Linux */ }
  const unix = BigInt(Date.now()) * 1000000n - (process.hrtime.bigint() - started);
  return (boot === '' ? '' : `,"boot":${JSON.stringify(boot)}`) + `,"epoch":${started},"unix":${unix}`;
}

// Opens a new file; returns null if that is impossible. It replaces nothing but an older trace, which gets
// the ending `.1`, and is read by its owner only.
function open(target, worker) {
  const own = worker === 0 ? '' : `.worker-${worker}`;
  const hasNumber = target.includes('%p');
  const first = hasNumber ? target.split('%p').join(process.pid + own) : target + own;
  const flags = fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL | fs.constants.O_NOFOLLOW;
  let path = first;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    try {
      return fs.openSync(path, flags, 0o600);
    } catch (error) {
      if (error.code !== 'EEXIST') {
        say(`${path}: ${error.code}: this process is not recorded`);
        return null;
      }
    }
    const older = traceAt(path);
    if (older === null) {
      say(`${path} is not a trace and is not overwritten: name another file`);
      return null;
    }
    // The file of a process that still runs stays.
    if (isRunning(older)) path = `${first}.${process.pid}`;
    else fs.renameSync(path, `${path}.1`);
  }
  return null;
}

// Returns the process that wrote the trace at a path, 0 if that is not known; null if it is no trace.
function traceAt(path) {
  let file = -1;
  try {
    const status = fs.lstatSync(path);
    if (!status.isFile() || status.nlink !== 1 || status.uid !== process.geteuid()) return null;
    if (status.size === 0) return 0;
    file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    const bytes = Buffer.alloc(4096);
    const text = bytes.toString('latin1', 0, fs.readSync(file, bytes, 0, 4096, 0));
    if (text.startsWith('\x89PTRACE\n')) return bytes.readUInt32LE(24);
    if (!text.startsWith('{"promise-trace":')) return null;
    const number = /"pid":(\d+)/.exec(text.split('\n')[0]);
    return number === null ? 0 : Number(number[1]);
  } catch (error) {
    return null;
  } finally {
    if (file !== null && file >= 0) fs.closeSync(file);
  }
}

function isRunning(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// MARK: - The recording

function record(target, title, promiseHooks) {
  const { inspect } = require('util');
  const { fileURLToPath } = require('url');
  const { dirname, resolve } = require('path');
  const { isMainThread, threadId } = require('worker_threads');
  const moduleApi = require('module');
  const timersModule = require('timers');
  const later = setTimeout;
  const tick = process.nextTick;
  const microtask = queueMicrotask;
  const clock = process.hrtime.bigint;
  const { captureStackTrace } = Error;
  const { ownKeys } = Reflect;
  const { propertyIsEnumerable } = Object.prototype;
  const started = clock();
  // The text of the trace is encoded here.
  const bytes = Buffer.allocUnsafeSlow(1 << 18);

  const values = process.env.PROMISE_TRACE_VALUES !== 'off';
  let file = -1;
  let text = '';
  let sequence = 0;
  let time = 0;
  // The time of the call before this one.
  let lastTime = 0;
  let willWrite = false;
  let isExiting = false;
  // The queue whose job is running.
  let running = 0;
  // Whether the script itself is at work; its own promises and timers are not recorded.
  let isQuiet = false;

  function post(kind, fields) {
    sequence += 1;
    const queue = running === 0 ? '' : `,"q":${running}`;
    text += `{"n":${sequence},"t":${time},"th":1${queue},"k":"${kind}"${fields}}\n`;
    if (text.length > 65536 || isExiting) return write();
    if (willWrite) return;
    willWrite = true;
    later(() => {
      willWrite = false;
      quietly(flush);
    }, 20).unref();
  }

  function flush() {
    if (undecided !== null) decideAwait(null);
    // This is a task of its own: another one that seems to run has ended.
    if (current.length === 0) endTask(lastTime);
    write();
  }

  // Opens the file; returns whether that succeeded.
  function begin() {
    file = open(target, isMainThread ? 0 : threadId);
    text = header(title, started) + text;
    return file !== null;
  }

  function write() {
    if (text === '' || file === -2) return;
    try {
      if (file === -1 && !begin()) return stop('');
      // The reader that this recording is for is gone, and has removed the file.
      if (fs.fstatSync(file).nlink === 0) return stop('');
      const fits = 3 * text.length <= bytes.length;
      const all = fits ? bytes : Buffer.from(text);
      const size = fits ? bytes.write(text) : all.length;
      for (let done = 0; done < size;) done += fs.writeSync(file, all, done, size - done);
    } catch (error) {
      stop(`${target}: ${error.code || error}: the trace ends here`);
    }
    text = '';
  }

  // Ends the recording; the program goes on.
  function stop(reason) {
    if (file !== null && file >= 0) fs.closeSync(file);
    file = -2;
    text = '';
    stopHook();
    if (reason !== '') say(reason);
  }

  // MARK: The share of the time

  // The first events are recorded in any case, and what they take is allowed, in nanoseconds. Beyond that,
  // recording takes a share of the program's own time. Without this limit, every event is recorded.
  const given = process.env.PROMISE_TRACE_LIMIT;
  const assured = given === 'off' ? Infinity : Number(given) || 45000;
  const share = 0.3;
  let allowance = 0;
  let spent = 0;
  // Whether nothing is recorded until there is time again; and the promises that were made since then.
  let isPaused = false;
  let missed = 0;
  // How many promises were recorded, by which the number of lost events is estimated, and that number.
  let recorded = 0;
  let lost = 0;
  // Recorded promises that were resolved since then.
  let resolvedUnseen = [];
  // Whether something was left out.
  let hasGap = false;

  // Runs a part of the script, with the time that it takes counted.
  function quietly(work, first, second) {
    if (isQuiet || isPaused || file === -2) return;
    isQuiet = true;
    const begin = clock();
    lastTime = time;
    time = Number(begin - started);
    try {
      work(first, second);
      if (sequence <= assured) allowance = spent;
      else if (spent > allowance + share * (time - spent) && !isExiting) pause();
    } catch (error) {
      stop(`the recording stopped: ${error && error.stack}`);
    } finally {
      isQuiet = false;
      spent += Number(clock() - begin);
    }
  }

  // The same for a part at which something begins that the event loop runs: recording can go on there, because what
  // runs is known.
  function begins(work, first, second) {
    if (isPaused && !isQuiet && hasTime()) resume();
    quietly(work, first, second);
  }

  function pause() {
    settle(false);
    write();
    if (file === -2) return;
    isPaused = true;
    missed = 0;
    stopHook();
    stopHook = promiseHooks.createHook({ init: miss, before: pass, settled: noteResolved });
    later(retry, 50).unref();
  }

  // Nothing of the program runs here.
  function retry() {
    if (!isPaused) return;
    if (hasTime()) resume();
    else later(retry, 50).unref();
  }

  function miss() {
    missed += 1;
  }

  let passed = 0;

  // A program that never returns to the event loop has no other moment.
  function pass(promise) {
    passed += 1;
    if (passed % 256 === 0) begins(began, promise);
  }

  function noteResolved(promise) {
    const info = infos.get(promise);
    if (info !== undefined && info.number > 0 && info.state === null && resolvedUnseen.length < 1000) {
      resolvedUnseen.push([promise, info]);
    }
  }

  // Returns whether there is time for some thousand events.
  function hasTime() {
    time = Number(clock() - started);
    return spent < allowance + share * (time - spent) - 3e7;
  }

  function resume() {
    stopHook();
    stopHook = promiseHooks.createHook(hooks);
    reportLoss();
  }

  function reportLoss() {
    const count = Math.max(1, Math.round(missed * (sequence - lost) / Math.max(1, recorded)));
    sequence += count - 1;
    lost += count;
    isPaused = false;
    running = 0;
    current = [];
    functions = [];
    fanIn = null;
    task = 0;
    isQuiet = true;
    post('dropped', `,"count":${count}`);
    hasGap = true;
    // What has settled since then. The reactions to it may have run already.
    const all = settling.concat(resolvedUnseen);
    settling = [];
    resolvedUnseen = [];
    undecided = null;
    for (const [promise, info] of all) {
      const state = info.state === null ? read(promise) : null;
      if (state === null) continue;
      info.children = none;
      report(info, state);
    }
    isQuiet = false;
  }

  // MARK: Places in the source

  const sites = (_, all) => all;

  // Returns the frames of the stack above a function.
  function frames(above, limit) {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const holder = {};
    try {
      Error.stackTraceLimit = limit;
      Error.prepareStackTrace = sites;
      captureStackTrace(holder, above);
      return Array.isArray(holder.stack) ? holder.stack : [];
    } catch (error) {
      // The program has frozen Error.
      return [];
    } finally {
      try {
        Error.stackTraceLimit = stackTraceLimit;
        Error.prepareStackTrace = prepareStackTrace;
      } catch (error) {}
    }
  }

  const nothing = { made: [], caller: null, entry: null, site: null, isInternal: false };

  // What the stack says of a new promise: the built-in functions that made it, innermost first; the function
  // that called them; the function of Node.js that the program called; and the first place in the program.
  function origin(above) {
    for (const limit of [2, 10, 40]) {
      const made = [];
      let caller = null;
      let entry = null;
      let isInternal = false;
      const all = frames(above, limit);
      for (const site of all) {
        const name = site.getFileName() || '';
        const isBuiltIn = name === '' && !site.isEval();
        if (caller === null) {
          if (name === 'node:internal/promise_hooks') continue;
          if (isBuiltIn) {
            made.push(site.getFunctionName() || '');
            continue;
          }
          caller = site;
          isInternal = name.startsWith('node:');
        }
        if (name.startsWith('node:')) entry = site;
        else if (!isBuiltIn) return { made, caller, entry, site, isInternal };
      }
      if (all.length < limit) return { made, caller, entry, site: null, isInternal };
    }
    return nothing;
  }

  // Whether a function of Node.js itself called the one that called `above`.
  function isInternalCall(above) {
    const [site] = frames(above, 1);
    return site !== undefined && (site.getFileName() || '').startsWith('node:');
  }

  const folder = process.cwd() + '/';
  // What is known of each file: how it is called in the trace, its source map, and its places.
  const files = new Map();

  function shortened(path) {
    const name = path.startsWith('file:') ? fileURLToPath(path) : path;
    return JSON.stringify(name.startsWith(folder) ? name.slice(folder.length) : name);
  }

  function fileNamed(name) {
    let known = files.get(name);
    if (known === undefined) {
      const path = name.startsWith('file:') ? fileURLToPath(name) : name;
      let source = '';
      try {
        if (path.startsWith('/') && fs.statSync(path).size < 4 << 20) source = fs.readFileSync(path, 'utf8');
      } catch (error) {}
      known = { name: shortened(name), map: sourceMap(path, name, source), spots: new Map(), source, lines: null };
      files.set(name, known);
    }
    return known;
  }

  // Returns what is known of a place. Two scripts can have the same name: their hashes differ.
  function spotAt(site) {
    const known = fileNamed(site.getFileName() || 'eval');
    const position = site.getPosition();
    const hash = site.getScriptHash ? site.getScriptHash() : '';
    let spot = known.spots.get(position);
    if (spot === undefined || spot.hash !== hash) {
      const [line, column] = [site.getLineNumber() || 1, site.getColumnNumber() || 1];
      spot = { hash, line, column, isEntry: null, text: '', name: null, key: '' };
      if (known.spots.size < 10000) known.spots.set(position, spot);
    }
    return spot;
  }

  // Whether a function has just been called: it is before its body. Elsewhere it makes a promise by `import()`.
  function isAtEntry(site) {
    const spot = spotAt(site);
    if (spot.isEntry !== null) return spot.isEntry;
    const { line, column } = spot;
    const known = fileNamed(site.getFileName() || 'eval');
    if (known.lines === null) known.lines = known.source.split('\n');
    const first = site.getEnclosingLineNumber ? site.getEnclosingLineNumber() : 0;
    spot.isEntry = true;
    if (known.source !== '' && first > 0 && first <= line) {
      const between = known.lines.slice(first - 1, line);
      between[between.length - 1] = (between[between.length - 1] || '').slice(0, column - 1);
      between[0] = between[0].slice(site.getEnclosingColumnNumber() - 1);
      spot.isEntry = !/[{]|=>/.test(between.join('\n'));
    }
    return spot.isEntry;
  }

  function place(site) {
    if (site === null) return '';
    const spot = spotAt(site);
    if (spot.text === '') {
      const known = fileNamed(site.getFileName() || 'eval');
      const { line, column } = spot;
      spot.text = mapped(known.map, line, column) || `,"file":${known.name},"line":${line},"col":${column}`;
    }
    return spot.text;
  }

  // What tells a function from others that are running. The same text is the same object, so that it is compared
  // quickly. Functions at one place can have different names.
  const functionKeys = new Map();

  function functionKey(site) {
    const spot = spotAt(site);
    const name = site.getFunctionName() || '';
    if (spot.name === name) return spot.key;
    const line = site.getEnclosingLineNumber ? site.getEnclosingLineNumber() : 0;
    const column = site.getEnclosingColumnNumber ? site.getEnclosingColumnNumber() : 0;
    const text = `${name} ${line} ${column} ${site.getFileName() || ''}`;
    let key = functionKeys.get(text);
    if (key === undefined) {
      key = text;
      if (functionKeys.size < 10000) functionKeys.set(text, key);
    }
    spot.name = name;
    spot.key = key;
    return key;
  }

  // Returns the source map of a file: from Node.js if it has it, or from where the file says.
  function sourceMap(path, name, text) {
    if (!path.startsWith('/') || !moduleApi.SourceMap) return null;
    try {
      const known = moduleApi.findSourceMap(path) || moduleApi.findSourceMap(name);
      if (known) return { map: known, folder: dirname(path) };
      const comment = text.lastIndexOf('//# sourceMappingURL=');
      if (comment < 0) return null;
      const url = text.slice(comment + 21).split(/\s/)[0];
      const inline = /^data:application\/json[^,]*;base64,/.exec(url);
      const source = inline ? path : resolve(dirname(path), url);
      const json = inline
        ? Buffer.from(url.slice(inline[0].length), 'base64').toString() : fs.readFileSync(source, 'utf8');
      return { map: new moduleApi.SourceMap(JSON.parse(json)), folder: dirname(source) };
    } catch (error) {
      // No map, or one that cannot be read: the places are those of the file itself.
      return null;
    }
  }

  function mapped(map, line, column) {
    if (map === null) return '';
    const entry = map.map.findEntry(line - 1, column - 1);
    if (!entry || !entry.originalSource) return '';
    const source = entry.originalSource;
    const path = source.startsWith('file:') ? source : resolve(map.folder, source);
    return `,"file":${shortened(path)},"line":${entry.originalLine + 1},"col":${entry.originalColumn + 1}`;
  }

  // MARK: Promises

  const none = Object.freeze([]);

  // What is known of a promise. A link that V8 makes for its own use stands for its owner: the promise of an
  // async function for an await, a fan-in for its input, the outer promise for an adoption.
  //
  // A promise that Node.js makes for itself has no number until the program uses it.
  function Info() {
    this.number = 0;
    this.hidden = '';
    this.isInternal = false;
    this.isModule = false;
    this.isLoader = false;
    this.owner = this;
    this.operation = '';
    this.role = 'own';
    this.function = '';
    this.children = none;
    this.ordinal = 0;
    this.parent = null;
    this.state = null;
    this.job = 0;
    this.events = 0;
    this.index = 0;
    this.inputs = 0;
    this.where = '';
    this.from = 0;
    this.origin = 0;
    this.reader = 0;
    this.isHandled = false;
    this.isUnhandled = false;
  }

  const infos = new WeakMap();
  let promises = 0;
  let jobs = 0;
  let timers = 0;
  // Promises that are being resolved: the hook is called before their state changes.
  let settling = [];
  // The async functions that are running, innermost last, and have not awaited anything in this turn.
  let functions = [];
  // The modules that await, which their awaits can find at any time.
  const modules = new Map();
  // The reactions that are running, innermost last.
  let current = [];
  // The fan-in that is being made, and a promise that is either for one of its values or another fan-in.
  let fanIn = null;
  let doubtful = null;
  // What awaits without a promise of its own: a module, a generator.
  const anonymous = new Info();
  // A promise that was made before the recording, or in a gap.
  const stranger = new Info();
  stranger.hidden = 'unknown';
  stranger.function = 'unknown';

  const operations = {
    then: 'then', catch: 'recover', finally: 'ensureThen', all: 'all', allSettled: 'allSettled', race: 'race',
    any: 'any', resolve: 'value', reject: 'error', Promise: 'body', withResolvers: 'pending', try: 'body',
  };
  const fanIns = new Set(['all', 'allSettled', 'race', 'any']);
  const plain = {
    depth: 1, customInspect: true, showProxy: true, getters: false, sorted: false, showHidden: false,
    colors: false, maxArrayLength: 8, maxStringLength: 100, breakLength: Infinity, compact: true,
  };
  const format = Object.assign({}, plain);

  // Errors are described without their stack: to read it would change what Node.js prints about an error that
  // nothing handles. No other function that a program has defined for util.inspect is called.
  let isReading = false;
  let isError = false;
  // The first error that was described, and how.
  let firstError = null;
  let firstText = '';
  Object.defineProperty(Error.prototype, inspect.custom, {
    configurable: true,
    get() {
      isError = isReading;
      return isReading ? describe : undefined;
    },
    set(value) {
      Object.defineProperty(this, inspect.custom, { value, configurable: true, enumerable: true, writable: true });
    },
  });
  Object.defineProperty(format, 'promiseTrace', {
    enumerable: true,
    get() {
      if (!isError) throw format;
      isError = false;
      return undefined;
    },
  });

  function describe() {
    const [name, message] = [constant(this, 'name'), constant(this, 'message')];
    const text = message === '' ? name || 'Error' : `${name || 'Error'}: ${message}`;
    if (firstError === null) [firstError, firstText] = [this, text];
    return text;
  }

  // Returns a text that a property contains, without calling a getter of the program. The name and the message of a
  // DOMException, which a cancelled request is rejected with, are getters of Node.js.
  const { prototype: domException } = globalThis.DOMException || {};
  const domGetters = domException === undefined ? {} : Object.getOwnPropertyDescriptors(domException);

  function constant(object, name) {
    for (let it = object; it !== null; it = Object.getPrototypeOf(it)) {
      const property = it === domException ? domGetters[name] : Object.getOwnPropertyDescriptor(it, name);
      if (property === undefined) continue;
      const value = it === domException && it !== object && property.get ? property.get.call(object) : property.value;
      return typeof value === 'string' ? value : '';
    }
    return '';
  }

  function described(promise) {
    isReading = true;
    firstError = null;
    try {
      return inspect(promise, format);
    } catch (problem) {
      if (problem !== format) throw problem;
      firstError = null;
      return inspect(promise, Object.assign({}, plain, { customInspect: false }));
    } finally {
      isReading = false;
    }
  }

  // Numbers for errors, by which the same error is recognized in another promise.
  const errorNumbers = new WeakMap();
  let errors = 0;

  // Takes off the properties of a promise, which stand behind its value: those that the program has given it, and the
  // numbers that it has in Node.js while async hooks are on.
  function withoutProperties(text, promise) {
    for (const key of ownKeys(promise)) {
      if (!propertyIsEnumerable.call(promise, key)) continue;
      const name = typeof key === 'symbol' ? `[${String(key)}]` : /^[a-zA-Z_]\w*$/.test(key) ? key : `'${key}'`;
      if (text.startsWith(`<pending>, ${name}: `)) return '<pending>';
      const end = text.lastIndexOf(`, ${name}: `);
      return end < 0 ? text : text.slice(0, end);
    }
    return text;
  }

  // Returns the state of a promise; null if it is pending.
  function read(promise) {
    let value = described(promise);
    value = withoutProperties(value.slice(value.indexOf('{ ') + 2, -2), promise);
    if (value === '<pending>') return null;
    const isRejected = value.startsWith('<rejected> ');
    if (isRejected) value = value.slice(11);
    let identity = value;
    const isAnError = firstError !== null && firstText === value;
    if (isAnError) {
      identity = errorNumbers.get(firstError);
      if (identity === undefined) errorNumbers.set(firstError, identity = errors += 1);
    }
    firstError = null;
    if (!values || value === 'undefined') value = '';
    const end = value.indexOf('\n');
    if (end >= 0) value = value.slice(0, end);
    if (value.length > 120) value = value.slice(0, 119) + '…';
    return {
      out: isRejected ? 'rejected' : 'fulfilled', identity, isOdd: isAnError && !isRejected,
      text: value === '' ? '' : `,"text":${JSON.stringify(value)}`,
    };
  }

  // Reports the promises that were resolved since the last event, except that of the running reaction.
  function settle(isAtEnd) {
    decide();
    for (let place = 0; place < settling.length; place += 1) {
      const [promise, info] = settling[place];
      if (!isAtEnd && current.length > 0 && current[current.length - 1].info.owner === info) continue;
      settling.splice(place, 1);
      place -= 1;
      const state = read(promise);
      if (state !== null) report(info, state);
    }
  }

  function report(info, state) {
    info.state = state;
    if (info.number === 0) {
      for (const child of info.children) enqueue(child, info);
      info.children = none;
      return;
    }
    let fields = `,"p":${info.number},"out":"${state.out}"${state.text}`;
    if (state.out === 'rejected') {
      inherit(info, state);
      fields += `,"origin":${info.origin}`;
    }
    if (info.from > 0) fields += `,"from":${info.from}`;
    if (state.isOdd) fields += ',"odd":"errorAsValue"';
    post('settled', fields);
    for (const child of info.children) enqueue(child, info);
    info.children = none;
    const place = functions.lastIndexOf(info);
    if (place >= 0) functions.splice(place, 1);
  }

  // Finds out where a rejection arose: in the promise from which it has the same error.
  function inherit(info, state) {
    info.origin = info.number;
    for (const source of [info.source, info.parent]) {
      if (!source || !source.state || source.state.out !== 'rejected') continue;
      if (source.state.identity !== state.identity) continue;
      info.origin = source.origin || info.number;
      if (info.from === 0) info.from = source.number;
      return;
    }
  }

  // A reaction to a settled promise enters the queue of microtasks.
  function enqueue(child, parent) {
    const { owner, role } = child;
    const isHidden = child.hidden !== '' || owner.hidden !== '' && role !== 'own';
    if (isHidden) return;
    const isRejected = parent.state.out === 'rejected';
    if (isRejected && (role === 'await' || role === 'input' || owner.operation === 'catch')) {
      handle(parent, owner.number);
    }
    if (role === 'adoption') {
      if (parent.number > 0) owner.from = parent.number;
      owner.source = parent;
      return;
    }
    if (role === 'own' && owner.operation === 'catch' && !isRejected && parent.number > 0) {
      skip(child, parent, 'valuePassesErrorHandler');
    }
    jobs += 1;
    child.job = jobs;
    const promise = owner.number > 0 ? `,"p":${owner.number}` : '';
    const label = owner.number > 0 ? '' : `,"label":${JSON.stringify(child.function)}`;
    post('jobEnqueued', `,"j":${jobs}${promise},"on":${queue('microtasks')}${label}`);
  }

  // A function continues whose promise has settled in a gap.
  function continues(info) {
    jobs += 1;
    info.job = jobs;
    const about = info.owner.number > 0 ? `,"p":${info.owner.number}` : `,"label":${JSON.stringify(info.function)}`;
    post('jobEnqueued', `,"j":${jobs}${about},"on":${queue('microtasks')}`);
  }

  function handle(parent, by) {
    if (parent.isHandled || by === 0 || parent.number === 0) return;
    parent.isHandled = true;
    post('errorHandled', `,"p":${parent.number},"by":${by}`);
  }

  function skip(child, parent, why) {
    child.isSkipped = true;
    child.owner.from = parent.number;
    post('handlerSkipped', `,"p":${child.owner.number},"parent":${parent.number},"why":"${why}"`);
  }

  function attach(child, parent, promise) {
    child.parent = parent;
    parent.reader = child.owner.number;
    if (parent.number === 0 && parent.state === null && child.hidden === '') parent.state = read(promise);
    if (parent.state !== null) return enqueue(child, parent);
    if (parent.children === none) parent.children = [child]; else parent.children.push(child);
  }

  // A promise is made.
  function made(promise, parent) {
    if (undecided !== null) decideAwait(null);
    const { made, caller, entry, site, isInternal } = origin(init);
    const outermost = made[made.length - 1] || '';
    const isFanIn = fanIns.has(outermost);
    decide(isFanIn && made.length > 1 ? parent : undefined);
    settle(false);
    const source = parent === undefined ? undefined : infos.get(parent);
    const info = new Info();
    infos.set(promise, info);
    recorded += 1;
    const top = current[current.length - 1];
    const isHidden = isInternal || site === null && caller !== null;

    if (source !== undefined && isFanIn && made.length > 1) return addInput(info, source, parent);
    if (caller === null && top !== undefined) {
      // What a reaction makes without a function of the program: the job that adopts a promise, or what the
      // built-in finally uses.
      info.owner = top.info.owner;
      info.role = 'adoption';
      if (source === undefined || !top.adopts) return;
      if (!info.owner.isInternal) reveal(source, parent);
      if (source.number === 0 || info.owner.number === 0) return attach(info, source, parent);
      post('adopted', `,"p":${info.owner.number},"inner":${source.number}`);
      return attach(info, source, parent);
    }
    if (source !== undefined && made.length === 0 && caller !== null) {
      return awaits(promise, info, source, parent, caller, site, isHidden);
    }
    // A job that begins here ends the functions that are running.
    if (!isHidden) beginTask();
    info.operation = outermost;
    const isCall = source === undefined && made.length === 0 && caller !== null;
    const isImport = isCall && !isInternal && !isAtEntry(caller);
    const isFunction = isCall && !isImport;
    info.isInternal = isHidden || isImport;
    info.isLoader = isInternal && caller.getFileName().startsWith('node:internal/modules/');
    // A module that awaits is a function around the whole file.
    const isModule = isFunction && !isInternal && caller.getFunctionName() === null
      && caller.getLineNumber() === 1 && caller.getColumnNumber() === 1;
    info.isModule = isModule;
    if (isFunction) {
      info.function = functionKey(caller);
      if (isModule) modules.set(info.function, info); else functions.push(info);
    }
    const name = isImport ? 'import()' : isModule ? caller.getFileName().split('/').pop()
      : isFunction ? caller.getFunctionName()
      : isInternal ? entry.getFunctionName()
      : source === undefined && !(outermost in operations) ? outermost : null;
    const label = name ? `,"label":${JSON.stringify(name)}` : '';
    const where = label + place(site);
    if (isHidden) {
      info.hidden = `"${isFunction ? 'async' : 'pending'}"${where}`;
      if (source !== undefined) attach(info, source, parent);
      return;
    }
    if (source !== undefined) reveal(source, parent);
    info.number = promises += 1;
    if (isFanIn) {
      if (fanIn !== null && fanIn.where === where && fanIn.operation === outermost) {
        doubtful = { promise, info, where };
        return;
      }
      return makeFanIn(info, where);
    }
    const op = isFunction ? 'async' : operations[outermost] || (source === undefined ? 'pending' : 'then');
    const parents = source === undefined || source.number === 0 ? '' : `,"parents":[${source.number}]`;
    post('created', `,"p":${info.number},"op":"${op}"${where}${parents}`);
    if (parents === '') return;
    source.ordinal += 1;
    post('handlerAttached', `,"p":${info.number},"parent":${source.number},"ordinal":${source.ordinal},"on":${queue('microtasks')}`);
    attach(info, source, parent);
  }

  // Gives a promise of Node.js a number, because the program uses it.
  function reveal(info, promise) {
    if (info.number > 0 || info.hidden === '') return;
    info.number = promises += 1;
    post('created', `,"p":${info.number},"op":${info.hidden}`);
    info.hidden = '';
    if (info.state !== null) return;
    const state = read(promise);
    if (state !== null) report(info, state);
  }

  function makeFanIn(info, where) {
    post('created', `,"p":${info.number},"op":"${operations[info.operation]}"${where}`);
    info.where = where;
    fanIn = info;
  }

  // A fan-in makes a promise for each input that is a value, in the same way as it is made itself.
  function decide(input) {
    if (doubtful === null) return;
    const { promise, info, where } = doubtful;
    doubtful = null;
    if (promise !== input) return makeFanIn(info, where);
    info.operation = 'resolve';
    post('created', `,"p":${info.number},"op":"value"${where}`);
  }

  function addInput(info, source, promise) {
    if (fanIn === null || fanIn.number === 0) return;
    reveal(source, promise);
    info.owner = fanIn;
    info.role = 'input';
    info.index = fanIn.inputs;
    fanIn.inputs += 1;
    post('inputAdded', `,"p":${fanIn.number},"i":${info.index},"input":${source.number}`);
    attach(info, source, promise);
  }

  // The await of a function that is not known, and the link to what it awaits.
  let undecided = null;

  // An async function awaits a promise. V8 makes a promise for it, whose reaction continues the function.
  function awaits(link, info, source, promise, caller, site, isHidden) {
    const key = functionKey(caller);
    let index = functions.length - 1;
    while (index >= 0 && functions[index].function !== key) index -= 1;
    const owner = index >= 0 ? functions[index] : modules.get(key) || anonymous;
    // Something that is no promise is awaited: V8 makes a promise of it first, as a link of the function's own.
    if (source === owner || owner.isModule && source.isLoader) return;
    // What is above it has returned.
    if (index >= 0) functions.length = index;
    const waiting = { info, source, promise, owner, caller, site, isHidden };
    // The same of an async generator, whose promise is not known to be its own: what V8 makes is then resolved next.
    if (owner === anonymous) undecided = { link, waiting };
    else beginAwait(waiting);
  }

  // Decides whether a function awaits a promise: the next thing that happens is not that the link to it is resolved.
  function decideAwait(resolved) {
    const { link, waiting } = undecided;
    undecided = null;
    if (resolved !== link) beginAwait(waiting);
  }

  function beginAwait({ info, source, promise, owner, caller, site, isHidden }) {
    info.owner = owner;
    info.role = 'await';
    const isLoading = (caller.getFileName() || '').startsWith('node:internal/modules/');
    info.function = isLoading ? 'loader' : caller.getFunctionName() || (owner.isModule ? 'module' : 'function');
    info.hidden = isHidden ? 'await' : '';
    if (!isHidden) {
      beginTask();
      reveal(source, promise);
    }
    if (source.number > 0 && !isHidden) {
      const by = owner.number > 0 ? `,"by":${owner.number}` : '';
      post('awaitBegan', `,"p":${source.number}${by}${place(site)}`);
    }
    attach(info, source, promise);
  }

  // MARK: Reactions

  function began(promise) {
    if (undecided !== null) decideAwait(null);
    if (current.length === 0) {
      hasLeftMain = true;
      endTask(time);
      functions = [];
    }
    settle(false);
    fanIn = null;
    const info = infos.get(promise) || stranger;
    const { owner, parent } = info;
    const top = { promise, info, outer: running, adopts: info.job === 0, task: 0, resolved: [] };
    current.push(top);
    // A hidden function continues.
    if (info.role === 'await' && info.hidden !== '' && owner !== anonymous) functions.push(owner);
    if (info.job === 0 && hasGap && info.role === 'await' && info.hidden === '') continues(info);
    if (info.job === 0) {
      running = 0;
      return;
    }
    running = queue('microtasks');
    post('jobStarted', `,"j":${info.job}${owner.number > 0 ? `,"p":${owner.number}` : ''},"on":${running}`);
    if (info.role === 'await') {
      if (parent.number > 0) {
        const by = owner.number > 0 ? `,"by":${owner.number}` : '';
        post('awaitEnded', `,"p":${parent.number},"end":"settled"${by}`);
      }
      if (owner.number > 0) functions.push(owner);
    }
    if (info.role === 'input') {
      const kind = owner.state === null ? 'inputSettled' : 'inputIgnored';
      post(kind, `,"p":${owner.number},"i":${info.index},"input":${parent.number},"out":"${parent.state.out}"`);
    }
    info.events = sequence;
  }

  function ended(promise) {
    if (undecided !== null) decideAwait(null);
    const top = current[current.length - 1];
    if (top === undefined || top.promise !== promise) return;
    const { info } = top;
    const { owner, parent } = info;
    const place = settling.findIndex(([, it]) => it === owner);
    const state = place >= 0 ? read(settling[place][0]) : null;
    if (info.role === 'input' && state !== null && decides(owner.operation, parent.state.out)) {
      owner.from = parent.number;
      owner.source = parent;
    }
    if (top.task > 0) post('jobEnded', `,"j":${top.task},"on":${running},"end":"returned"`);
    const module_ = info.role === 'await' && owner.isModule && functions.includes(owner) ? moduleState(top) : null;
    if (info.job > 0) {
      const end = module_ === null ? ending(info, place >= 0, state)
        : module_.out === 'rejected' ? 'threw' : 'returned';
      const number = owner.number > 0 ? `,"p":${owner.number}` : '';
      post('jobEnded', `,"j":${info.job}${number},"on":${running},"end":"${end}"`);
      info.job = 0;
    }
    current.pop();
    running = top.outer;
    if (module_ !== null && owner.state === null) report(owner, module_);
    settle(true);
  }

  // Returns the state of a module that has run to its end. No promise of its own shows it, but the one that its
  // importer waits for is rejected with its error.
  function moduleState(top) {
    for (const promise of top.resolved) {
      const state = read(promise);
      if (state !== null && state.out === 'rejected') return state;
    }
    return { out: 'fulfilled', identity: '', isOdd: false, text: '' };
  }

  // Returns how a reaction ended. `isResolved` says whether its promise was resolved in it, and `state` is
  // that promise's state, unless it is pending.
  function ending(info, isResolved, state) {
    if (info.isSkipped) return 'skipped';
    if (info.role === 'input') return 'returned';
    // The promise of its function is not known.
    if (hasGap && info.owner === anonymous) return 'returned';
    if (!isResolved) return info.role === 'await' ? 'suspended' : 'returned';
    if (state === null) return 'returnedPromise';
    const { owner, parent } = info;
    const wasRejected = info.role === 'own' && parent.number > 0 && parent.state !== null
      && parent.state.out === 'rejected';
    if (state.out === 'fulfilled') {
      if (wasRejected && owner.operation !== 'finally') handle(parent, owner.number);
      return 'returned';
    }
    if (wasRejected && owner.operation === 'then' && state.identity === parent.state.identity
      && info.events === sequence) {
      // It passes on the error, and did nothing else.
      skip(info, parent, 'errorPassesValueHandler');
      return 'skipped';
    }
    return 'threw';
  }

  // Whether an input of a fan-in that settled in this way alone decides it.
  function decides(operation, out) {
    switch (operation) {
      case 'race': return true;
      case 'any': return out === 'fulfilled';
      case 'all': return out === 'rejected';
      default: return false;
    }
  }

  function resolved(promise) {
    if (undecided !== null) decideAwait(promise);
    const info = infos.get(promise);
    if (info === undefined || info.state !== null) return;
    const top = current[current.length - 1];
    if (info.number === 0) {
      if (top !== undefined && top.info.owner.isModule) top.resolved.push(promise);
      return settleHidden(promise, info);
    }
    if (doubtful === null || doubtful.promise !== promise) settle(false);
    beginTask();
    settling.push([promise, info]);
  }

  // A promise of Node.js is read only if the program waits for it through others.
  function settleHidden(promise, info) {
    if (info.hidden === '' || info.children.every((it) => it.hidden !== '')) return;
    settling.push([promise, info]);
  }

  function init(promise, parent) {
    quietly(made, promise, parent);
  }

  const hooks = {
    init,
    before: (promise) => quietly(began, promise),
    after: (promise) => quietly(ended, promise),
    settled: (promise) => quietly(resolved, promise),
  };
  let stopHook = promiseHooks.createHook(hooks);

  // MARK: Errors without a handler

  function unhandled(promise) {
    settle(true);
    const info = infos.get(promise);
    // A program can emit the event again.
    if (info === undefined || info.number === 0 || info.state === null || info.isUnhandled) return;
    info.isUnhandled = true;
    post('errorUnhandled', `,"p":${info.number},"origin":${info.origin || info.number}${info.state.text}`);
  }

  function handledLate(promise) {
    const info = infos.get(promise);
    if (info !== undefined && info.reader > 0) handle(info, info.reader);
  }

  // Node.js emits these events whether or not the program listens; a listener of ours would change what
  // follows.
  const { emit } = process;
  Object.defineProperty(process, 'emit', {
    configurable: true,
    enumerable: false,
    writable: true,
    value: function (name, first, second) {
      if (name === 'unhandledRejection') begins(unhandled, second);
      else if (name === 'rejectionHandled') quietly(handledLate, first);
      return Reflect.apply(emit, this, arguments);
    },
  });

  // MARK: The event loop

  const queues = new Map();
  // The job of the callback that is running: of a timer, a tick, a call of queueMicrotask, or one that
  // Node.js makes when it has read or written something.
  let task = 0;
  // Whether the main script has returned.
  let hasLeftMain = false;

  function queue(label) {
    let number = queues.get(label);
    if (number === undefined) {
      number = queues.size + 1;
      queues.set(label, number);
      post('queueDeclared', `,"on":${number},"label":"${label}","type":"serial"`);
    }
    return number;
  }

  function startTask(number, label) {
    endTask(lastTime);
    settle(true);
    hasLeftMain = true;
    functions = [];
    running = queue(label);
    task = number;
    post('jobStarted', `,"j":${number},"on":${running}`);
  }

  function endTask(end) {
    if (task === 0) return;
    const before = sequence;
    settle(true);
    const now = time;
    // What it did last may be found out only now.
    if (sequence === before) time = end;
    post('jobEnded', `,"j":${task},"on":${running},"end":"returned"`);
    time = now;
    task = 0;
    running = 0;
  }

  // Begins a job for a callback of Node.js itself, if something happens outside of every known job.
  function beginTask() {
    const top = current[current.length - 1];
    if (top !== undefined) return beginHidden(top);
    if (task !== 0 || !hasLeftMain) return;
    const all = frames(quietly, 60);
    const outermost = all[all.length - 1];
    const file = outermost === undefined ? '' : outermost.getFileName() || '';
    const name = outermost === undefined ? '' : outermost.getFunctionName() || '';
    const label = name === 'processImmediate' ? 'immediates'
      : file === 'node:internal/timers' ? 'timers'
      : file === 'node:internal/process/task_queues' ? 'ticks' : 'poll';
    const about = outermost === undefined ? '' : `,"label":${JSON.stringify(name)}`;
    jobs += 1;
    const number = jobs;
    post('jobEnqueued', `,"j":${number},"on":${queue(label)}${about}`);
    startTask(number, label);
  }

  // Begins a job for a reaction of Node.js itself, if the program does something in it.
  function beginHidden(top) {
    const { info } = top;
    if (info.job > 0 || top.task > 0 || info.hidden === '' && info.owner.hidden === '') return;
    jobs += 1;
    top.task = jobs;
    const label = JSON.stringify(info.function || info.owner.function.split(' ')[0] || 'node');
    post('jobEnqueued', `,"j":${jobs},"on":${queue('microtasks')},"label":${label}`);
    running = queue('microtasks');
    post('jobStarted', `,"j":${jobs},"on":${running}`);
  }

  function enterQueue(label, callback) {
    settle(false);
    beginTask();
    jobs += 1;
    const name = callback.name || label.replace(/s$/, '');
    post('jobEnqueued', `,"j":${jobs},"on":${queue(label)},"label":${JSON.stringify(name)}`);
    return jobs;
  }

  // Replaces a function that puts a callback into a queue. What is put before and after the callback runs
  // directly before and after it.
  function wrap(holder, name, make) {
    const original = holder[name];
    if (typeof original !== 'function') return;
    const replacement = make(original);
    const properties = Object.getOwnPropertyDescriptors(original);
    delete properties.prototype;
    Object.defineProperties(replacement, properties);
    holder[name] = replacement;
  }

  const startTick = (number) => begins(startTask, number, 'ticks');
  const startMicrotask = (number) => begins(startTask, number, 'microtasks');
  const endNow = () => quietly(() => endTask(time));

  wrap(process, 'nextTick', (original) => function nextTick(callback) {
    if (isQuiet || typeof callback !== 'function' || isInternalCall(nextTick)) return Reflect.apply(original, this, arguments);
    let number = 0;
    quietly(() => { number = enterQueue('ticks', callback); });
    if (number === 0) return Reflect.apply(original, this, arguments);
    tick(startTick, number);
    Reflect.apply(original, this, arguments);
    tick(endNow);
  });

  wrap(globalThis, 'queueMicrotask', (original) => function queueMicrotask(callback) {
    if (isQuiet || typeof callback !== 'function' || isInternalCall(queueMicrotask)) return Reflect.apply(original, this, arguments);
    let number = 0;
    quietly(() => { number = enterQueue('microtasks', callback); });
    if (number === 0) return Reflect.apply(original, this, arguments);
    microtask(() => startMicrotask(number));
    Reflect.apply(original, this, arguments);
    microtask(endNow);
  });

  // A timer or an immediate: Node.js reads some of its properties directly before and after it calls the
  // callback.
  const pending = new WeakMap();

  function watch(object, name, didRead) {
    let value = object[name];
    Object.defineProperty(object, name, {
      configurable: true,
      enumerable: true,
      get() {
        if (!isQuiet) didRead();
        return value;
      },
      set(next) { value = next; },
    });
  }

  function wrapTimer(name, isRepeating) {
    wrap(timersModule, name, (original) => function (callback, delay) {
      const timer = Reflect.apply(original, this, arguments);
      if (!isQuiet && typeof callback === 'function') quietly(setTimer, timer, isRepeating);
      return timer;
    });
  }

  function setTimer(timer, isRepeating) {
    settle(false);
    beginTask();
    const about = { number: 0, name: timer._onTimeout.name || (isRepeating ? 'interval' : 'timeout'), isRunning: false };
    const schedule = () => {
      about.number = timers += 1;
      post('timerScheduled', `,"timer":${timers},"due":${time + Math.max(1, Number(timer._idleTimeout) || 1) * 1e6}`);
    };
    schedule();
    pending.set(timer, about);
    watch(timer, '_timerArgs', () => begins(() => {
      about.isRunning = true;
      endTask(lastTime);
      settle(true);
      // It was set again with refresh().
      if (about.number === 0) schedule();
      post('timerFired', `,"timer":${about.number}`);
      about.number = 0;
      jobs += 1;
      post('jobEnqueued', `,"j":${jobs},"on":${queue('timers')},"label":${JSON.stringify(about.name)}`);
      startTask(jobs, 'timers');
    }));
    watch(timer, '_repeat', () => {
      if (!about.isRunning) return;
      about.isRunning = false;
      quietly(() => {
        endTask(time);
        if (isRepeating && !timer._destroyed && timer._idleTimeout !== -1) schedule();
      });
    });
  }

  function wrapClear(name) {
    wrap(timersModule, name, (original) => function (timer) {
      const about = timer !== null && typeof timer === 'object' ? pending.get(timer) : undefined;
      if (!isQuiet && about !== undefined && about.number > 0) quietly(clearTimer, about);
      return Reflect.apply(original, this, arguments);
    });
  }

  function clearTimer(about) {
    settle(false);
    post('timerCancelled', `,"timer":${about.number}`);
    about.number = 0;
  }

  function makeSetImmediate(original) {
    return function (callback) {
      const immediate = Reflect.apply(original, this, arguments);
      if (!isQuiet && typeof callback === 'function') {
        quietly(() => {
          const number = enterQueue('immediates', callback);
          watch(immediate, '_argv', () => begins(startTask, number, 'immediates'));
        });
      }
      return immediate;
    };
  }

  wrapTimer('setTimeout', false);
  wrapTimer('setInterval', true);
  wrapClear('clearTimeout');
  wrapClear('clearInterval');
  wrap(timersModule, 'setImmediate', makeSetImmediate);
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval']) {
    globalThis[name] = timersModule[name];
  }
  moduleApi.syncBuiltinESMExports();

  process.on('exit', () => {
    isExiting = true;
    if (isPaused) {
      time = Number(clock() - started);
      reportLoss();
    }
    quietly(() => {
      if (undecided !== null) decideAwait(null);
      settle(true);
      endTask(time);
      write();
    });
  });

  // For a program that loads the script while it runs.
  module.exports = {
    begin: () => quietly(() => {
      hasLeftMain = true;
      begin();
      write();
    }),
    isRecording: () => file !== -2,
  };
}
