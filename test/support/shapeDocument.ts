import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Api, Schema } from '../../generator/model/api.js';
import { type Config, defaults } from '../../generator/model/config.js';
import { type Diagnostic, collector } from '../../generator/model/diagnostic.js';
import type { Server, ToolEntry } from '../../generator/model/server.js';
import type { NameLock } from '../../generator/model/names.js';
import { read } from '../../generator/read/read.js';
import { outlinePromises } from '../../generator/shape/outlinePromises.js';
import { settle } from '../../generator/shape/settle.js';
import { shapeTools } from '../../generator/shape/shapeTools.js';
import { compileAlone } from './compileAlone.js';
import { documentOf } from './documentOf.js';
import { countTokens } from './countTokens.js';

/** What a document becomes. */
export interface Shaped {
  api: Api;
  server: Server;
  tools: ToolEntry[];
  diagnostics: Diagnostic[];
  /** The tool of an operation such as `GET /pets`. */
  tool: (operation: string) => ToolEntry;
}

/**
 * Reads and shapes a document that is given as a plain object; one without servers gets one.
 *
 * @param given - the names and what else a project was given before
 */
export function shapeDocument(
  object: object,
  config: Partial<Config> = {},
  url?: string,
  count = countTokens,
  given?: NameLock,
): Shaped {
  const { diagnostics, report } = collector();
  const document = documentOf({ servers: [{ url: 'https://api.example.com' }], ...object }, url);
  const choices = { ...defaults, ...config };
  const api = settle(read(document, report), choices, report);
  const shaped = shapeTools(api, choices, report, count, given && { given });
  const server = { ...shaped, promises: outlinePromises(api, shaped.toolsets) };
  const tools = server.toolsets.flatMap((toolset) => toolset.tools);
  return {
    api,
    server,
    tools,
    diagnostics,
    tool: (operation) => {
      const found = tools.find(({ tool: { request } }) => `${request.method} ${request.path}` === operation);
      if (found === undefined) throw new Error(`no tool for ${operation}`);
      return found;
    },
  };
}

/** Options that the emitted server validates with, as far as schemas are concerned. */
const options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  unicodeRegExp: true,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  // It takes as long as all the rest, for code that runs a few times.
  code: { optimize: false },
};

/** Judges arguments as the emitted server does before it sends anything. */
export function compileEnforced(server: Server, { enforced }: ToolEntry): ValidateFunction {
  const ajv = new Ajv2020(options);
  for (const [name, schema] of Object.entries(server.components)) ajv.addSchema(schema, name);
  return ajv.compile(enforced);
}

const alone = new Ajv2020(options);

/** Judges arguments by a schema that refers to nothing. */
export function compile(schema: Schema): ValidateFunction {
  return compileAlone(alone, schema);
}
