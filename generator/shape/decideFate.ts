import type { Api, ApiParameter, ApiScheme, Operation, Schema } from '../model/api.js';
import {
  bareName,
  type CredentialKind,
  credentialKind,
  type Field,
  fieldKind,
} from '../model/credentialKind.js';
import { kindOf } from '../model/kindOf.js';

/**
 * What becomes of a parameter: a constant is sent with every call, a credential by the security scheme. What names the
 * coding of a body that is written here is not sent: nothing is compressed here.
 */
export type Fate = 'argument' | 'credential' | 'coding' | { constant: string | number | boolean };

/** Decides which parameters the caller gives, and which need no asking. */
export function decideFate(parameter: ApiParameter, operation: Operation, api: Api): Fate {
  if (findSupplier(parameter, operation, api) !== undefined) return 'credential';
  const [body] = operation.bodies;
  const isFile = body !== undefined && kindOf(body.mediaType) === 'file';
  if (parameter.in === 'header' && isSameParameter('Content-Encoding', parameter) && !isFile) return 'coding';
  const constant = parameter.required ? onlyValue(parameter.schema, api.components) : undefined;
  return constant === undefined ? 'argument' : { constant };
}

/** The scheme that supplies a parameter, and whether it sends it as that very parameter. */
export interface Supplier {
  scheme: string;
  isSame: boolean;
}

/**
 * Which security scheme supplies a parameter: the very one, or one that proves the same elsewhere, as a `token` in the
 * query does beside OAuth. A key that must be given is the same only where it is spelled the same: others may be of
 * somebody else. OpenAPI gives `Authorization` to schemes alone (3.2, Parameter Object, name).
 */
export function findSupplier(
  parameter: ApiParameter,
  operation: Operation,
  { schemes }: Api,
): Supplier | undefined {
  const { in: place, name, required, isKept } = parameter;
  const asked = schemesOf(operation, schemes);
  const same = asked.find(
    ([, scheme]) =>
      scheme.type === 'apiKey' && scheme.in === place && isSameParameter(scheme.name, parameter),
  );
  if (same !== undefined) return { scheme: same[0], isSame: true };
  if (place === 'header' && name.toLowerCase() === 'authorization') return { scheme: name, isSame: true };
  const kind = isKept === true ? undefined : credentialKind(parameter, operation);
  const other = findLike(kind, { name, required }, asked);
  return other === undefined ? undefined : { scheme: other, isSame: false };
}

/** The scheme that proves the same as a field of the body. */
export function findFieldSupplier(
  field: Field & { required: boolean },
  operation: Operation,
  { schemes }: Pick<Api, 'schemes'>,
): string | undefined {
  return findLike(fieldKind(field, operation), field, schemesOf(operation, schemes));
}

type Schemes = [name: string, scheme: ApiScheme][];

function schemesOf({ security }: Operation, schemes: Api['schemes']): Schemes {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return Object.entries(schemes).filter(([one]) => names.has(one));
}

/** The scheme that sends the like of a credential under another name or at another place. */
function findLike(
  kind: CredentialKind | undefined,
  { name, required }: { name: string; required: boolean },
  asked: Schemes,
): string | undefined {
  if (kind !== 'key' && kind !== 'token') return undefined;
  const found = asked.find(([, scheme]) =>
    kind === 'key'
      ? scheme.type === 'apiKey' && (!required || bareName(scheme.name) === bareName(name))
      : isBearer(scheme) || isTokenKey(scheme),
  );
  return found?.[0];
}

function isBearer(scheme: ApiScheme): boolean {
  return (
    scheme.type === 'oauth2' ||
    scheme.type === 'openIdConnect' ||
    (scheme.type === 'http' && scheme.scheme === 'bearer')
  );
}

/** A key that is a token by its name: `apiKey` in the header `Authorization` or `X-Auth-Token`. */
function isTokenKey(scheme: ApiScheme): boolean {
  return scheme.type === 'apiKey' && /auth|token/i.test(scheme.name);
}

/** Whether a parameter has that name. Header names are the same in any case (RFC 9110, 5.1). */
export function isSameParameter(name: string, parameter: Pick<ApiParameter, 'in' | 'name'>): boolean {
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
