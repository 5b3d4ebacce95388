import { type Api, type ApiParameter, mapParameters } from '../../model/api.js';
import { memoizeIn } from '../../text/memo.js';

/** The types that a key of a map may have (Protocol Buffers, Language Guide, Maps), and what they are called in JSON Schema. */
const keyType =
  /^([A-Za-z_][\w.]*)\[(?:string|bool|boolean|integer|u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64))\]$/;
const boilerplate = /This is a request variable of the map type\..*$/s;

/**
 * The API with maps in queries as gRPC's gateways take them: they write `labels[string]` with the type of the key in brackets,
 * where a request has the key itself, as in `labels[env]=prod`.
 */
export function readMaps(api: Api): Api {
  const known = new Map<ApiParameter, ApiParameter>();
  return mapParameters(api, (parameter, { parameters }) => {
    const [, name] = keyType.exec(parameter.name) ?? [];
    if (name === undefined || parameter.in !== 'query') return parameter;
    // Members that are declared one by one have names like this.
    const isAlone =
      parameters.filter((one) => one.name === name || one.name.startsWith(`${name}[`)).length === 1;
    return isAlone ? memoizeIn(known, parameter, () => toMap(parameter, name)) : parameter;
  });
}

function toMap(parameter: ApiParameter, name: string): ApiParameter {
  return {
    ...parameter,
    name,
    style: 'deepObject',
    explode: false,
    description: parameter.description.replace(boilerplate, '').trim(),
    schema: { type: 'object', additionalProperties: parameter.schema },
    examples: [],
  };
}
