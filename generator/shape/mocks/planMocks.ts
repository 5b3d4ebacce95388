import type { Api, Content, Operation } from '../../model/api.js';
import type { MockResponse, Mocks } from '../../model/server.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { memoizeIn } from '../../text/memo.js';
import { listRedirects, listSuccesses } from '../responses.js';
import type { Sampler } from './loadSampler.js';
import { type MockBody, sampleResponse } from './sampleResponse.js';

/** What calls the API, as far as it matters here. */
type Mocked = readonly { tool: { name: string }; pointer: string }[];

/** Plans what each tool answers where nothing is sent; of tools that answer alike, the others name the first. */
export function planMocks({ operations, components }: Api, callable: Mocked, sampler: Sampler): Mocks {
  const bodies = new Map<string, MockBody>();
  const known = new Map<string, string>();
  const byPointer = new Map(operations.map((operation) => [operation.pointer, operation]));

  function answerTo(operation: Operation): Mocks[string] {
    const [redirect] = operation.responses.some(({ status }) => status.startsWith('2'))
      ? []
      : listRedirects(operation);
    const response = redirect?.response ?? listSuccesses(operation)[0];
    const status = /^2\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
    const content = operation.method === 'HEAD' ? undefined : chooseContent(response?.contents ?? []);
    const sample = content && sampleOnce(content);
    if (redirect === undefined) return { status, ...sample };
    return { status: redirect.status, ...sample, ...sampleAddress(response?.location ?? unsaid) };
  }

  /** Where a redirect leads. */
  function sampleAddress(header: Content): Pick<MockResponse, 'location' | 'source'> {
    const said = typeof header.schema === 'object' ? header.schema : {};
    const { body, source } = sampleOnce({ ...header, schema: { type: 'string', format: 'uri', ...said } });
    if (typeof body === 'string' && source && legal.test(body)) return { location: body, source };
    return header === unsaid ? {} : sampleAddress(unsaid);
  }

  function sampleOnce(content: Content): MockBody {
    const { mediaType, schema, examples } = content;
    const key = JSON.stringify([mediaType, schema, examples]);
    return memoizeIn(bodies, key, () => answerSafely(content));
  }

  /** An answer that cannot be made is an empty one: nothing else depends on it. */
  function answerSafely(content: Content): MockBody {
    try {
      return sampleResponse(content, components, sampler);
    } catch {
      return { mediaType: content.mediaType };
    }
  }

  return Object.fromEntries(
    callable.map(({ tool: { name }, pointer }) => {
      const operation = byPointer.get(pointer);
      const answer = operation === undefined ? { status: 200 } : answerTo(operation);
      const same = memoizeIn(known, JSON.stringify(answer), () => name);
      return [name, same === name ? answer : same] as const;
    }),
  );
}

/** What a header can hold (RFC 9110, 5.5). */
const legal = /^[\x21-\x7e\x80-\xff]+$/;
/** A header of which nothing is said. */
const unsaid: Content = { mediaType: 'text/plain', schema: {}, encoding: {}, examples: [], pointer: '#' };

/** JSON where there is any, since models read it best; else what is text, else the first. */
function chooseContent(contents: readonly Content[]): Content | undefined {
  const ranks = ['json', 'lines', 'text', 'xml'];
  const rankOf = ({ mediaType }: Content) => {
    const rank = ranks.indexOf(kindOf(mediaType));
    return rank === -1 ? ranks.length : rank;
  };
  return contents.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}
