import { resolve } from 'node:path';
import { printConfig } from '../emit/printConfig.js';
import { inspect } from '../inspect.js';
import { configName, defaults } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { escapeHidden } from '../text/hidden.js';
import { writeConfig } from '../write/writePage.js';
import type { Said } from './chooseConfig.js';
import { type Context, type ExitCode, formatCount, nameProgram, quoteForShell, sourceOf } from './context.js';
import { describeDiagnostics } from './describe/outcome.js';
import { moveChoices } from './moveChoices.js';

interface Arguments {
  document: string;
  /** The folder to write to; a folder with the server's name where empty. */
  out: string;
  choices: Said['choices'];
}

/** `mcpwright init`: writes the configuration that the next runs read. */
export async function init({ document, out, choices }: Arguments, context: Context): Promise<ExitCode> {
  if (document === '-') {
    throw new InputError(
      'Standard input has no name that could be kept.',
      'Save the document to a file, then name that.',
    );
  }
  const config = { ...defaults, ...choices, refs: { ...defaults.refs, ...choices.refs }, document };
  const { server, diagnostics } = await inspect(document, config, {
    ...sourceOf(context),
    onProgress: context.progress,
  });
  const { api, toolsets } = server;
  context.note(describeDiagnostics(diagnostics, context.paint));
  const folder = out === '' ? api.name : out;
  const file = await writeConfig(folder, configName, printConfig(moveChoices(config, folder)));
  const where = resolve(folder) === resolve('.') ? '' : ` --out ${quoteForShell(folder)}`;
  const tools = toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  context.note(
    [
      escapeHidden(`${file} names ${document}, which offers ${formatCount(tools, 'tool')}. Edit it, then:`),
      context.paint('cyan', `  ${nameProgram(context.env)} generate${where}`),
      '',
    ].join('\n'),
  );
  return 0;
}
