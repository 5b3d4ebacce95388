/** Compiles the schemas of a document's tools as its server does, each when first called; writes what that took. */
import { inspect } from '../../generator/inspect.js';
import { defaults } from '../../generator/model/config.js';
import type { ObjectSchema } from '../../generator/model/server.js';
import type { Components } from '../../templates/project/src/runtime/validate/createExpander.js';
import { createValidator } from '../../templates/project/src/runtime/validate/validate.js';
import { noInput } from './noInput.js';
import { spend } from './spend.js';

/** What compiling took, in CPU milliseconds and MiB. */
export interface Compiling {
  /** The first call of a server whose one tool takes one string. */
  least: number[];
  /** The first call of a server, for each of its tools. */
  first: number[];
  /** All tools by one server, one after the other. */
  all: number[];
  /** The same calls once more. */
  again: number[];
  /** The heap that all compiled schemas keep. */
  kept: number;
  slowest: string;
}

const [file = ''] = process.argv.slice(2);
const { server } = await inspect(file, defaults, noInput);
const tools = server.toolsets.flatMap((toolset) => toolset.tools);

const id: ObjectSchema = { type: 'object', properties: { id: { type: 'string' } } };
const least = tools.map(() => callFirst({}, { ...id }));
const first = tools.map(({ enforced }) => callFirst(server.components, enforced));
const validate = createValidator(server.components);
const call = ({ enforced }: (typeof tools)[number]) => time(() => validate(enforced, {}));
const all = await spend(() => tools.map(call));
const again = tools.map(call);
const slowest = tools[first.indexOf(Math.max(...first))]?.tool.name ?? '';
const found: Compiling = { least, first, all: all.result, again, kept: all.spent.kept, slowest };
process.stdout.write(JSON.stringify(found));

function callFirst(components: Components, schema: ObjectSchema): number {
  return time(() => createValidator(components)(schema, {}));
}

function time(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
