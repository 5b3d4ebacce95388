import * as fc from 'fast-check';
import type { Api, Operation } from '../../../generator/model/api.js';
import type { ToolEntry } from '../../../generator/model/server.js';
import { listExamples } from '../../../generator/shape/argument.js';
import type { Sampler } from '../../support/sampler/createSampler.js';
import { sampleJson } from '../../support/sampler/sampleJson.js';
import type { Accepts } from '../../support/sampler/sampleText.js';

type Arguments = Record<string, unknown>;

/** What arguments are made with. */
export interface Means {
  api: Api;
  sampler: Sampler;
  accepts: Accepts;
}

/** Arguments that are sampled for each tool. */
const most = 3;
/** Values that are tried for each, where not all fit. */
const tries = 10;

/** Arguments that a tool accepts: made of the examples that the document declares, and sampled. */
export function listArguments(
  { tool, enforced }: ToolEntry,
  operation: Operation,
  { api, sampler, accepts }: Means,
): Arguments[] {
  const few = sampleFitting(most);
  const sampled = few.length === most ? few : sampleFitting(most * tries).slice(0, most);
  return [...listDeclared(sampled[0] ?? {}), ...sampled];

  function sampleFitting(numRuns: number): Arguments[] {
    return fc
      .sample(sampleJson(sampler.plain(enforced)), { seed: 1, numRuns })
      .map((value) => nameFiles(value) as Arguments)
      .filter((value) => accepts(enforced, value));
  }

  /** The given arguments with examples in place of them, as far as there are any. */
  function listDeclared(given: Arguments): Arguments[] {
    const { parameters, body } = tool.request;
    const pairs = parameters.flatMap(({ argument, name, in: place }) => {
      const declared = operation.parameters.find((one) => one.name === name && one.in === place);
      const [example] = declared === undefined ? [] : listExamples(declared, api);
      return argument === '' || example === undefined ? [] : [[argument, example] as const];
    });
    const all = { ...given, ...Object.fromEntries(pairs) };
    const content = operation.bodies.find(({ mediaType }) => mediaType === body?.mediaType);
    const examples = content === undefined || body === undefined ? [] : listExamples(content, api);
    const fields = new Set(Object.keys(body?.fields ?? {}));
    const others = Object.entries(all).filter(([name]) => !fields.has(name));
    const whole = examples.map((example) => Object.fromEntries([...others, [body?.argument ?? '', example]]));
    return [...(pairs.length > 0 ? [all] : []), ...whole].filter((value) => accepts(enforced, value));
  }
}

/** The value with its files said to be pictures of a plain name: a sampled text is hardly a media type. */
function nameFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameFiles);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, nameFiles(member)] as const);
  return {
    ...Object.fromEntries(members),
    ...('base64' in value ? { filename: 'picture.png', contentType: 'image/png' } : {}),
  };
}
