import type { ServerChange, ToolSnapshot } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { compareArguments } from './compareArguments.js';
import { compareSecurity } from './compareSecurity.js';
import { compareEmpty, compareSent } from './compareSent.js';
import { canonicalText } from './schemas/meanings.js';
import type { Narrowers } from './schemas/relateTold.js';

/** What changed of a tool that is on both sides. */
export function compareTools(old: ToolSnapshot, now: ToolSnapshot, narrowers: Narrowers): ServerChange[] {
  const found = [
    ...compareIdentity(old, now),
    ...compareArguments(old, now, narrowers),
    ...compareAnnotations(old.tool, now.tool),
    ...compareConsent(old.tool, now.tool),
    ...compareDeprecation(old, now),
    ...compareRequests(old.tool, now.tool),
    ...compareDescriptions(old.tool, now.tool),
  ];
  return found.map((change) => Object.assign(change, { tool: now.tool.name }));
}

function compareIdentity(old: ToolSnapshot, now: ToolSnapshot): ServerChange[] {
  const found: ServerChange[] = [];
  if (old.tool.name !== now.tool.name)
    found.push({
      kind: 'tool-renamed',
      impact: 'breaking',
      summary: `renamed from ${old.tool.name}`,
      before: old.tool.name,
      after: now.tool.name,
    });
  const [before, after] = [old, now].map(({ tool: { request } }) => `${request.method} ${request.path}`);
  // What a parameter of the path is called is the name of an argument.
  const [left, right] = [before, after].map((one) => one?.replaceAll(/\{[^{}]*\}/g, '{}'));
  if (left !== right)
    found.push({
      kind: 'tool-operation',
      // The name says what it does; what it calls for that is the business of the API.
      impact: old.tool.request.method === now.tool.request.method ? 'compatible' : 'possibly-breaking',
      summary: `operation ${before} → ${after}`,
      before,
      after,
    });
  if (old.toolset !== now.toolset)
    found.push({
      kind: 'tool-toolset',
      impact: 'possibly-breaking',
      summary: `toolset ${old.toolset} → ${now.toolset}`,
      before: old.toolset,
      after: now.toolset,
    });
  return found;
}

function compareDescriptions(old: Tool, now: Tool): ServerChange[] {
  return (['title', 'description'] as const)
    .filter((key) => old[key] !== now[key])
    .map((key) => ({
      kind: 'tool-words',
      impact: 'words',
      summary: `${key} changed`,
      before: old[key],
      after: now[key],
    }));
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function compareAnnotations({ annotations: old }: Tool, { annotations: now }: Tool): ServerChange[] {
  return hints
    .filter((key) => old[key] !== now[key])
    .map((key) => ({
      kind: 'tool-annotations',
      // Calls that ran by themselves may need an approval, or those that needed one run by themselves.
      impact: key === 'openWorldHint' ? 'compatible' : 'possibly-breaking',
      summary: `${key} ${old[key]} → ${now[key]}`,
      before: old[key],
      after: now[key],
    }));
}

/** Calls that ran unasked may wait for the user or be refused; those that waited run unasked. */
function compareConsent({ consent: old }: Tool, { consent: now }: Tool): ServerChange[] {
  if (canonicalText(old) === canonicalText(now)) return [];
  const summary =
    old === undefined
      ? 'the user is asked before a call now'
      : now === undefined
        ? 'the user is not asked before a call any more'
        : 'what the user is asked before a call changed';
  return [{ kind: 'tool-consent', impact: 'possibly-breaking', summary, before: old, after: now }];
}

function compareRequests(old: Tool, now: Tool): ServerChange[] {
  const [before, after] = [old.request, now.request];
  return [
    ...compareSecurity(before.security, after.security),
    ...compareSent(before, after),
    ...compareEmpty(old, now),
  ];
}

function compareDeprecation(old: ToolSnapshot, now: ToolSnapshot): ServerChange[] {
  if (old.deprecated === undefined || now.deprecated === undefined) return [];
  if (old.deprecated === now.deprecated && old.ends === now.ends) return [];
  const what = now.deprecated
    ? 'deprecated'
    : old.deprecated
      ? 'not deprecated any more'
      : 'not to end any more';
  const summary = now.ends === undefined ? what : `${now.deprecated ? 'deprecated' : 'to end'}: ${now.ends}`;
  const [before, after] = [old, now].map(({ deprecated, ends }) => ({ deprecated, ends }));
  return [{ kind: 'tool-deprecated', impact: 'compatible', summary, before, after }];
}
