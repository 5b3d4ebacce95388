import { type LoadOptions, load } from '../../generator/load/load.js';
import { type Diagnostic, collector } from '../../generator/model/diagnostic.js';
import type { Document } from '../../generator/model/document.js';

export interface Loaded extends Document {
  diagnostics: Diagnostic[];
}

/** Loads a file or URL with its findings. */
export async function loadFrom(source: string, options: Partial<LoadOptions> = {}): Promise<Loaded> {
  const { diagnostics, report } = collector();
  const document = await load(source, { readStdin: () => Promise.resolve(''), ...options }, report);
  return { ...document, diagnostics };
}

/** Loads a text as if it came from standard input. */
export function loadText(text: string, options: Partial<LoadOptions> = {}): Promise<Loaded> {
  return loadFrom('-', { readStdin: () => Promise.resolve(text), ...options });
}
