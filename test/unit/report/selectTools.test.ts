import { describe, expect, test } from 'vitest';
import { columns } from '../../../templates/report/columns.js';
import type { PageTool } from '../../../templates/report/data.js';
import { selectTools } from '../../../templates/report/selectTools.js';

const makeTool = (name: string, changes: Partial<PageTool> = {}): PageTool => ({
  name,
  title: '',
  toolset: 'pets',
  method: 'GET',
  path: '/pets',
  readOnly: true,
  pinned: false,
  naive: 100,
  tokens: 50,
  naiveOutput: 0,
  output: 0,
  rung: 0,
  lost: [],
  parametersLost: 0,
  lostArguments: [],
  over: false,
  pointer: '',
  listed: 0,
  operation: 0,
  ...changes,
});
const tools = [
  makeTool('b_list', { tokens: 60, rung: 10, naive: 60 }),
  makeTool('a_list', { tokens: 60, rung: 2, title: 'All Animals', naive: 900 }),
  makeTool('zap', { tokens: 7, rung: 2, toolset: 'shop', method: 'POST', path: '/zap/{id}', over: true }),
  makeTool('calm', { tokens: 800, naive: 850, lost: ['words of 2 arguments cut: a, b'] }),
];
const all = { query: '', toolset: '', rung: '', over: false, sort: 'name', descending: false };
const select = (choice: Partial<typeof all>) =>
  selectTools(tools, { ...all, ...choice })
    .map(({ name }) => name)
    .join(' ');

describe('selectTools', () => {
  test.each([
    ['every word of the query, anywhere', { query: 'post  ZAP' }, 'zap'],
    ['words of the title', { query: 'animals' }, 'a_list'],
    ['words of what was lost', { query: 'arguments cut' }, 'calm'],
    ['nothing where one word is not there', { query: 'zap animals' }, ''],
    ['a toolset', { toolset: 'shop' }, 'zap'],
    ['a rung', { rung: '2' }, 'a_list zap'],
    ['tools over their budget', { over: true }, 'zap'],
    ['all of it at once', { over: true, rung: '0' }, ''],
  ])('selects by %s', (_what, choice, expected) => {
    expect(select(choice)).toBe(expected);
  });

  test.each([
    ['name', 'a_list b_list calm zap'],
    ['toolset', 'a_list b_list calm zap'],
    ['naive', 'b_list zap calm a_list'],
    ['tokens', 'zap a_list b_list calm'],
    ['saved', 'b_list calm zap a_list'],
    ['rung', 'calm a_list zap b_list'],
    ['lost', 'a_list b_list zap calm'],
  ])('sorts by %s, what is equal by name', (sort, expected) => {
    expect(select({ sort })).toBe(expected);
    expect(columns.map(({ key }) => key)).toContain(sort);
  });

  test('sorts the other way, what is equal still by name', () => {
    expect(select({ sort: 'rung', descending: true })).toBe('b_list a_list zap calm');
  });

  test('leaves the tools in the order in which they were', () => {
    select({ sort: 'tokens' });
    expect(tools[0]?.name).toBe('b_list');
  });
});
