import type { Schema } from '../model/server.js';
import { describeBriefly } from './describeBriefly.js';
import { listNames } from './listNames.js';
import type { Keywords } from './subschemas.js';

/** Says of which form each of the first items is (JSON Schema 2020-12, Core, 10.3.1.1): `Items in order: string, integer.` */
export function describeItems({ prefixItems, items }: Keywords, lookUp: (name: string) => Schema): string[] {
  if (!Array.isArray(prefixItems)) return [];
  const first = (prefixItems as Schema[]).map((item) => describeBriefly(item, lookUp) || 'anything');
  const rest = items === undefined || items === false ? '' : describeBriefly(items as Schema, lookUp);
  return [`Items in order: ${listNames(first)}${rest === '' ? '' : `, then ${rest}`}.`];
}
