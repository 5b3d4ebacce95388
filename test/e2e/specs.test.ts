import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Generation, defaults } from '../../generator/index.js';
import { rungs } from '../../generator/shape/detail.js';
import { countTokens } from '../support/countTokens.js';
import { connectHttp, connectStdio, dialects, startHttp } from './clients.js';
import { buildProject, documents, hasSpecs, scratch, specs, typecheck, writeProject } from './project.js';

/** Documents whose servers are also started and asked. */
const booted = ['petstore3', 'stripe', 'kubernetes', 'discord', 'docker'];
const offering = Object.keys(documents).filter((name) => name !== 'adyen');

const folder = (name: string) => join(scratch, 'specs', name);

describe.skipIf(!hasSpecs)('real documents', () => {
  const generations = new Map<string, Generation>();

  beforeAll(async () => {
    for (const [name, { file }] of Object.entries(documents)) {
      const { generation } = await writeProject(`specs/${name}`, join(specs, file));
      generations.set(name, generation);
    }
  });

  test.each(Object.keys(documents))('%s: every operation is a tool or is named', (name) => {
    const { server, operations, diagnostics } = generations.get(name)!;
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    const lost = diagnostics.filter(({ severity }) => severity === 'error');
    const declared = documents[name]!.operations;
    expect(operations).toBe(declared);
    if (declared > 0) expect(tools.length + lost.length).toBe(declared);
    expect(new Set(tools.map(({ tool }) => tool.name.toLowerCase())).size).toBe(tools.length);
  });

  test.each(Object.keys(documents))('%s: tools keep to their budgets', (name) => {
    const { server } = generations.get(name)!;
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    const over = tools.filter(({ cost }) => cost.tokens > defaults.budget);
    expect(over.filter(({ cost }) => cost.rung < rungs.length - 1)).toEqual([]);
    expect(over.length).toBeLessThanOrEqual(tools.length / 15);
    const answers = tools.flatMap(({ tool }) => (tool.outputSchema === undefined ? [] : [tool.outputSchema]));
    for (const schema of answers)
      expect(countTokens(JSON.stringify(schema))).toBeLessThanOrEqual(defaults.outputBudget);
  });

  test('no operation of these documents is lost', () => {
    const lost = [...generations].flatMap(([name, { diagnostics }]) =>
      diagnostics
        .filter(
          ({ severity, code }) =>
            (severity === 'error' && code !== 'nothing-to-offer') || code === 'tool-quarantined',
        )
        .map(({ message }) => `${name}: ${message}`),
    );
    expect(lost).toEqual([]);
  });

  test('a document of webhooks alone says that there is nothing to offer', () => {
    const { files, diagnostics } = generations.get('adyen')!;
    expect(files).toEqual([]);
    expect(diagnostics.map(({ message }) => message).join('\n')).toMatch(/nothing to offer.*webhook/i);
  });

  test('all projects type-check in one program', async () => {
    const options = JSON.parse(readFileSync(join(folder('petstore3'), 'tsconfig.json'), 'utf8')) as {
      compilerOptions: Record<string, unknown>;
    };
    const tsconfig = { ...options, include: offering.map((name) => `${name}/src`) };
    writeFileSync(join(scratch, 'specs/tsconfig.json'), JSON.stringify(tsconfig));
    expect(await typecheck(join(scratch, 'specs'), '-p', '.', '--noEmit')).toBe('');
  });

  test('all projects build', async () => {
    for (const name of offering) await buildProject(folder(name));
  });

  describe.each(booted)('%s', (name) => {
    const names = () =>
      generations.get(name)!.server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));

    test.each(dialects)('answers tools/list over stdio to %s', async (dialect) => {
      const client = await connectStdio(folder(name), dialect, { MCP_MODE: 'list' });
      const { tools } = await client.listTools();
      await client.close();
      expect(tools.map((tool) => tool.name)).toEqual(names());
    });

    test('answers tools/list over HTTP to every client', async () => {
      const server = await startHttp(folder(name), { MCP_MODE: 'list' });
      for (const dialect of dialects) {
        const client = await connectHttp(server.url, dialect);
        const { tools } = await client.listTools();
        await client.close();
        expect(tools.map((tool) => tool.name)).toEqual(names());
      }
      await server.stop();
    });
  });

  /** Those with more tools than a list should hold. */
  test.each(['kubernetes', 'stripe'])('%s costs less than 2,500 tokens at connect', async (name) => {
    const [first] = generations.get(name)!.server.toolsets;
    for (const dialect of dialects) {
      const client = await connectStdio(folder(name), dialect);
      const { tools } = await client.listTools();
      const instructions = client.getInstructions() ?? '';
      await client.close();
      const tokens = countTokens(JSON.stringify(tools)) + countTokens(instructions);
      expect(tokens, dialect).toBeLessThan(2500);
      expect(tools.map((tool) => tool.name)).toContain('search_tools');
      expect(instructions).toContain(first!.name);
    }
  });
});
