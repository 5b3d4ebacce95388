import type { Api, ApiParameter, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import { holdsPath } from './holdsPath.js';
import { obtain } from './obtain.js';

type Slashes = NonNullable<ApiParameter['slashes']>;

/**
 * The API with what the user says of `/` in the values of paths, for all tools and for single ones. Parameters that
 * operations share stay shared where the same is said of them.
 */
export function settleSlashes(api: Api, { pathSlashes }: Pick<Config, 'pathSlashes'>): Api {
  const settled = new Map<Slashes, Map<ApiParameter, ApiParameter>>();
  const settle = (parameter: ApiParameter, { choice }: Operation): ApiParameter => {
    const slashes = decide(parameter, choice.segments, pathSlashes === 'refuse');
    if (slashes === undefined) return parameter;
    const known = obtain(settled, slashes, () => new Map<ApiParameter, ApiParameter>());
    return obtain(known, parameter, () => ({ ...parameter, slashes }));
  };
  const isSilent =
    pathSlashes === 'encode' && api.operations.every(({ choice }) => choice.segments === undefined);
  if (isSilent) return api;
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => settle(parameter, operation)),
  }));
  return { ...api, operations };
}

function decide(
  parameter: ApiParameter,
  segments: boolean | undefined,
  refuses: boolean,
): Slashes | undefined {
  if (parameter.in !== 'path') return undefined;
  if (segments === true && takesText(parameter)) return 'raw';
  if (segments !== false && holdsPath(parameter)) return undefined;
  if (refuses) return 'refused';
  return segments === false ? 'encoded' : undefined;
}

/** Whether a value may be a text of which the schema does not say what it may be. */
function takesText({ schema, mediaType }: ApiParameter): boolean {
  if (mediaType !== undefined || schema === false) return false;
  const { type = 'string', format, enum: values, const: only } = schema === true ? {} : schema;
  const isNumber = [type].flat().every((one) => one === 'integer' || one === 'number' || one === 'boolean');
  return !isNumber && format === undefined && values === undefined && only === undefined;
}
