import { expect } from 'vitest';
import type { Case } from './case.js';
import type { Served } from './serveCase.js';

/** Expects of each call that it leads to the one request that it should, or to none. */
export async function checkCalls(
  served: Served,
  { calls = [], refused = [], env }: Pick<Case, 'calls' | 'refused' | 'env'>,
): Promise<void> {
  for (const { tool, arguments: args = {}, env: own = env, sends, headers = {}, lacks = [], body } of calls) {
    const { sent, result } = await served.call(tool, args, own);
    const what = `${tool} ${JSON.stringify(args)} ${JSON.stringify(result.content)}`;
    expect(
      sent.map(({ line }) => line),
      what,
    ).toEqual([sends]);
    const [request] = sent;
    expect(Object.fromEntries(request?.headers ?? []), what).toMatchObject(headers);
    for (const name of lacks) expect(request?.headers.has(name), name).toBe(false);
    if (typeof body === 'string') expect(withoutBoundary(request?.body), what).toContain(body);
    else if (body !== undefined) expect(JSON.parse(request?.body ?? ''), what).toEqual(body);
  }
  for (const { tool, arguments: args, says } of refused) {
    const { sent, result } = await served.call(tool, args, env);
    expect(sent, `${tool} ${JSON.stringify(args)}`).toEqual([]);
    expect(JSON.stringify(result)).toContain(says);
  }
}

function withoutBoundary(body = ''): string {
  return body.replaceAll(/-{6}[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '------');
}
