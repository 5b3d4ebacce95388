import {
  type DocumentInspection as Inspection,
  inspectDocument as inspect,
} from '../../generator/inspectDocument.js';
import type { Finding, Means } from '../../generator/lint/finding.js';
import { lint } from '../../generator/lint/lint.js';
import { type Config, defaults } from '../../generator/model/config.js';
import { cleanText } from '../../generator/text/clean.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { splitWords } from '../../generator/text/words.js';
import { compilePattern } from '../../generator/regex/compile.js';

/** Lints a text, or an object as the text that JSON makes of it; one without servers gets one. */
export async function lintDocument(
  document: string | object,
  config: Partial<Config> = {},
): Promise<Finding[]> {
  return (await inspectDocument(document, config)).findings;
}

/** The same, with what is known of the document. */
export async function inspectDocument(document: string | object, config: Partial<Config> = {}) {
  const inspection = await inspectAlone(document, config);
  return { inspection, findings: await lintInspection(inspection) };
}

/** What is known of a document, before it is linted. */
export async function inspectAlone(
  document: string | object,
  config: Partial<Config> = {},
): Promise<Inspection> {
  const text = typeof document === 'string' ? document : writeDocument(document);
  return inspect('-', { ...defaults, ...config }, { readStdin: async () => text });
}

/** Lints what was inspected already. */
export async function lintInspection(inspection: Inspection): Promise<Finding[]> {
  return lint(inspection, await loadMeans());
}

/** What the command gives the rules. */
export async function loadMeans(): Promise<Means> {
  return { countTokens: await loadTokenCounter(), splitWords, cleanText, matches };
}

/** A document of the parts that matter, as text. */
export function writeDocument(parts: object): string {
  const common = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
  };
  return JSON.stringify({ ...common, ...parts }, undefined, 2);
}

function matches(pattern: string, text: string): boolean {
  return compilePattern(pattern).test(text);
}
