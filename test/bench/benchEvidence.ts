import { formatTable } from '../../generator/commands/context.js';
import { load } from '../../generator/load/load.js';
import type { Api, Schema } from '../../generator/model/api.js';
import { defaults } from '../../generator/model/config.js';
import { read } from '../../generator/read/read.js';
import { mapSubschemas, mapValues } from '../../generator/schema/subschemas.js';
import { enforce } from '../../generator/shape/enforced/enforce.js';
import { collectEvidence } from '../../generator/shape/enforced/evidence.js';
import { shapeTools } from '../../generator/shape/shapeTools.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { createValidator } from '../../templates/project/src/runtime/validate/validate.js';
import { documents } from './bed.js';
import { noInput } from './noInput.js';

/** A whole parameter or body that a document gives as an example, and the schema that it gives for it. */
interface Example {
  schema: Exclude<Schema, boolean>;
  value: unknown;
}

/** How the examples of requests that documents declare fare: by their own schemas, by closed ones, by ours. */
export async function benchEvidence(): Promise<void> {
  console.log(
    'Examples of requests that documents declare, and how many are accepted; ours as calls are, after coercion',
  );
  const countTokens = await loadTokenCounter();
  const rows: [string, ...number[]][] = [];
  for (const [name, file] of Object.entries(documents)) {
    const api = read(await load(file, noInput, () => {}), () => {});
    const { examples, acceptedBefore, acceptedAfter, relaxed } = shapeTools(
      api,
      defaults,
      () => {},
      countTokens,
    ).evidence;
    const own = listExamples(api);
    const declared = count(own, api.components);
    const closed = count(
      own.map(({ schema, value }) => ({ schema: close(schema) as Example['schema'], value })),
      mapValues(api.components, close),
    );
    rows.push([name, examples, declared, closed, acceptedBefore, acceptedAfter, relaxed]);
  }
  const sums = rows.reduce(
    (sum, [, ...row]) => sum.map((figure, index) => figure + (row[index] ?? 0)),
    [0, 0, 0, 0, 0, 0],
  );
  const heads = ['document', 'examples', 'as declared', 'if closed', 'ours before', 'ours after', 'relaxed'];
  const all = [...rows, ['all', ...sums]].map((row) => row.map(String));
  console.log(formatTable([heads, ...all], [1, 2, 3, 4, 5, 6]));
}

/** The examples that the gate looks at, each with its schema as the document has it. */
function listExamples(api: Api): Example[] {
  const enforcer = enforce(api);
  const { evidence } = collectEvidence(api, enforcer);
  return evidence
    .filter(({ request }) => request !== undefined)
    .map(({ schema, value }) => ({ schema: enforcer.origin(schema)?.source ?? schema, value }));
}

function count(examples: readonly Example[], components: Record<string, Schema>): number {
  const validate = createValidator(components);
  return examples.filter(({ schema, value }) => validate(schema, value).length === 0).length;
}

/** The schema, with no object taking members that it does not list, unless it says so. */
function close(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const closed = mapSubschemas(schema, close);
  const isOpen = closed['properties'] === undefined || closed['additionalProperties'] !== undefined;
  return isOpen ? closed : { ...closed, additionalProperties: false };
}
