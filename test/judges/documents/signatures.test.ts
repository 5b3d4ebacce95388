import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { describeTool } from '../../../templates/project/src/runtime/dynamic/describeTool.js';
import { createExpander } from '../../../templates/project/src/runtime/validate/createExpander.js';
import { createApp } from '../../../templates/project/src/server.js';
import { countTokens } from '../../support/countTokens.js';
import { inspectOnce, samples, specs } from '../../support/realDocuments.js';
import { readSignature, tellOf } from '../../support/readSignature.js';
import { connectView } from '../../support/runtime/connectView.js';

const longestAnswer = 6_000;
/** Tools of each real document. */
const perDocument = 30;
/** Questions about one tool. */
const mostQuestions = 400;

type Ask = (names: readonly string[], more?: { part?: string; format?: 'json' }) => Promise<string>;

async function makeAsk(server: Server): Promise<Ask> {
  const client = await connectView(
    createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'dynamic' } }).view(),
  );
  return async (names, more) => {
    const { text } = await client.call('describe_tools', { names, ...more });
    expect(text.length, `${names.join()} ${JSON.stringify(more)}`).toBeLessThanOrEqual(longestAnswer);
    return text;
  };
}

/** What an answer shows, its pages put together. */
async function askWhole(ask: Ask, name: string, more: { part?: string; format?: 'json' }): Promise<string> {
  const heading = more.part === undefined ? /^[\s\S]*?\nArguments: / : /^[^\n]*?, part "[^\n]*?":\s/;
  let answer = await ask([name], more);
  let shown = '';
  for (;;) {
    expect(answer).toMatch(heading);
    const body = answer
      .replace(heading, '')
      .replace(sources, '')
      .replace(/\n(?:Not all of it is shown: |What ends in … ).*$/, '');
    const [, page = '', next] = /^([\s\S]*?)(?:\nIt goes on: ask for part "(.*)"\.)?$/.exec(body) ?? [];
    shown += page;
    if (next === undefined) return shown;
    answer = await ask([name], { ...more, part: next });
  }
}

/** The lines that say where arguments come from. */
const sources = /(?:\n\/\/ \S+: from .*)+$/;

interface Pair {
  path: string;
  enforced: readonly unknown[];
  shown: readonly unknown[];
  /** What the signature declares by name. */
  named: Record<string, unknown>;
  isWhole: boolean;
}

/** What the enforced schema of a tool says and its signature, with the parts that it names, does not, or says besides. */
async function findDifferences(ask: Ask, { tool, enforced }: ToolEntry, server: Server): Promise<string[]> {
  const differences: string[] = [];
  const read = async (part?: string) =>
    readSignature(await askWhole(ask, tool.name, part === undefined ? {} : { part }));
  const whole = await read();
  const pairs: Pair[] = [
    {
      path: '',
      enforced: [enforced],
      shown: [whole],
      named: whole['$defs'] as Record<string, unknown>,
      isWhole: true,
    },
  ];
  const seen = new Map<string, Set<string>>();
  const ids = new Map<unknown, number>();
  const idOf = (part: unknown) => ids.get(part) ?? (ids.set(part, ids.size), ids.size - 1);
  let questions = 0;
  for (const pair of pairs) {
    const parts: string[] = [];
    const shown = tellOf(pair.shown, pair.named, (part) => void parts.push(part));
    const [part] = parts;
    if (part !== undefined) {
      questions += 1;
      if (questions > mostQuestions) break;
      const asked = await read(part);
      const named = asked['$defs'] as Record<string, unknown>;
      // A path leads to an array, not to its items.
      const levels = (/(?:\[\])*$/.exec(pair.path)?.[0].length ?? 0) / 2;
      let members: readonly unknown[] = [asked];
      for (let level = 0; level < levels; level += 1)
        members = tellOf(members, named, () => undefined).members.get('[]') ?? [];
      pairs.push({ ...pair, shown: members, named, isWhole: false });
      continue;
    }
    const told = tellOf(pair.enforced, server.components, () => undefined);
    for (const fact of told.facts)
      if (!shown.facts.has(fact)) differences.push(`${tool.name} ${pair.path}: lost ${fact}`);
    for (const fact of shown.facts)
      if (pair.isWhole && !told.facts.has(fact))
        differences.push(`${tool.name} ${pair.path}: made up ${fact}`);
    for (const [name, members] of told.members) {
      const key = [...new Set(members)].map(idOf).join();
      const other = [...new Set(shown.members.get(name) ?? [])];
      const known = seen.get(key) ?? new Set();
      seen.set(key, known);
      const otherKey = other.map(idOf).join();
      if (!shown.members.has(name)) differences.push(`${tool.name} ${pair.path}${name}: lost`);
      else if (!known.has(otherKey))
        pairs.push({ ...pair, path: pair.path + name, enforced: members, shown: other });
      known.add(otherKey);
    }
  }
  return differences;
}

/** The same choice in every run: each so-many-th, from a place that the name of the document gives. */
function sample(file: string, entries: readonly ToolEntry[]): ToolEntry[] {
  const step = Math.max(1, Math.floor(entries.length / perDocument));
  const start = [...file].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % step;
  return entries.filter((_, index) => index % step === start).slice(0, perDocument);
}

const listTools = (server: Server) => server.toolsets.flatMap(({ tools }) => tools);

/** Tokens of a whole description as a signature and as JSON Schema, however long. */
function countBoth({ components }: Server, { tool, enforced }: ToolEntry): [signature: number, json: number] {
  const listed = { ...tool, annotations: { ...tool.annotations, title: tool.title } };
  const definitions = { components, expand: createExpander(components) };
  const count = (wish: { format?: 'json' }) =>
    countTokens(describeTool({ listed, enforced }, definitions, Number.POSITIVE_INFINITY, wish));
  return [count({}), count({ format: 'json' })];
}

describe('a signature says what the schema says', () => {
  test.each(samples)('of %s', async (file) => {
    const { server } = await inspectOnce(file);
    const ask = await makeAsk(server);
    for (const entry of listTools(server)) expect(await findDifferences(ask, entry, server)).toEqual([]);
  });
});

const files = [
  'docker-engine.yaml',
  'discord.json',
  'figma.yaml',
  'qdrant.json',
  'stripe.json',
  'kubernetes.json',
]
  .concat('petstore3.yaml', 'scalar-galaxy.yaml', 'conjur-multi/openapi.yml', 'autorest-url.json')
  .map((name) => join(specs, name));
const present = files.filter((file) => existsSync(file));
if (present.length < files.length)
  console.log(`Signatures of real documents are not all looked at: ${specs} is not there.`);

describe.skipIf(present.length === 0)('of real documents', () => {
  test('signatures say it all, in answers that are short', { timeout: 600_000 }, async () => {
    let tokens = 0;
    let asJson = 0;
    let looked = 0;
    const differences: string[] = [];
    for (const file of present) {
      const { server } = await inspectOnce(file);
      const ask = await makeAsk(server);
      const entries = sample(file, listTools(server));
      for (const entry of entries) {
        differences.push(...(await findDifferences(ask, entry, server)));
        const [signature, json] = countBoth(server, entry);
        tokens += signature;
        asJson += json;
        looked += 1;
      }
      const names = entries.slice(0, 20).map(({ tool }) => tool.name);
      await ask(names);
      await ask(names, { format: 'json' });
    }
    expect(differences).toEqual([]);
    console.log(`${looked} tools: ${tokens} tokens as signatures, ${asJson} as JSON Schema`);
    expect(looked).toBeGreaterThan(present.length === files.length ? 200 : 0);
    expect(tokens / asJson).toBeLessThan(0.75);
  });
});
