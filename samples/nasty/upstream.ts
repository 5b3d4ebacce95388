import { isUtf8 } from 'node:buffer';
import { serve, type Answer, type RecordedCall, type Upstream } from '../serve.js';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What is answered below `/answers/`. */
const answers: Record<string, (query: URLSearchParams) => Answer> = {
  image: () => say(200, 'image/png', Buffer.from(pixel, 'base64')),
  bytes: () => say(200, 'application/octet-stream', Buffer.from([0, 1, 2, 253, 254, 255])),
  nothing: () => ({ status: 204 }),
  text: () => say(200, 'text/plain; charset=utf-8', 'Grüße aus der Küche\n'),
  xml: () => say(200, 'application/xml', '<?xml version="1.0"?><list><item>1</item></list>'),
  integers: () => say(200, 'application/json', '{"id": 9007199254740993, "ids": [9223372036854775807]}'),
  problem: () =>
    say(
      422,
      'application/problem+json',
      JSON.stringify({
        type: 'https://nasty.example/problems/spoilt',
        title: 'Spoilt',
        status: 422,
        detail: 'The milk is off.',
        errors: [{ pointer: '#/milk', detail: 'Smells.' }],
      }),
    ),
  slow: (query) => ({
    ...say(200, 'application/json', '{"slow":true}'),
    delay: Number(query.get('milliseconds') ?? 1000),
  }),
  events: () => say(200, 'text/event-stream', 'event: tick\ndata: {"n":1}\n\ndata: {"n":2}\n\n'),
  broken: () => say(200, 'application/json', '{"broken": [1, 2'),
};

/** Starts an API that answers what it was asked: every request comes back as JSON, save those below `/answers/`. */
export async function startUpstream(options: { port?: number } = {}): Promise<Upstream> {
  return serve(answer, { ...options, basePath: '/acme/v1' });
}

function answer(call: RecordedCall): Answer {
  const { pathname, searchParams } = new URL(`http://nasty${call.path}`);
  const [, name = ''] = pathname.split('/answers/');
  return Object.hasOwn(answers, name) ? answers[name]!(searchParams) : echo(call);
}

function echo({ method, path, headers, body, bytes }: RecordedCall): Answer {
  const sent = isUtf8(bytes)
    ? { body, encoding: 'utf8' }
    : { body: bytes.toString('base64'), encoding: 'base64' };
  return say(200, 'application/json', JSON.stringify({ method, url: path, headers, ...sent }));
}

function say(status: number, contentType: string, body: string | Buffer): Answer {
  return { status, headers: { 'Content-Type': contentType }, body };
}
