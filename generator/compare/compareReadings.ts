import type { ServerChange, Snapshot } from '../model/comparison.js';
import type { Prompt, Resource } from '../model/server.js';
import { canonicalText } from './schemas/meanings.js';

/** What changed of the resources, by their URIs, and of the prompts, by their names. */
export function compareReadings(old: Snapshot, now: Snapshot): ServerChange[] {
  return [...compareResources(old.resources ?? [], now.resources ?? []), ...comparePrompts(old, now)];
}

function compareResources(old: readonly Resource[], now: readonly Resource[]): ServerChange[] {
  const before = new Map(old.map((one) => [one.uri, one]));
  const after = new Set(now.map(({ uri }) => uri));
  const removed = old
    .filter(({ uri }) => !after.has(uri))
    .map(({ uri }): ServerChange => {
      return { kind: 'resource-removed', impact: 'breaking', subject: uri, summary: 'resource removed' };
    });
  const others = now.flatMap((resource): ServerChange[] => {
    const { uri } = resource;
    const known = before.get(uri);
    if (known === undefined)
      return [{ kind: 'resource-added', impact: 'compatible', subject: uri, summary: 'resource added' }];
    if (canonicalText(known) === canonicalText(resource)) return [];
    const isRead = canonicalText(readingOf(known)) === canonicalText(readingOf(resource));
    const summary = isRead ? 'words of the resource changed' : 'the resource is read in another way';
    return [
      { kind: 'resource-changed', impact: isRead ? 'words' : 'possibly-breaking', subject: uri, summary },
    ];
  });
  return [...removed, ...others];
}

/** What of a resource a reader goes by: how it is read, and what comes of it. */
function readingOf({ variables, schema, tool, mimeType }: Resource): unknown {
  return { variables, schema, mimeType, request: tool?.request };
}

function comparePrompts({ prompts: old = [] }: Snapshot, { prompts: now = [] }: Snapshot): ServerChange[] {
  const before = new Map(old.map((one) => [one.name, one]));
  const after = new Set(now.map(({ name }) => name));
  const removed = old
    .filter(({ name }) => !after.has(name))
    .map(({ name }): ServerChange => {
      return { kind: 'prompt-removed', impact: 'breaking', subject: name, summary: 'prompt removed' };
    });
  const others = now.flatMap((prompt): ServerChange[] => {
    const { name } = prompt;
    const known = before.get(name);
    if (known === undefined)
      return [{ kind: 'prompt-added', impact: 'compatible', subject: name, summary: 'prompt added' }];
    if (canonicalText(known) === canonicalText(prompt)) return [];
    const isCalled = canonicalText(argumentsTaken(known)) === canonicalText(argumentsTaken(prompt));
    const summary = isCalled ? 'words of the prompt changed' : 'arguments of the prompt changed';
    return [
      { kind: 'prompt-changed', impact: isCalled ? 'words' : 'possibly-breaking', subject: name, summary },
    ];
  });
  return [...removed, ...others];
}

function argumentsTaken({ arguments: given }: Prompt): unknown {
  return given.map(({ name, required, schema }) => ({ name, required, schema }));
}
