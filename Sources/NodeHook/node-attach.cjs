// Loads the script that records promises into a program that Node.js runs already.
//
//   node node-attach.cjs PID SCRIPT TRACE [PORT]
//
// SIGUSR1 makes Node.js open its inspector, which listens on the loopback interface. This program connects to
// it, lets the program load SCRIPT, which writes to TRACE, and closes the inspector, unless it was open before.
// It prints `recording` if that succeeded, and otherwise why not.
'use strict';

const { randomBytes } = require('crypto');
const fs = require('fs');
const http = require('http');

const [pid, script, trace] = [Number(process.argv[2]), process.argv[3], process.argv[4]];
// The port of the inspector, unless the program was started with another one, in --inspect-port.
const port = Number(process.argv[5]) || 9229;

attach().catch((error) => error.message).then((answer) => {
  console.log(answer);
  process.exit();
});

async function attach() {
  let target = await inspector();
  const wasOpen = target !== null;
  if (wasOpen && !listens()) {
    return `another program has the port ${port} of its inspector. Start it with --inspect-port=${port + 1}`;
  }
  if (!wasOpen) process.kill(pid, 'SIGUSR1');
  for (let wait = 10; target === null; wait *= 2) {
    if (wait > 3000) {
      return `its inspector does not open at port ${port}: its main thread may be busy, or it listens for SIGUSR1 `
        + "itself. Start it with 'promise-tui run -- node …' instead";
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    target = await inspector();
  }
  return evaluate(target, program(!wasOpen));
}

// Returns whether the process listens at the port. Where the system does not say so, it is taken to.
function listens() {
  try {
    const sockets = fs.readdirSync(`/proc/${pid}/fd`).map((name) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/fd/${name}`);
      } catch (error) {
        return '';
      }
    });
    return fs.readFileSync(`/proc/${pid}/net/tcp`, 'latin1').split('\n').slice(1).some((line) => {
      const fields = line.trim().split(/\s+/);
      return fields[3] === '0A' && parseInt(fields[1].split(':')[1], 16) === port
        && sockets.includes(`socket:[${fields[9]}]`);
    });
  } catch (error) {
    return true;
  }
}

// Returns the address of the inspector; null if none is open.
function inspector() {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/json/list', timeout: 1000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => { text += part; });
      response.on('end', () => {
        try {
          resolve(new URL(JSON.parse(text)[0].webSocketDebuggerUrl));
        } catch (error) {
          resolve(null);
        }
      });
    });
    request.on('error', () => resolve(null));
    request.on('timeout', () => request.destroy());
  });
}

// What the program evaluates, with the inspector's `require`.
function program(closes) {
  return `(() => {
    if (process.pid !== ${pid}) return 'process ' + process.pid + ' has the port of its inspector';
    const script = ${JSON.stringify(script)};
    if (require.cache[script] && require.cache[script].exports.isRecording()) {
      return 'it is recorded already: open that trace instead';
    }
    const inspector = require('inspector');
    if (${closes}) setTimeout(() => inspector.close(), 50);
    const before = process.env.PROMISE_TRACE;
    process.env.PROMISE_TRACE = ${JSON.stringify(trace)};
    delete require.cache[script];
    const { begin } = require(script);
    if (before === undefined) delete process.env.PROMISE_TRACE;
    else process.env.PROMISE_TRACE = before;
    if (begin === undefined) return 'it runs ' + process.version + '; version 18 and later are recorded';
    begin();
    return 'recording';
  })()`;
}

// Returns the value of an expression in the program.
function evaluate(target, expression) {
  return new Promise((resolve, reject) => {
    const request = http.get({
      host: target.hostname,
      port: target.port,
      path: target.pathname,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        'Sec-WebSocket-Version': 13,
      },
    });
    const deadline = setTimeout(
      () => reject(new Error('it does not answer: its main thread may be busy, or a debugger may have stopped it')), 5000);
    request.on('error', reject);
    request.on('response', () => reject(new Error(`port ${port} is not that of an inspector`)));
    request.on('upgrade', (response, socket) => {
      let bytes = Buffer.alloc(0);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('it closed the connection to its inspector')));
      socket.on('data', (part) => {
        bytes = Buffer.concat([bytes, part]);
        for (let text = message(bytes); text !== null; text = message(bytes)) {
          bytes = bytes.subarray(text.size);
          const { id, result, error } = JSON.parse(text.value);
          if (id !== 1) continue;
          clearTimeout(deadline);
          if (error) return reject(new Error(error.message));
          const { exceptionDetails } = result;
          if (exceptionDetails) {
            return reject(new Error(exceptionDetails.exception.description || exceptionDetails.text));
          }
          resolve(result.result.value);
        }
      });
      const parameters = { expression, includeCommandLineAPI: true, returnByValue: true };
      socket.write(frame(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: parameters })));
    });
  });
}

// Returns a message as a WebSocket sends it: in one frame, masked.
function frame(text) {
  const bytes = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.alloc(8);
  head[0] = 0x81;
  head[1] = 0x80 | 126;
  head.writeUInt16BE(bytes.length, 2);
  mask.copy(head, 4);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] ^= mask[index % 4];
  return Buffer.concat([head, bytes]);
}

// Returns the first message of some bytes and its size; null if it has not arrived whole.
function message(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 127;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const count = short < 126 ? short
    : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + count) return null;
  return { value: bytes.toString('utf8', start, start + count), size: start + count };
}
