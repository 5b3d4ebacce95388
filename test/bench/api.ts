/** An API that answers every request alike, by raw sockets, so that it costs next to nothing. Says its port. */
import { type AddressInfo, createServer } from 'node:net';

const body = '{"ok":true}';
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const end = '\r\n\r\n';

const server = createServer((socket) => {
  socket.setNoDelay(true).on('error', () => undefined);
  let rest = '';
  socket.on('data', (bytes) => {
    // What is asked has no body.
    const requests = (rest + bytes.toString('latin1')).split(end);
    rest = requests.pop() ?? '';
    if (requests.length > 0) socket.write(answer.repeat(requests.length));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
