import { type Api, type ApiParameter, type Schema, mapParameters } from '../../model/api.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import { memoizeIn } from '../../text/memo.js';

/** What Elysia calls a text that is an object or a list as JSON. */
const jsonTexts = new Set(['ObjectString', 'ArrayString']);

/**
 * The API whose parameters that may be a text of JSON, or what that text says, are sent as that text: written out, an
 * object would lose its name, and a list of one would be a text.
 */
export function sendAsJson(api: Api): Api {
  const lookUp = lookIn(api.components);
  const known = new Map<ApiParameter, ApiParameter>();
  return mapParameters(api, (parameter) => {
    if (parameter.in === 'path' || parameter.mediaType !== undefined || parameter.written) return parameter;
    return memoizeIn(known, parameter, () => toJsonText(parameter, lookUp));
  });
}

function toJsonText(parameter: ApiParameter, lookUp: LookUp): ApiParameter {
  const { schema } = parameter;
  const branches = typeof schema === 'boolean' ? undefined : (schema['anyOf'] as Schema[] | undefined);
  if (typeof schema === 'boolean' || branches === undefined) return parameter;
  const rest = branches.filter((branch) => !isJsonText(branch, lookUp));
  const [only] = rest;
  if (only === undefined || rest.length === branches.length) return parameter;
  const { anyOf: _, ...others } = schema;
  const isOne = rest.length === 1 && typeof only === 'object';
  return {
    ...parameter,
    mediaType: 'application/json',
    schema: isOne ? { ...only, ...others } : { ...others, anyOf: rest },
  };
}

function isJsonText(schema: Schema, lookUp: LookUp): boolean {
  return (gatherParts(schema, lookUp) ?? []).some(({ format }) => jsonTexts.has(String(format)));
}
