import { basename, dirname } from 'node:path';
import { printConfig } from '../../emit/printConfig.js';
import { inspect } from '../../inspect.js';
import { defaults, mostListed } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { type Suggestion, printSuggestion } from '../../suggest/printSuggestion.js';
import { type ToolSet, suggestSets } from '../../suggest/suggestSets.js';
import { type Verdict, listUseful, suggestTools } from '../../suggest/suggestTools.js';
import { writeConfig } from '../../write/writePage.js';
import { type Chosen, readingOf } from '../chooseConfig.js';
import { type Context, type ExitCode, quoteForShell, sourceOf } from '../context.js';
import { describeDiagnostics } from '../describe/outcome.js';
import { countSuggested, describeVerdicts, reportSuggestion } from './describeVerdicts.js';
import { moveChoices } from '../moveChoices.js';

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
  const found = parts.map(({ api, server }): Suggestion => {
    const bounds = { tools: args.tools, tokens: config.total };
    const isChoice = !args.sets || args.tools !== undefined;
    const verdicts = isChoice ? suggestTools(api, server, bounds) : listUseful(api, server, config.total);
    if (!args.sets) return { name: server.api.name, verdicts, isChoice };
    const taken = verdicts.flatMap((one) => (one.taken ? [one.candidate] : []));
    const sets = suggestSets(taken, server, { tools: mostListed, tokens: config.total });
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
  const text = composeFile(suggestion, args);
  if (args.json) context.print(`${JSON.stringify(reportSuggestion(suggestion, text), undefined, 2)}\n`);
  else if (args.explain) context.print(describeVerdicts(suggestion));
  else if (out === undefined) context.print(text);
  if (out !== undefined) await writeSuggestion(out, text, context);
  context.note(countSuggested(suggestion));
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
function composeFile(suggestion: Suggestion, { config, document, out, sets }: Arguments): string {
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
