import { InputError } from '../model/diagnostic.js';

/** How many files are open at once: a document may have more than a process can. */
const atOnce = 32;

/**
 * Reads files by URL through `read`; an InputError stands for a file that it refuses.
 *
 * swagger-parser does the reading. It is handed references and not the document, which may be in a version that it
 * does not know, and may hold a `$ref` that is data, as in an example. It hands back text, since it would
 * follow whatever it can see in a parsed file.
 */
export async function readFiles(
  urls: readonly string[],
  read: (url: URL) => Promise<string>,
): Promise<ReadonlyMap<string, string | InputError>> {
  // Imported here since it takes long to load and most documents are one file.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const errors = new Map<string, unknown>();
  const limited = limit(atOnce, read);
  const resolver = {
    order: 1,
    canRead: true,
    read: ({ url }: { url: string }) =>
      limited(new URL(url)).catch((error: unknown) => {
        errors.set(url, error);
        return '';
      }),
  };
  const info = { title: '', version: '' };
  const references = { openapi: '3.1.0', info, paths: {}, 'x-references': urls.map(($ref) => ({ $ref })) };
  const files = await SwaggerParser.resolve(references, {
    resolve: { file: false, http: false, limited: resolver },
    parse: { json: false, yaml: false, binary: false, text: { canParse: true } },
  });
  const texts = files.values() as Record<string, string>;
  return new Map(urls.map((url) => [url, refusal(errors.get(url)) ?? texts[url] ?? '']));
}

function refusal(error: unknown): InputError | undefined {
  if (error === undefined || error instanceof InputError) return error;
  throw error;
}

/** Runs at most `count` calls of `work` at a time. */
function limit<A, R>(count: number, work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (argument) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work(argument);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
