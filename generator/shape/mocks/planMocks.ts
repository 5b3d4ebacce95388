import type { Api, Content, Operation } from '../../model/api.js';
import type { Mocks } from '../../model/server.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { memoizeIn } from '../../text/memo.js';
import { listSuccesses } from '../responses.js';
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
    const [response] = listSuccesses(operation);
    const status = /^2\d\d$/.test(response?.status ?? '') ? Number(response?.status) : 200;
    const content = operation.method === 'HEAD' ? undefined : chooseContent(response?.contents ?? []);
    if (content === undefined) return { status };
    const { mediaType, schema, examples } = content;
    const key = JSON.stringify([mediaType, schema, examples]);
    return { status, ...memoizeIn(bodies, key, () => answerSafely(content)) };
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

/** JSON where there is any, since models read it best; else what is text, else the first. */
function chooseContent(contents: readonly Content[]): Content | undefined {
  const ranks = ['json', 'lines', 'text', 'xml'];
  const rankOf = ({ mediaType }: Content) => {
    const rank = ranks.indexOf(kindOf(mediaType));
    return rank === -1 ? ranks.length : rank;
  };
  return contents.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}
