import type { Api, Content, Operation, Schema } from '../../model/api.js';
import { anyValue } from '../../schema/annotations.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { type LookUp, lookIn } from '../../schema/parts.js';
import { isBareObject } from '../../schema/types.js';
import { type Keywords, mapSubschemas, without } from '../../schema/subschemas.js';
import { memoizeIn } from '../../text/memo.js';

/** Keywords whose schemas are of values inside a value. */
const inside = new Set(['properties', 'items', 'prefixItems', 'additionalProperties']);

/** What says that an object has no members. */
const closing = new Set(['properties', 'additionalProperties']);

interface Opened {
  api: Api;
  /** The operations in whose bodies something is opened. */
  users: ReadonlySet<Operation>;
}

/**
 * The API in whose JSON bodies members that are objects without members of their own may be any value: models are shown
 * the object that is declared, and calls are not held to it.
 */
export function openBareObjects(api: Api): Opened {
  const opener = new Opener(lookIn(api.components));
  const users = new Set<Operation>();
  const operations = api.operations.map((operation): Operation => {
    const bodies = operation.bodies.map((content): Content => {
      if (kindOf(content.mediaType) !== 'json') return content;
      const schema = opener.open(content.schema);
      if (opener.reaches(content.schema)) users.add(operation);
      return schema === content.schema ? content : { ...content, schema };
    });
    return bodies.every((one, index) => one === operation.bodies[index])
      ? operation
      : { ...operation, bodies };
  });
  if (users.size === 0) return { api, users };
  const components = Object.entries(api.components).map(([name, schema]) => [name, opener.open(schema)]);
  const named = Object.fromEntries(components) as Api['components'];
  return { api: { ...api, operations, components: named, takesAny: true }, users };
}

/** Marks bare objects, and tells which schemas have one, by way of components too. */
class Opener {
  private readonly opened = new Map<Schema, Schema>();
  private readonly reaching = new Map<Schema, boolean>();

  constructor(private readonly lookUp: LookUp) {}

  /** The schema with the bare objects inside it marked; itself where there is none. */
  open(schema: Schema): Schema {
    if (typeof schema === 'boolean') return schema;
    return memoizeIn(this.opened, schema, () => {
      let isChanged = false;
      const changed = mapSubschemas(schema, (child, keyword) => {
        const made =
          inside.has(keyword) && isBareObject(child)
            ? { ...without(child as Keywords, closing), [anyValue]: true }
            : this.open(child);
        isChanged ||= made !== child;
        return made;
      });
      return isChanged ? changed : schema;
    });
  }

  /** Whether a schema has a bare object inside it, at any depth. */
  reaches(schema: Schema): boolean {
    const open = [schema];
    const seen = new Set<Schema>();
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (typeof one === 'boolean' || seen.has(one)) continue;
      seen.add(one);
      if (this.hasOwn(one)) return true;
      if (typeof one.$ref === 'string') open.push(this.lookUp(one.$ref));
      mapSubschemas(one, (child) => {
        open.push(child);
        return child;
      });
    }
    return false;
  }

  private hasOwn(schema: Keywords): boolean {
    return memoizeIn(this.reaching, schema, () => {
      let found = false;
      mapSubschemas(schema, (child, keyword) => {
        found ||= inside.has(keyword) && isBareObject(child);
        return child;
      });
      return found;
    });
  }
}
