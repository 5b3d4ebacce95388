import { describe, expect, test } from 'vitest';
import type { Case } from './case.js';
import { describeCases, lists } from './describeCases.js';
import { judgeCase } from './judgeCase.js';
import { readCases } from './readCases.js';

const cases = readCases();

describeCases(cases.filter(({ area }) => !area.startsWith('more-')));

describe('the lists', () => {
  test('every case has an identifier of its own', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  test('name cases that there are, facts and reasons', () => {
    const ids = new Set(cases.map(({ id }) => id));
    for (const [id, { facts, reason }] of lists.flatMap((list) => Object.entries(list))) {
      expect(ids).toContain(id);
      expect(facts, id).not.toEqual([]);
      expect(reason, id).not.toBe('');
    }
  });
});

describe('the judges', () => {
  const paths = { '/a': { get: { operationId: 'op', responses: {} } } };
  const one = { id: 'x', area: 'x', title: 'x', tier: 'bar', spec: { paths }, operation: 'GET /a' };
  const judge = (facts: object, more: object = {}) => judgeCase({ ...one, ...more, expect: facts } as Case);

  test('find each fact that does not hold, and only those', async () => {
    const facts = {
      request: { method: 'POST', rawPath: '/a' },
      rejected: true,
      schema: { accepts: [{}], rejects: [{}] },
      tools: { count: 2 },
    };
    expect((await judge(facts)).map(({ fact }) => fact)).toEqual([
      'request.method',
      'expect.rejected',
      'schema.rejects.0',
      'schema.rejects.0.call',
      'tools.count',
    ]);
  });

  test.each([
    [{ wish: 1 }],
    [{ request: { wish: 1 } }],
    [{ schema: { wish: 1 } }],
    [{ tool: { description: { wish: 1 } } }],
  ])('do not pass over %j', async (expectations) => {
    await expect(judge(expectations)).rejects.toThrow('nobody judges');
  });

  test('do not pass over a member of the case', async () => {
    await expect(judge({}, { wish: 1 })).rejects.toThrow('nobody knows');
  });
});
