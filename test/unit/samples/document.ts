import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { memoizeIn } from '../../../generator/text/memo.js';

export interface Parameter {
  name: string;
  in: string;
  schema?: object;
  example?: unknown;
}

export interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Item {
  $ref?: string;
  parameters?: (Parameter | { $ref: string })[];
}

export interface Operation extends Item {
  operationId?: string;
  description?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, Media> };
  responses?: Record<string, { $ref: string } | { content?: Record<string, Media> }>;
}

export interface Document {
  security?: Record<string, string[]>[];
  paths: Record<string, Item & Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function documentPath(sample: string): string {
  return fileURLToPath(new URL(`../../../samples/${sample}/openapi.yaml`, import.meta.url));
}

const documents = new Map<string, Document>();

/** The document of a sample, which many look at: it is parsed once, and nobody changes it. */
export function readDocument(sample: string): Document {
  return memoizeIn(documents, sample, () => parse(readFileSync(documentPath(sample), 'utf8')) as Document);
}

/** What a local reference points to; anything else as it is. */
export function resolve<T extends object>(document: Document, value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value;
  const tokens = value.$ref.slice(2).split('/');
  const names = tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return resolve(document, names.reduce<unknown>((at, name) => (at as never)[name], document) as T);
}

/** Every operation under `paths`, with the parameters of its path. */
export function operationsOf(
  document: Document,
): { key: string; path: string; operation: Operation; parameters: Parameter[] }[] {
  return Object.entries(document.paths).flatMap(([path, reference]) => {
    const item = resolve(document, reference as { $ref: string }) as Document['paths'][string];
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const own = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one));
      const shared = (item.parameters ?? []).map((one) => resolve<Parameter>(document, one));
      const inherited = shared.filter((one) => !own.some((it) => it.name === one.name && it.in === one.in));
      const key = `${method.toUpperCase()} ${path}`;
      return [{ key, path, operation, parameters: [...inherited, ...own] }];
    });
  });
}
