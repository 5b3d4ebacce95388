import type { Api, Content, Discriminator, Operation, Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { isJsonPatch } from '../../schema/mediaTypes.js';
import { type LookUp, lookIn } from '../../schema/parts.js';
import { type Keywords, listSubschemas, mapSubschemas, mapValues } from '../../schema/subschemas.js';

/** What is part of the name of a component that asks for no member. */
const mark = '~partial';
/** Keywords whose schemas are no demands but conditions. */
const conditions = new Set(['not', 'if', 'contains', 'propertyNames']);
const unions = ['anyOf', 'oneOf'];

/**
 * The API whose partial changes ask for no member: a PATCH whose body is that of a POST or a PUT of the same path, or of
 * the one around it, is told which members there are, and not which have to be given (RFC 5789).
 */
export function relaxPatches(api: Api, report: Report): Api {
  const wholes = [...api.operations, ...api.leftOut].filter(
    ({ method }) => method === 'POST' || method === 'PUT',
  );
  const partial = new PartialSchemas(api);
  const operations = api.operations.map((operation): Operation => {
    const whole = operation.method === 'PATCH' && wholes.find((one) => sharesBody(operation, one));
    if (!whole) return operation;
    const bodies = operation.bodies.map((content): Content => {
      const isShared = whole.bodies.some(({ schema }) => schema === content.schema);
      if (!isShared || isJsonPatch(content.mediaType) || !partial.asks(content.schema)) return content;
      report('schema-relaxed', content.pointer, {
        what: `The body of this PATCH is that of ${whole.method} ${whole.path}, which asks for members`,
        done: 'a change may leave any of them out (RFC 5789)',
      });
      return { ...content, schema: partial.schema(content.schema) };
    });
    return { ...operation, bodies };
  });
  if (partial.made.size === 0) return { ...api, operations };
  const named = [...partial.made].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...api,
    operations,
    components: { ...api.components, ...Object.fromEntries(named) },
    pointers: {
      ...api.pointers,
      ...Object.fromEntries(named.map(([name]) => [name, api.pointers[name.slice(0, -mark.length)] ?? '#'])),
    },
  };
}

/** Whether two operations are about the same, one item or the list that it is in, and take the same body. */
function sharesBody(patch: Operation, whole: Operation): boolean {
  const isNear = patch.path === whole.path || patch.path.startsWith(`${whole.path.replace(/\/$/, '')}/`);
  return isNear && patch.bodies.some(({ schema }) => whole.bodies.some((one) => one.schema === schema));
}

/** Schemas without what they require, at any depth; those of components are components of their own. */
class PartialSchemas {
  readonly made = new Map<string, Schema>();
  private readonly asking = new Map<Schema, boolean>();

  private readonly lookUp: LookUp;

  constructor(private readonly api: Pick<Api, 'components'>) {
    this.lookUp = lookIn(api.components);
  }

  /** Whether a schema, or one that it leads to, requires a member. */
  asks(root: Schema): boolean {
    const known = this.asking.get(root);
    if (known !== undefined) return known;
    const reached = new Set<Schema>([root]);
    let found = false;
    for (const schema of reached) {
      if (typeof schema === 'boolean') continue;
      const { required, $ref: ref } = schema;
      if (Array.isArray(required) && required.length > 0) found = true;
      if (found) break;
      for (const child of listSubschemas(schema)) reached.add(child);
      for (const name of [ref, ...chosenBy(schema)])
        if (typeof name === 'string') reached.add(this.lookUp(name));
    }
    this.asking.set(root, found);
    return found;
  }

  schema(source: Schema): Schema {
    if (typeof source === 'boolean') return source;
    const { required: _, discriminator, ...rest } = source;
    const changed = mapSubschemas(rest, (child, keyword) =>
      conditions.has(keyword) ? child : this.schema(child),
    );
    const { $ref: ref } = changed;
    if (typeof ref === 'string') changed['$ref'] = this.component(ref);
    // Forms that only asked for members ask for nothing.
    for (const keyword of unions) {
      const branches = changed[keyword];
      if (Array.isArray(branches) && branches.every((one) => JSON.stringify(one) === '{}'))
        delete changed[keyword];
    }
    return discriminator === undefined
      ? changed
      : { ...changed, discriminator: this.discriminator(discriminator as Discriminator) };
  }

  private discriminator({ mapping, unnamed, fallback, ...rest }: Discriminator): Discriminator {
    return {
      ...rest,
      mapping: mapValues(mapping, (name) => this.component(name)),
      ...(unnamed && { unnamed: unnamed.map((name) => this.component(name)) }),
      ...(fallback !== undefined && { fallback: fallback === null ? null : this.component(fallback) }),
    };
  }

  /** The name of a component without what it requires: its own, where it requires nothing. */
  private component(name: string): string {
    const source = this.lookUp(name);
    if (!Object.hasOwn(this.api.components, name) || !this.asks(source)) return name;
    const given = `${name}${mark}`;
    if (!this.made.has(given)) {
      // Schemas may refer to themselves.
      this.made.set(given, true);
      this.made.set(given, this.schema(source));
    }
    return given;
  }
}

/** The components that a discriminator may choose. */
function chosenBy({ discriminator }: Keywords): unknown[] {
  const { mapping = {}, unnamed = [], fallback } = (discriminator ?? {}) as Partial<Discriminator>;
  return [...Object.values(mapping), ...unnamed, fallback];
}
