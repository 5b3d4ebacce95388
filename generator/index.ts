/** The programmatic API of mcpwright. */
export { generate, type Generation } from './generate.js';
export { inspect, type Inspection, type Options } from './inspect.js';
export type { LoadOptions } from './load/load.js';
export { readNames } from './load/readNames.js';
export { type Config, defaults } from './model/config.js';
export { type Diagnostic, InputError, type Severity } from './model/diagnostic.js';
export type { Location } from './model/document.js';
export type { Change, File, Owner } from './model/file.js';
export type { GivenName, NameLock } from './model/names.js';
export type { Server, ToolEntry, ToolsetEntry } from './model/server.js';
export { write } from './write/write.js';
