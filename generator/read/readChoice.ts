import { combineChoices } from '../model/combineChoices.js';
import type { ToolChoice } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { Json } from '../model/document.js';
import { nearest } from '../model/nearest.js';
import { joinPointer } from '../model/pointer.js';
import { asArray, asObject, isObject, own } from './asObject.js';
import type { Found } from './resolve.js';

/** A member of an extension: what it has to be, and what it then says of the tool. */
interface Member {
  expected: string;
  /** Undefined where the value is of another kind. */
  read: (value: Json) => ToolChoice | undefined;
  /** Whether it can only be said of one tool, not of all those of a path or a document. */
  single: boolean;
}

type Members = Readonly<Record<string, Member>>;

/** MCP, ToolAnnotations. */
const hints: Members = {
  readOnlyHint: flag((readOnlyHint) => ({ annotations: { readOnlyHint } })),
  destructiveHint: flag((destructiveHint) => ({ annotations: { destructiveHint } })),
  idempotentHint: flag((idempotentHint) => ({ annotations: { idempotentHint } })),
  openWorldHint: flag((openWorldHint) => ({ annotations: { openWorldHint } })),
};

const words: Members = {
  name: text((name) => ({ name })),
  title: text((title) => ({ title })),
  description: text((description) => ({ description })),
};

const members: Members = {
  ...words,
  enabled: flag((enabled) => ({ enabled })),
  toolset: { ...text((toolset) => ({ toolset })), single: false },
  pinned: flag((pinned) => ({ pinned })),
  select: flag((select) => ({ select })),
  poll: flag((poll) => ({ poll })),
  segments: flag((segments) => ({ segments })),
  mediaType: text((mediaType) => ({ mediaType })),
  annotations: { expected: 'an object', read: (value) => (isObject(value) ? {} : undefined), single: false },
};

/** https://www.speakeasy.com/docs/standalone-mcp/customize-tools; scopes are tags, see {@link readScopes}. */
const speakeasyMembers: Members = {
  ...words,
  ...hints,
  disabled: flag((disabled) => ({ enabled: !disabled })),
  scopes: { expected: 'a list', read: (value) => (Array.isArray(value) ? {} : undefined), single: true },
};

/**
 * What the document says of its tools at a place, which is an operation or holds several: as `x-mcp` and, where that
 * says nothing, as `x-speakeasy-mcp`. What is malformed is reported, and the rest counts.
 */
export function readChoice({ value, pointer }: Found, isOperation: boolean, report: Report): ToolChoice {
  const { 'x-mcp': ours, 'x-speakeasy-mcp': theirs } = asObject(value);
  const refuse = (what: string, ...path: string[]): void =>
    report('odd-document', joinPointer(pointer, ...path), {
      what: `"${path.join('.')}" ${what}`,
      done: 'it is ignored',
    });
  const readMembers = (from: Json | undefined, known: Members, ...path: string[]): ToolChoice => {
    let choice: ToolChoice = {};
    for (const [key, member] of Object.entries(asObject(from))) {
      const found = own(known, key);
      const said = found?.read(member);
      if (found === undefined) refuse(`is not known${suggest(key, known)}`, ...path, key);
      else if (said === undefined) refuse(`is not ${found.expected}`, ...path, key);
      else if (found.single && !isOperation) refuse('can only be said of one operation', ...path, key);
      else choice = combineChoices(choice, said);
    }
    return choice;
  };
  if (theirs !== undefined && !isObject(theirs)) refuse('is not an object', 'x-speakeasy-mcp');
  const foreign = readMembers(theirs, speakeasyMembers, 'x-speakeasy-mcp');
  if (ours === undefined) return foreign;
  if (typeof ours === 'boolean') return { ...foreign, enabled: ours };
  if (!isObject(ours)) {
    refuse('is neither true nor false nor an object', 'x-mcp');
    return foreign;
  }
  // Who says something of a tool wants it, also where the tools around it are not offered.
  const { annotations } = ours;
  return [
    { enabled: true },
    readMembers(ours, members, 'x-mcp'),
    { annotations: readMembers(annotations, hints, 'x-mcp', 'annotations').annotations ?? {} },
  ].reduce(combineChoices, foreign);
}

/** The scopes of `x-speakeasy-mcp`: by them users choose which tools a server offers, as by tags. */
export function readScopes({ value }: Found): string[] {
  const scopes = asObject(asObject(value)['x-speakeasy-mcp'])['scopes'];
  return asArray(scopes).filter((scope) => typeof scope === 'string' && scope !== '') as string[];
}

function suggest(key: string, known: Members): string {
  const meant = nearest(key, Object.keys(known));
  return meant === undefined ? '' : `; "${meant}" may be meant`;
}

function text(say: (value: string) => ToolChoice): Member {
  const read = (value: Json) =>
    typeof value === 'string' && value.trim() !== '' ? say(value.trim()) : undefined;
  return { expected: 'a text', read, single: true };
}

function flag(say: (value: boolean) => ToolChoice): Member {
  const read = (value: Json) => (typeof value === 'boolean' ? say(value) : undefined);
  return { expected: 'true or false', read, single: false };
}
