import type { ApiInfo, ObjectSchema, Schema, Tool } from '../../templates/project/src/runtime/tool.js';

/** What the emitted server offers: the API after selection, naming and the profile's limits. Plain JSON. */
export interface Server {
  api: ApiInfo;
  /** One line on the API for a package registry and the top of the README. */
  summary: string;
  toolsets: ToolsetEntry[];
  /** The enforced schemas that tools share; a `$ref` is a bare name of this table. */
  components: Record<string, Schema>;
}

export interface ToolsetEntry {
  /** `^[a-z][a-z0-9_]*$`, unique; the name of its files. */
  name: string;
  title: string;
  description: string;
  tools: ToolEntry[];
}

/** A tool, and what only the generator knows of it. */
export interface ToolEntry {
  tool: Tool;
  /** Checked before anything is sent. */
  enforced: ObjectSchema;
  /** Arguments that may be null although the advertised schema does not say so. */
  nullable: string[];
  /** Where the document says this: `#/paths/~1pets/get`. */
  pointer: string;
}

export type { ApiInfo, ObjectSchema, Schema, Tool };
