import type { Schema } from '../../model/api.js';
import { asDeclaredThroughout } from '../../schema/declared.js';
import { type Narrower, createNarrowers } from './createNarrowers.js';
import type { Table } from './meanings.js';
import { type SchemaDifference, relateSchemas } from './relateSchemas.js';

/** The two ways in which schemas are compared: as calls are held to them, and as they are told, where that differs. */
export interface Narrowers {
  forth: Narrower;
  back: Narrower;
  told: { forth: Narrower; back: Narrower };
  /** The components of the two sides. */
  tables: readonly [old: Table, now: Table];
}

/** Makes what compares the schemas of two tables of components. */
export function createBothNarrowers(old: Table, now: Table): Narrowers {
  const told = createNarrowers(tellAll(old), tellAll(now));
  return { ...createNarrowers(old, now), told, tables: [old, now] };
}

/**
 * Finds how what a new schema takes differs from what an old one does, and how what the document says does where calls
 * against it go through all the same, for the sake of an example: nobody is refused for certain by that.
 */
export function relateTold(narrowers: Narrowers, old: Schema, now: Schema): SchemaDifference[] {
  const held = relateSchemas(narrowers, old, now);
  const known = new Set(held.map(pointOf));
  const told = relateSchemas(narrowers.told, asDeclaredThroughout(old), asDeclaredThroughout(now)).filter(
    (one) => !known.has(pointOf(one)),
  );
  return [...held, ...told.map((one) => Object.assign(one, { certain: false, isTold: true as const }))];
}

function pointOf({ path, keyword }: SchemaDifference): string {
  return JSON.stringify([...path, keyword]);
}

function tellAll(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, schema]) => [name, asDeclaredThroughout(schema)]),
  );
}
