import { expect, test } from 'vitest';
import { type Server, decideMode } from '../../../generator/model/server.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';

const withTools = (count: number, tokens = 10): Server => {
  const server = makeServer();
  const entry = makeEntry();
  const tools = Array.from({ length: count }, () => ({ ...entry, cost: { ...entry.cost, tokens } }));
  return {
    ...server,
    api: { ...server.api, listLimit: { tools: 40, tokens: 20_000 } },
    toolsets: [{ name: 'pets', title: 'Pets', description: '', tools }],
  };
};

test('a new project lists what a list may hold', () => {
  expect(decideMode(withTools(40))).toBe('list');
  expect(decideMode(withTools(41))).toBe('dynamic');
  expect(decideMode(withTools(20, 1_001))).toBe('dynamic');
});

test('tools that were listed leave the list only beyond one and a half times its limits', () => {
  expect(decideMode(withTools(60), 'list')).toBe('list');
  expect(decideMode(withTools(61), 'list')).toBe('dynamic');
  expect(decideMode(withTools(20, 1_500), 'list')).toBe('list');
  expect(decideMode(withTools(20, 1_501), 'list')).toBe('dynamic');
});

test('tools that were searched for are listed as soon as a list may hold them', () => {
  expect(decideMode(withTools(41), 'dynamic')).toBe('dynamic');
  expect(decideMode(withTools(40), 'dynamic')).toBe('list');
});

test('what the owner chooses counts, whatever was before', () => {
  expect([choose('list', 500), choose('dynamic', 1), choose('auto', 1)]).toEqual(['list', 'dynamic', 'list']);
});

function choose(mode: 'auto' | 'list' | 'dynamic', count: number): string {
  return decideMode({ ...withTools(count), choices: { mode } }, 'list');
}
