import { routingKeyword } from '../../model/requests.js';
import type { Operation } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { isLikelyField } from '../../model/identifyCredential.js';
import type { ObjectSchema } from '../../model/server.js';
import { nearest } from '../../text/nearest.js';
import type { Limits } from '../profiles.js';

/** A token (RFC 9110, 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** The types that a header can stand for (MCP, Streamable HTTP, Custom Headers from Tool Parameters). */
const plainTypes = new Set<unknown>(['string', 'integer', 'boolean']);

/**
 * Has clients over HTTP repeat the chosen arguments in headers (`x-mcp-header`). A tool with a wrong one is dropped by
 * clients: what cannot be repeated is reported, and left as it is.
 */
export function planRouting(
  operation: Operation,
  schema: ObjectSchema,
  { keywords }: Limits,
  report: Report,
): ObjectSchema {
  const { method, path, pointer, choice, operationId } = operation;
  const taken = new Set<string>();
  const properties = { ...schema.properties };
  for (const [argument, header] of Object.entries(choice.routing ?? {})) {
    const property = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
    const refuse = (reason: string): void =>
      report('routing-refused', pointer, { argument, operation: `${method} ${path}`, reason });
    if (!keywords.has(routingKeyword)) refuse(`clients of the profile refuse schemas with ${routingKeyword}`);
    else if (property === undefined) refuse(`there is none${guess(argument, Object.keys(properties))}`);
    else if (typeof property === 'boolean' || !plainTypes.has(property['type']))
      refuse('it is not shown as a string, an integer or a boolean');
    else if (isLikelyField(argument, { path: '', operationId })) refuse('it may be a secret');
    else if (!token.test(header)) refuse(`${JSON.stringify(header)} cannot be the name of a header`);
    else if (taken.has(header.toLowerCase())) refuse(`another argument has the header ${header}`);
    else {
      taken.add(header.toLowerCase());
      properties[argument] = { ...property, [routingKeyword]: header };
    }
  }
  return taken.size === 0 ? schema : { ...schema, properties };
}

function guess(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
}
