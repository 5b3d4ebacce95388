/** Imports an entry as Lambda and Vercel do, and answers over IPC what it is asked. */
import { pathToFileURL } from 'node:url';

const [, , file, kind] = process.argv;

// What Lambda has for answers that are sent bit by bit, as its runtime documents it.
globalThis.awslambda = {
  streamifyResponse: (handle) => handle,
  HttpResponseStream: {
    from: (stream, head) => {
      stream.head(head);
      return stream;
    },
  },
};

const entry = await import(pathToFileURL(file).href);
process.on('message', async ({ id, asked }) => process.send({ id, answer: await answer(asked) }));
process.send('ready');

async function answer(asked) {
  if (kind === 'handler') {
    const { statusCode: status, headers, body } = await entry.handler(asked);
    return { status, headers, pieces: [body] };
  }
  if (kind === 'stream') {
    const pieces = [];
    let found;
    await entry.stream(asked, {
      head: ({ statusCode: status, headers }) => (found = { status, headers }),
      write: (piece) => pieces.push(Buffer.from(piece).toString()),
      once: () => undefined,
      end: () => undefined,
    });
    return { ...found, pieces };
  }
  const { url, method, headers, body } = asked;
  const response = await entry.default.fetch(new Request(url, { method, headers, body }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    pieces: [await response.text()],
  };
}
