// A list is fetched from a server and decoded. The server may answer
// with an error status, or with text that cannot be decoded.

import { once } from 'node:events';
import { createServer } from 'node:http';

const note = console.log;

const answers = {
  '/list': [200, '["tea","milk","bread"]'],
  '/torn': [200, '["tea","mi'],
};
// A real server, on a port of this machine.
const server = createServer((request, response) => {
  const [status, body] = answers[request.url] ?? [404, 'not found'];
  response.writeHead(status).end(body);
});

async function show(path) {
  try {
    const { port } = server.address();
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    note(`status ${response.status}`);
    // fetch is fulfilled whatever the status is.
    if (!response.ok) throw new Error('validationFailed');
    const items = await response.json();
    note(`${items.length} items`);
  } catch (error) {
    note(`alert ${error.name}`);
  }
}

await once(server.listen(0, '127.0.0.1'), 'listening');
for (const path of ['/list', '/missing', '/torn']) await show(path);
server.close();
server.closeAllConnections?.();
