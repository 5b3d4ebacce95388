import type { Api, Discriminator, Operation, Schema } from '../model/api.js';
import { subschemas } from './subschemas.js';

/** The API with these operations only, and with no component that only others reach. */
export function pruneComponents(api: Api, operations: readonly Operation[]): Api {
  const reached = new Set<string>();
  const visit = (schema: Schema): void => {
    if (typeof schema === 'boolean') return;
    const { $ref, discriminator } = schema as { $ref?: unknown; discriminator?: Discriminator };
    const { mapping = {}, unnamed = [] } = discriminator ?? {};
    for (const name of [$ref, ...Object.values(mapping), ...unnamed]) {
      if (typeof name === 'string' && Object.hasOwn(api.components, name)) reached.add(name);
    }
    subschemas(schema).forEach(visit);
  };
  for (const { parameters, bodies, responses } of operations) {
    const contents = responses.flatMap((response) => response.contents);
    for (const { schema } of [...parameters, ...bodies, ...contents]) visit(schema);
  }
  // What is added while the set is gone through is visited too.
  for (const name of reached) visit(api.components[name] ?? true);
  const keep = <T>(table: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => reached.has(name)));
  return {
    ...api,
    operations: [...operations],
    components: keep(api.components),
    pointers: keep(api.pointers),
  };
}
