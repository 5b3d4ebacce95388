import type { Impact, ServerChange, ToolSnapshot } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { compareArguments } from './compareArguments.js';
import { compareOutputs } from './compareOutputs.js';
import { canonicalText } from './schemas/meanings.js';
import type { Narrowers } from './schemas/relateTold.js';

/** What changed of a tool that is on both sides. */
export function compareTools(old: ToolSnapshot, now: ToolSnapshot, narrowers: Narrowers): ServerChange[] {
  const found = [
    ...compareIdentity(old, now),
    ...compareArguments(old, now, narrowers),
    ...compareAnnotations(old.tool, now.tool),
    ...compareOutputs(old.tool.outputSchema, now.tool.outputSchema),
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
  if (before !== after)
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

function compareRequests({ request: old }: Tool, { request: now }: Tool): ServerChange[] {
  const found: ServerChange[] = [];
  if (canonicalText(old.security) !== canonicalText(now.security)) {
    const [before, after] = [old, now].map(({ security }) => describeSecurity(security));
    const needsLess = now.security.length === 0 || now.security.some((one) => Object.keys(one).length === 0);
    const impact: Impact = needsLess ? 'compatible' : 'possibly-breaking';
    found.push({
      kind: 'tool-credentials',
      impact,
      summary: `credentials ${before} → ${after}`,
      before: old.security,
      after: now.security,
    });
  }
  const [before, after] = [wireOf(old, now), wireOf(now, old)];
  if (canonicalText(before) !== canonicalText(after))
    found.push({
      kind: 'tool-request',
      impact: 'compatible',
      summary: 'sent to the API in another way',
      before,
      after,
    });
  return found;
}

function describeSecurity(security: Tool['request']['security']): string {
  const ways = security.map((needed) => {
    const schemes = Object.entries(needed).map(([name, scopes]) =>
      scopes.length === 0 ? name : `${name} (${scopes.join(' ')})`,
    );
    return schemes.join(' and ') || 'none';
  });
  return ways.join(' or ') || 'none';
}

/** How arguments are sent that are there on both sides; which there are is told elsewhere. */
function wireOf(
  { server, parameters, body, accept, poll, cancel }: Tool['request'],
  other: Tool['request'],
): Record<string, unknown> {
  const known = new Set(other.parameters.map(({ name, in: location }) => `${location} ${name}`));
  const sent = parameters
    .map((one) => [`${one.in} ${one.name}`, { ...one, argument: '' }] as const)
    .filter(([key]) => known.has(key));
  return {
    server,
    accept,
    poll,
    cancel,
    parameters: Object.fromEntries(sent),
    ...(body !== undefined &&
      other.body !== undefined && {
        body: { mediaType: body.mediaType, encoding: body.encoding },
      }),
  };
}
