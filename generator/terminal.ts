import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Context } from './commands/context.js';
import { decodeText, gather } from './load/fetchText.js';
import { escapeHidden } from './text/hidden.js';

/** A run that takes less says nothing of its progress. */
const quietForMs = 1000;
/** How often the same step is told of. */
const toldEachMs = 2000;

/** What the program runs in. */
export interface System {
  stdin: Readable;
  stdout: Terminal;
  stderr: Terminal;
  env: Context['env'];
  /** Settled when the user, or the system, asks the run to stop. */
  stopped: () => Promise<void>;
  /** The file of the program that runs; undefined where it is none. */
  program?: string | undefined;
  /** Runs a module of Node in a folder and says what it printed; without it, nothing is run. */
  run?: (program: string, args: readonly string[], folder: string) => Promise<string>;
}

/** Where text goes: people look at it, or a program reads it. */
interface Terminal extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** `shownOn` is where most of what is painted goes. */
export function openTerminal(
  options: { quiet: boolean; json?: boolean },
  { stdin, stdout, stderr, env, stopped }: System,
  shownOn: Terminal = stderr,
): Context {
  const paint = painterFor(shownOn, env);
  const started = performance.now();
  let told = { step: '', at: started };
  const note = (text: string) => {
    if (!options.quiet) stderr.write(disarm(text));
  };
  return {
    print: (text) => stdout.write(disarm(text)),
    note,
    alert: (text) => stderr.write(disarm(text)),
    progress: (text) => {
      const now = performance.now();
      const step = text.replaceAll(/\d+/g, '');
      if (options.json === true || now - started <= quietForMs) return;
      if (step === told.step && now - told.at < toldEachMs) return;
      told = { step, at: now };
      note(paint('dim', `${escapeHidden(text)} …\n`));
    },
    paint,
    readStdin: async (maxBytes) => decodeText(await gather(stdin, 'Standard input', maxBytes)),
    input: stdin,
    output: stdout,
    get stopped() {
      return stopped();
    },
    env,
  };
}

/** What `styleText` writes for the colours that are used here. */
const colour = new RegExp(String.raw`(${String.fromCodePoint(27)}\[\d{1,2}m)`);

/** The one door to the terminal: of what a terminal obeys, line ends and our own colours alone come through. */
export function disarm(text: string): string {
  return text
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : escapeHidden(part, '\n')))
    .join('');
}

export function painterFor(shownOn: Terminal, env: Context['env']): Context['paint'] {
  // Whether to paint is decided here: `styleText` would look at standard output alone.
  const options = { validateStream: false };
  return wantsColour(shownOn, env) ? (style, text) => styleText(style, text, options) : (_, text) => text;
}

/** https://no-color.org: any non-empty value switches colours off. */
function wantsColour({ isTTY = false }: Terminal, { NO_COLOR, FORCE_COLOR }: Context['env']): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY;
}
