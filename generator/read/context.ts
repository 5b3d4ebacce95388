import type { Report } from '../model/diagnostic.js';
import type { Document } from '../model/document.js';
import type { SchemaReader } from './schemas/readSchemas.js';

/** What every reader of a spec object works with. */
export interface Context {
  document: Document;
  report: Report;
  schemas: SchemaReader;
}
