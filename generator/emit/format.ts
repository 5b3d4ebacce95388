import { stripPadding } from '../text/markdown/stripPadding.js';

/** What was laid out last: a project that is generated again mostly says the same. */
const known = new Map<string, Promise<string>>();
const mostKnown = 32;

/** Lays a file out as prettier does, with tables that are not padded. Only for prose: it takes far too long over generated data. */
export function format(text: string, parser: 'markdown'): Promise<string> {
  const formatted = known.get(text) ?? formatText(text, parser);
  // The last one asked for goes to the end; the first is the one that goes.
  known.delete(text);
  known.set(text, formatted);
  formatted.catch(() => known.delete(text));
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return formatted;
}

async function formatText(text: string, parser: 'markdown'): Promise<string> {
  const prettier = await import('prettier');
  return stripPadding(await prettier.format(text, { parser, printWidth: 110 }));
}
