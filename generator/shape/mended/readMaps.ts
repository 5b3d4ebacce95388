import type { Api, ApiParameter } from '../../model/api.js';

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
  const operations = api.operations.map((operation) => {
    if (!operation.parameters.some(({ name }) => keyType.test(name))) return operation;
    const parameters = operation.parameters.map((parameter) => {
      const map = known.get(parameter) ?? toMap(parameter, operation.parameters);
      known.set(parameter, map);
      return map;
    });
    return { ...operation, parameters };
  });
  return { ...api, operations };
}

function toMap(parameter: ApiParameter, all: readonly ApiParameter[]): ApiParameter {
  const [, name] = keyType.exec(parameter.name) ?? [];
  // Members that are declared one by one have names like this.
  const isAlone = all.filter((one) => one.name === name || one.name.startsWith(`${name}[`)).length === 1;
  if (name === undefined || parameter.in !== 'query' || !isAlone) return parameter;
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
