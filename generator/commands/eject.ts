import { relative } from 'node:path';
import { loadTemplates } from '../load/ownFiles.js';
import { type Ejection, eject as ejectFile } from '../write/eject.js';
import {
  type Context,
  type ExitCode,
  describeUnkept,
  nameProgram,
  quoteForShell,
  tellWait,
} from './context.js';

/** `mcpwright eject`: makes a file of the runtime the user's. */
export async function eject(file: string, context: Context): Promise<ExitCode> {
  const { note, paint, env } = context;
  const onWait = (folder: string) => tellWait(folder, context);
  const ejection = await ejectFile(file, await loadTemplates(), undefined, onWait);
  const folder = relative('.', ejection.root);
  const where = folder === '' ? '' : ` --out ${quoteForShell(folder)}`;
  const command = `${nameProgram(env)} generate${where} --overwrite ${quoteForShell(ejection.path)}`;
  const lines = [
    describeEjection(ejection),
    describeUpstream(ejection),
    paint('dim', `To give it back, and your changes up: ${command}`),
  ];
  note(`${lines.join('\n')}\n${describeUnkept(ejection.unkept)}`);
  return 0;
}

function describeEjection({ path, again }: Ejection): string {
  return again
    ? `${path} was yours already; what is new in mcpwright's counts as seen.`
    : `${path} is yours now: mcpwright does not touch it any more.`;
}

/** How the user hears of what changes in ours. */
function describeUpstream({ isKept }: Ejection): string {
  return isKept
    ? "mcpwright check shows what changes in mcpwright's."
    : "What it was made from is not known: you edited it, and mcpwright's has changed. Eject it once more, and mcpwright check shows what changes from now on.";
}
