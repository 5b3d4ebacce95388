import type { ApiScheme } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import type { JsonObject } from '../model/document.js';
import { asObject, asText } from './asObject.js';
import { Fault } from './Fault.js';
import { follow } from './follow.js';
import { joinPointer } from '../model/pointer.js';

/** The security schemes of a document (OpenAPI 3.2, Security Scheme Object). */
export function readSchemes(root: JsonObject, report: Report): Record<string, ApiScheme> {
  const schemes = asObject(asObject(root['components'])['securitySchemes']);
  const entries = Object.entries(schemes).flatMap(([name, value]) => {
    const pointer = joinPointer('#/components/securitySchemes', name);
    try {
      return [[name, readScheme(asObject(follow(root, { value, pointer }).value), pointer)] as const];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      report('scheme-unsupported', error.pointer, { name, reason: error.message });
      return [];
    }
  });
  return Object.fromEntries(entries);
}

function readScheme(scheme: JsonObject, pointer: string): ApiScheme {
  const type = asText(scheme['type']);
  const description = asText(scheme['description']);
  switch (type) {
    case 'apiKey':
      return { type, ...readKey(scheme, pointer), description };
    case 'http':
      return { type, scheme: asText(scheme['scheme']).toLowerCase(), description };
    case 'oauth2':
    case 'openIdConnect':
    case 'mutualTLS':
      return { type, description };
    default:
      throw new Fault(`its type is ${JSON.stringify(type)}, which OpenAPI does not know`, pointer);
  }
}

const places = ['header', 'query', 'cookie'] as const;

function readKey(scheme: JsonObject, pointer: string): { in: (typeof places)[number]; name: string } {
  const place = places.find((known) => known === scheme['in']);
  const name = asText(scheme['name']);
  if (place !== undefined && name !== '') return { in: place, name };
  throw new Fault('it does not say where the key goes', pointer);
}
