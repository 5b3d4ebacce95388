import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatTable } from '../../generator/commands/context.js';
import { inspect } from '../../generator/inspect.js';
import { defaults } from '../../generator/model/config.js';
import type { Server, ToolEntry } from '../../generator/model/server.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { createChecker } from '../../templates/project/src/runtime/arguments/createChecker.js';
import badCalls from './badCalls.json' with { type: 'json' };
import { documents } from './bed.js';
import { noInput } from './noInput.js';

/** What the answer to a bad call takes, beside what validators give by themselves. */
export async function benchErrors(): Promise<void> {
  console.log('Tokens (o200k) of the answer to a bad call');
  const count = await loadTokenCounter();
  const rows: [string, ...number[]][] = [];
  const servers = new Map<string, Promise<Server>>();
  for (const { document, tool: name, what, arguments: args } of badCalls) {
    const file = documents[document];
    if (file === undefined) continue;
    const serving = servers.get(document) ?? serve(file);
    servers.set(document, serving);
    const server = await serving;
    const entry = server.toolsets.flatMap(({ tools }) => tools).find(({ tool }) => tool.name === name);
    if (entry === undefined) throw new Error(`${document} has no tool ${name}`);
    const { text, json } = judge(server, entry, args);
    rows.push([`${name}: ${what}`, ...[answer(server, entry, args), text, json].map(count)]);
  }
  const sums = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  const ratios = sums.map((sum) => (sum / (sums[0] ?? 1)).toFixed(2));
  const all = [...rows, ['all', ...sums], ['ratio', ...ratios]].map((row) => row.map(String));
  console.log(formatTable([['bad call', 'ours', 'errorsText of AJV', 'errors as JSON'], ...all], [1, 2, 3]));
}

async function serve(file: string): Promise<Server> {
  return (await inspect(file, defaults, noInput)).server;
}

/** What the emitted server answers. */
function answer({ components }: Server, { tool, enforced }: ToolEntry, args: object): string {
  try {
    createChecker(components)(tool.name, enforced, args, tool.request.body);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${tool.name} accepts ${JSON.stringify(args)}`);
}

/** What AJV says of the same. */
function judge(
  { components }: Server,
  { enforced }: ToolEntry,
  args: object,
): { text: string; json: string } {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false });
  for (const [name, schema] of Object.entries(components)) ajv.addSchema(schema, name);
  ajv.validate(enforced, args);
  return { text: ajv.errorsText(), json: JSON.stringify(ajv.errors) };
}
