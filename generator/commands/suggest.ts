import { basename, dirname } from 'node:path';
import { printConfig } from '../emit/printConfig.js';
import { inspect } from '../inspect.js';
import { defaults } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { type Suggestion, printSuggestion } from '../suggest/printSuggestion.js';
import { type ToolSet, suggestSets } from '../suggest/suggestSets.js';
import { type Verdict, listUseful, mostTools, suggestTools } from '../suggest/suggestTools.js';
import { writeConfig } from '../write/writePage.js';
import { type Chosen, readingOf } from './chooseConfig.js';
import { type Context, type ExitCode, formatCount, formatTable, quoteForShell, sourceOf } from './context.js';
import { describeDiagnostics } from './describe/outcome.js';
import { moveChoices } from './moveChoices.js';

interface Arguments extends Chosen {
  document: string;
  json: boolean;
  /** The most tools to suggest; as many as the rules say where nothing is said. */
  tools: number | undefined;
  sets: boolean;
  explain: boolean;
  /** The file to write to; standard output where there is none. */
  out: string | undefined;
}

/** `mcpwright suggest`: which operations to offer, or how to group them, as a configuration for the owner to edit. */
export async function suggest(args: Arguments, context: Context): Promise<ExitCode> {
  const { document, config, out } = args;
  checkOut(out);
  if (config.sources.length > 0)
    throw new InputError(
      'A suggestion is for one document, and mcpwright.yaml lists several.',
      'Name the document: mcpwright suggest <document>, with --config and a file without sources.',
    );
  const { parts, diagnostics } = await inspect(document, config, {
    ...sourceOf(context),
    ...readingOf(args),
    onProgress: context.progress,
  });
  context.progress('Choosing tools');
  const found = parts.map(({ api, server }): Suggestion & { name: string } => {
    const bounds = { tools: args.tools, tokens: config.total };
    const isChoice = !args.sets || args.tools !== undefined;
    const verdicts = isChoice ? suggestTools(api, server, bounds) : listUseful(api, server, config.total);
    if (!args.sets) return { name: server.api.name, verdicts, isChoice };
    const taken = verdicts.flatMap((one) => (one.taken ? [one.candidate] : []));
    const sets = suggestSets(taken, server, { tools: mostTools, tokens: config.total });
    return {
      name: server.api.name,
      verdicts: isChoice ? verdicts : nameSetOf(verdicts, sets),
      isChoice,
      sets,
    };
  });
  const [suggestion] = found;
  const isEmpty = suggestion?.verdicts.some(({ taken }) => taken) !== true;
  if (suggestion === undefined || isEmpty) {
    context.alert(describeDiagnostics(diagnostics, context.paint));
    context.alert('There is nothing to suggest: no operation is left. --explain says why.\n');
    if (suggestion !== undefined && args.explain) context.print(describeVerdicts(suggestion));
    return 1;
  }
  const text = print(suggestion, args);
  if (args.json) context.print(`${JSON.stringify(toJson(suggestion, text), undefined, 2)}\n`);
  else if (args.explain) context.print(describeVerdicts(suggestion));
  else if (out === undefined) context.print(text);
  if (out !== undefined) await writeSuggestion(out, text, context);
  context.note(describeSets(suggestion));
  return 0;
}

/** Of what is only grouped, the reason is its set. */
function nameSetOf(verdicts: readonly Verdict[], sets: readonly ToolSet[]): Verdict[] {
  const setOf = new Map(
    sets.flatMap(({ name, candidates }) => candidates.map((one) => [one, name] as const)),
  );
  return verdicts.map((one) =>
    one.taken ? { ...one, reason: `in the set ${setOf.get(one.candidate) ?? ''}` } : one,
  );
}

function checkOut(out: string | undefined): void {
  if (out === undefined || /\.ya?ml$/i.test(out)) return;
  throw new InputError(
    `The suggestion is YAML: --out needs a file whose name ends in .yaml, not "${out}".`,
    'For example: --out mcpwright.yaml',
  );
}

/** The whole file: what the user chose otherwise, then what is suggested. */
function print(suggestion: Suggestion, { config, document, out, sets }: Arguments): string {
  const others = {
    ...config,
    document,
    include: defaults.include,
    exclude: defaults.exclude,
    ...(sets && { toolsets: defaults.toolsets }),
  };
  return printConfig(
    moveChoices(others, out === undefined ? '.' : dirname(out)),
    printSuggestion(suggestion, config),
  );
}

async function writeSuggestion(out: string, text: string, { note }: Context): Promise<void> {
  const hint =
    'It may hold your edits, and is left as it is: name another file, and copy over what you want.';
  const file = await writeConfig(dirname(out), basename(out), text, hint);
  note(
    `${quoteForShell(file)} has what is suggested: read it, edit it, then: mcpwright generate --config ${quoteForShell(file)}\n`,
  );
}

function describeVerdicts({ verdicts }: Suggestion): string {
  return formatTable([
    ['', 'OPERATION', 'TOOL', 'REASON'],
    ...verdicts.map(({ candidate, taken, reason }) => [
      taken ? '+' : '-',
      candidate.key,
      candidate.entry.tool.name,
      reason,
    ]),
  ]);
}

function describeSets({ verdicts, sets }: Suggestion): string {
  const taken = verdicts.filter((one) => one.taken).length;
  const inSets = sets === undefined ? '' : ` in ${formatCount(sets.length, 'tool set')}`;
  return `${formatCount(taken, 'tool')} of ${verdicts.length} suggested${inSets}; ${verdicts.length - taken} left out.\n`;
}

function toJson({ name, verdicts, sets }: Suggestion & { name: string }, config: string): object {
  return {
    operations: verdicts.map(({ candidate: { operation, entry }, taken, reason }) => ({
      method: operation.method,
      path: operation.path,
      tool: entry.tool.name,
      tokens: entry.cost.tokens,
      taken,
      reason,
    })),
    ...(sets && { sets: sets.map((set) => describeSet(set, name)) }),
    config,
  };
}

function describeSet({ name, title, candidates, tokens, scopes }: ToolSet, server: string): object {
  const url = `http://127.0.0.1:3000/mcp/${name}`;
  return {
    name,
    title,
    address: `/mcp/${name}`,
    tools: candidates.map(({ entry }) => entry.tool.name),
    tokens,
    scopes,
    client: { mcpServers: { [`${server}-${name}`]: { type: 'http', url } } },
  };
}
