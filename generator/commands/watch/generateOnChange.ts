import { describeSystemError } from '../../../templates/project/src/runtime/transport/start.js';
import { isWebUrl } from '../../load/fetchText.js';
import { watchFiles } from '../../load/watchFiles.js';
import { InputError } from '../../model/diagnostic.js';
import type { Context, ExitCode } from '../context.js';
import { describeInputError } from '../describe/describeInputError.js';
import { type Arguments, generate } from '../generate.js';
import { escapeHidden } from '../../text/hidden.js';

/** `mcpwright generate --watch`: writes the project again whenever what it is made of has changed, until it is stopped. */
export async function generateOnChange(args: Arguments, context: Context): Promise<ExitCode> {
  const { alert, note, paint } = context;
  const { stopped } = context;
  const watch = watchFiles();
  let files = 0;
  const onFile = (path: string) => {
    if (path === '-' || isWebUrl(path)) return;
    files += 1;
    watch.add(path);
  };

  /** What is wrong with an input is told, and the project stays as it was. */
  async function run(): Promise<void> {
    try {
      await generate({ ...args, onFile }, context);
    } catch (error) {
      const reason = describeSystemError(error);
      const told = error instanceof InputError || reason === undefined ? error : new InputError(`${reason}.`);
      if (!(told instanceof InputError) || files === 0) throw error;
      alert(`${describeInputError(told, paint).trimEnd()}\nThe project stays as it was.\n`);
    }
  }

  await run();
  if (files === 0)
    throw new InputError(
      '--watch needs a document that is a file.',
      'Save the document to a file, or leave --watch out.',
    );
  note('Watching for changes; Ctrl-C ends it.\n');
  let last = Promise.resolve();
  const failed = new Promise<never>((_resolve, reject) =>
    watch.start((changed) => {
      note(`${escapeHidden([...new Set(changed)].join(' and '))} changed.\n`);
      last = run().catch(reject);
      return last;
    }),
  );
  try {
    await Promise.race([stopped, failed]);
    await last;
    return 0;
  } finally {
    watch.close();
  }
}
