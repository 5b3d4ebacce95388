import { PassThrough } from 'node:stream';
import type { Context } from '../../generator/commands/context.js';

/** What a command says, and a terminal that takes it down. */
export function makeContext(input = ''): { said: { out: string; err: string }; context: Context } {
  const said = { out: '', err: '' };
  const toError = (text: string) => {
    said.err += text;
  };
  return {
    said,
    context: {
      print: (text) => {
        said.out += text;
      },
      note: toError,
      alert: toError,
      progress: () => {},
      paint: (_style, text) => text,
      readStdin: async () => input,
      input: new PassThrough(),
      output: new PassThrough(),
      stopped: new Promise(() => {}),
      env: {},
    },
  };
}
