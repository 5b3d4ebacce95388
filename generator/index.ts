/** The programmatic API of mcpwright. */
export { generate, type Generation } from './generate.js';
export { inspect, type Inspection } from './inspect.js';
export type { ConfigReader, DocumentInspection, Options } from './inspectDocument.js';
export type { LoadOptions } from './load/load.js';
export { readConfig } from './load/config/readConfig.js';
export { readGiven } from './load/project/readGiven.js';
export {
  type Choices,
  type Config,
  defaults,
  type Rule,
  type ToolChoice,
  type ToolsetChoice,
} from './model/config.js';
export { type Diagnostic, InputError, type Severity } from './model/diagnostic.js';
export type { Location } from './model/document.js';
export type { Change, Conflict, EditReason, File, Owner } from './model/file.js';
export type { GivenName, NameLock } from './model/names.js';
export type { RuleMatch, Selection } from './model/selection.js';
export type { Server, ToolEntry, ToolsetEntry } from './model/server.js';
export { write } from './write/write.js';
