import { describe, expect, test } from 'vitest';
import { findAbsent, refuseAbsent } from '../../../templates/project/src/runtime/settings.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog } from '../../support/runtime/fixtures.js';

const api = {
  absent: {
    'auth: true': 'MCP_AUTH_ISSUER MCP_AUTH_SCOPES',
    'mock: true': 'MCP_MOCK',
    'mode: dynamic': 'MCP_MODE=dynamic',
  },
};

describe('what was not built in', () => {
  test.each([
    ['MCP_AUTH_ISSUER', 'https://id.example.com', 'MCP_AUTH_ISSUER is set', 'features: { auth: true }'],
    ['MCP_MOCK', 'true', '--mock (MCP_MOCK) is set', 'features: { mock: true }'],
    ['MCP_MOCK', ' 1 ', '--mock (MCP_MOCK) is set', 'features: { mock: true }'],
    ['MCP_MODE', 'dynamic', '--mode (MCP_MODE) is set', 'features: { mode: dynamic }'],
  ])('stops a server that %s=%s asks for it, with the line to write', (name, value, said, line) => {
    expect(() => refuseAbsent(api, { [name]: value })).toThrow(said);
    expect(() => refuseAbsent(api, { [name]: value })).toThrow(line);
  });

  test.each([
    ['MCP_MOCK', ''],
    ['MCP_MOCK', ' '],
    ['MCP_MOCK', '0'],
    ['MCP_MOCK', 'false'],
    ['MCP_MODE', 'list'],
    ['MCP_MODE', 'auto'],
    ['MCP_AUTH_TOKEN', 'a-token-of-the-operator'],
    ['PATH', '/bin'],
  ])('stops none that %s=%j asks nothing of', (name, value) => {
    expect(() => refuseAbsent(api, { [name]: value })).not.toThrow();
    expect(() => refuseAbsent({}, { [name]: value })).not.toThrow();
  });

  test('is found by its variable', () => {
    expect([
      findAbsent(api, 'MCP_AUTH_SCOPES'),
      findAbsent(api, 'MCP_MODE'),
      findAbsent({}, 'MCP_MOCK'),
    ]).toEqual(['auth: true', undefined, undefined]);
  });
});

test('credentials of users in custom.ts stop a server that would call as itself for all of them', () => {
  const custom = { credentials: async () => ({}) };
  const absent = { 'users: true': 'MCP_FORWARD_HEADERS MCP_EXCHANGE' };
  const catalog = makeCatalog([], { api: { absent } });
  expect(() => createApp({ catalog, custom, env: {} })).toThrow('features: { users: true }');
  expect(() => createApp({ catalog, env: {} })).not.toThrow();
  expect(() => createApp({ catalog: makeCatalog([]), custom, env: {} })).not.toThrow();
});
