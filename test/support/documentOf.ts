import type { Document, Json, JsonObject } from '../../generator/model/document.js';

/** A document as load/ hands it on, from a plain object; one that names no version is 3.1. */
export function documentOf(object: object, url?: string): Document {
  const root = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, ...(object as JsonObject) };
  const version = String(root['openapi'] as Json);
  return {
    root,
    version,
    dialect: version.startsWith('3.0') ? '3.0' : '3.1',
    source: 'test.json',
    ...(url === undefined ? {} : { url }),
    locate: () => undefined,
  };
}
