import type { Api, ApiParameter, Operation, Schema } from '../model/api.js';

/** What becomes of a parameter: a constant is sent with every call, a credential by the security scheme. */
export type Fate = 'argument' | 'credential' | { constant: string | number | boolean };

/** Decides which parameters the caller gives, and which need no asking. */
export function decideFate(
  parameter: ApiParameter,
  { security }: Operation,
  { schemes, components }: Api,
): Fate {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  for (const name of names) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme?.type === 'apiKey' && scheme.in === parameter.in && isSame(scheme.name, parameter))
      return 'credential';
  }
  const constant = parameter.required ? onlyValue(parameter.schema, components) : undefined;
  return constant === undefined ? 'argument' : { constant };
}

/** Header names are the same in any case (RFC 9110, 5.1). */
function isSame(name: string, parameter: ApiParameter): boolean {
  if (parameter.in !== 'header') return name === parameter.name;
  return name.toLowerCase() === parameter.name.toLowerCase();
}

/** The one value that a required parameter may have, such as a version of the API. */
function onlyValue(schema: Schema, components: Api['components']): string | number | boolean | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { $ref: ref, const: constant, enum: values = [] } = schema;
  if (typeof ref === 'string') {
    return Object.hasOwn(components, ref) ? onlyValue(components[ref] ?? true, components) : undefined;
  }
  const [only, ...others] = constant === undefined ? (values as unknown[]) : [constant];
  if (others.length > 0) return undefined;
  return typeof only === 'string' || typeof only === 'number' || typeof only === 'boolean' ? only : undefined;
}
