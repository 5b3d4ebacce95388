import client from 'swagger-client';
import type { Case, Wire } from './case.js';
import { describeCase } from './describeCase.js';
import { toWire } from './toWire.js';

/** The request that swagger-client makes, or why it makes none. */
export function sendTheirs(one: Case): Wire | string {
  const given = one.parameters.filter((parameter) => 'value' in parameter);
  try {
    const { url, headers, body } = client.buildRequest({
      spec: describeCase(one),
      operationId: 'op',
      parameters: Object.fromEntries(given.map(({ name, in: place, value }) => [`${place}.${name}`, value])),
      ...(one.body && { requestBody: one.body.value }),
    });
    const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return toWire(url, new Headers(texts), body);
  } catch (error) {
    return String(error);
  }
}
