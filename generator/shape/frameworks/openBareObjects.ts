import type { Api, Content, Operation, Schema } from '../../model/api.js';
import { anyValue } from '../../schema/annotations.js';
import { reachComponents } from '../../schema/components.js';
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

  /** Whether a schema has a bare object inside it, by way of components too. */
  reaches(schema: Schema): boolean {
    const reached = Object.values(reachComponents([schema], this.lookUp));
    return [schema, ...reached].some((one) => this.open(one) !== one);
  }
}
