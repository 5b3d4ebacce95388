import { expect } from 'vitest';
import type { Case, ListFacts } from '../case.js';
import { type Findings, judgeEach, type Judges } from '../findings.js';
import { offer } from '../offer.js';
import type { Served } from '../serveCase.js';
import { toPattern } from '../toPattern.js';

/** Judges the list of tools. */
export async function judgeTools(facts: ListFacts, served: Served, findings: Findings): Promise<void> {
  await judgeEach(facts, judges, served, { group: 'tools', findings });
}

const judges: Judges<ListFacts, Served> = {
  count: (count, { listed }) => expect(listed).toHaveLength(count),
  minCount: (least, { listed }) => expect(listed.length).toBeGreaterThanOrEqual(least),
  uniqueNames: (_, { listed }) =>
    expect(new Set(listed.map(({ name }) => name.toLowerCase())).size).toBe(listed.length),
  namePattern: (pattern, { listed }) => {
    for (const { name } of listed) expect(name).toMatch(toPattern(pattern));
  },
  stableOrder: async (_, { one, listed }) => {
    const names = listed.map(({ name }) => name);
    expect(await namesOf(one)).toEqual(names);
    expect(await namesOf({ ...one, spec: reversePaths(one.spec) })).toEqual(names);
  },
  includesOps: (operations, served) =>
    expect(listedOperations(served)).toEqual(expect.arrayContaining(operations)),
  excludesOps: (operations, served) => {
    for (const operation of operations) expect(listedOperations(served)).not.toContain(operation);
  },
};

function listedOperations({ entries, listed }: Served): string[] {
  const names = new Set(listed.map(({ name }) => name));
  return entries
    .filter(({ tool }) => names.has(tool.name))
    .map(({ tool: { request } }) => `${request.method} ${request.path}`);
}

async function namesOf(one: Case): Promise<string[]> {
  const { server } = await offer(one);
  return server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));
}

function reversePaths(spec: object = {}): object {
  if (!('paths' in spec)) throw new Error('the order of a document is judged where "spec" has paths');
  return { ...spec, paths: Object.fromEntries(Object.entries(spec.paths as object).toReversed()) };
}
