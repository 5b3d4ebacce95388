// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Schema } from '#runtime/tool.js';

/** Schemas that the schemas of tools share, by the name that a `$ref` gives. */
export const components: Record<string, Schema> = {};
