import { expect } from 'vitest';
import type { BodyFacts, RequestFacts } from '../case.js';
import { type Findings, judgeEach, type Judges, UnknownFact } from '../findings.js';
import type { Called, Sent } from '../serveCase.js';

/** Judges the one request that a call has caused. */
export async function judgeRequest(
  facts: RequestFacts,
  { requests, result }: Called,
  findings: Findings,
): Promise<void> {
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0) {
    const problem = `the call led to ${requests.length} requests: ${JSON.stringify(result.content)}`;
    findings.failures.push({ fact: 'request', problem });
    return;
  }
  await judgeEach(facts, judges, request, { group: 'request', findings });
}

const judges: Judges<RequestFacts, Sent> = {
  method: (method, request) => expect(request.method).toBe(method),
  origin: (origin, request) => expect(request.origin).toBe(origin),
  rawPath: (path, request) => expect(split(request).path).toBe(path),
  pathSegments: (segments, request) => {
    const [root, ...given] = split(request).path.split('/');
    expect(root).toBe('');
    expect(given.map(decodeURIComponent)).toEqual(segments);
  },
  query: (pairs, request) => expect(sorted(new URLSearchParams(split(request).query))).toEqual(sorted(pairs)),
  rawQueryContains: (parts, request) => {
    for (const part of parts) expect(split(request).query).toContain(part);
  },
  headers: (headers, request) => {
    for (const [name, value] of Object.entries(headers)) expect(request.headers[name], name).toBe(value);
  },
  noHeaders: (names, request) => {
    for (const name of names) expect(request.headers).not.toHaveProperty([name]);
  },
  cookies: (cookies, request) => {
    const pairs = (request.headers.cookie ?? '').split('; ').filter(Boolean);
    expect(pairs.toSorted()).toEqual(
      Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
    );
  },
  contentType: (contentType, request) => {
    const sent = request.headers['content-type'] ?? '';
    expect(contentType.includes(';') ? sent : sent.split(';')[0]).toBe(contentType);
  },
  body: async (body, request) => {
    if (body === null) return expect(request.body.toString()).toBe('');
    const [form, ...others] = Object.keys(body) as (keyof BodyFacts)[];
    if (form === undefined || others.length > 0 || !Object.hasOwn(bodies, form)) {
      throw new UnknownFact(`a body is stated in one of ${Object.keys(bodies).join(', ')}`);
    }
    return bodies[form](body[form] as never, request);
  },
};

const bodies: Judges<BodyFacts, Sent> = {
  json: (value, { body }) => expect(JSON.parse(body.toString())).toEqual(value),
  form: (pairs, { body }) => expect(sorted(new URLSearchParams(body.toString()))).toEqual(sorted(pairs)),
  multipart: async (parts, { headers, body }) => {
    const contentType = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    const given = [...form].map(async ([name, part]) => [
      name,
      typeof part === 'string' ? part : await part.text(),
    ]);
    expect(await Promise.all(given)).toEqual(parts);
  },
  text: (text, { body }) => expect(body.toString()).toBe(text),
  rawText: (text, { body }) => expect(body.toString()).toBe(text),
};

function split({ target }: Sent): { path: string; query: string } {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  return { path, query };
}

function sorted(pairs: Iterable<[string, string]>): [string, string][] {
  return [...pairs].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
