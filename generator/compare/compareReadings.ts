import type { ServerChange, Snapshot } from '../model/comparison.js';
import type { Prompt, Resource } from '../model/server.js';
import { canonicalText } from './schemas/meanings.js';

/** What changed of the resources, by their URIs, and of the prompts, by their names. */
export function compareReadings(old: Snapshot, now: Snapshot): ServerChange[] {
  return [
    ...compareListed('resource', old.resources, now.resources, {
      subjectOf: ({ uri }) => uri,
      usageOf: usageOfResource,
      otherwise: 'the resource is read in another way',
    }),
    ...compareListed('prompt', old.prompts, now.prompts, {
      subjectOf: ({ name }) => name,
      usageOf: usageOfPrompt,
      otherwise: 'arguments of the prompt changed',
    }),
  ];
}

/** How the entries of a list are compared. */
interface Comparing<T> {
  subjectOf: (entry: T) => string;
  /** What of an entry clients go by; all else of it is words. */
  usageOf: (entry: T) => unknown;
  /** What is said where that changed. */
  otherwise: string;
}

function compareListed<T>(
  kind: 'resource' | 'prompt',
  old: readonly T[] = [],
  now: readonly T[] = [],
  { subjectOf, usageOf, otherwise }: Comparing<T>,
): ServerChange[] {
  const before = new Map(old.map((entry) => [subjectOf(entry), entry]));
  const after = new Set(now.map(subjectOf));
  const removed = [...before.keys()]
    .filter((subject) => !after.has(subject))
    .map((subject): ServerChange => {
      return { kind: `${kind}-removed`, impact: 'breaking', subject, summary: `${kind} removed` };
    });
  const others = now.flatMap((entry): ServerChange[] => {
    const subject = subjectOf(entry);
    const known = before.get(subject);
    if (known === undefined)
      return [{ kind: `${kind}-added`, impact: 'compatible', subject, summary: `${kind} added` }];
    if (canonicalText(known) === canonicalText(entry)) return [];
    const isUsedAlike = canonicalText(usageOf(known)) === canonicalText(usageOf(entry));
    const summary = isUsedAlike ? `words of the ${kind} changed` : otherwise;
    return [
      { kind: `${kind}-changed`, impact: isUsedAlike ? 'words' : 'possibly-breaking', subject, summary },
    ];
  });
  return [...removed, ...others];
}

/** How a resource is read, and what comes of it. */
function usageOfResource({ variables, schema, tool, mimeType, subscribe }: Resource): unknown {
  return { variables, schema, mimeType, subscribe, request: tool?.request };
}

function usageOfPrompt({ arguments: given }: Prompt): unknown {
  return given.map(({ name, required, schema }) => ({ name, required, schema }));
}
