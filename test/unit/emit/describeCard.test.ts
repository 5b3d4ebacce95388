import { describe, expect, test } from 'vitest';
import { describeCard } from '../../../generator/emit/describeCard.js';
import { chooseParts, listUnserved } from '../../../generator/emit/features.js';
import { emit } from '../../../generator/emit/emit.js';
import { makeServer } from '../../support/makeServer.js';
import type { FeatureChoices } from '../../../generator/model/config.js';
import { pins, readTemplates } from '../../support/readTemplates.js';
import { makeApi } from '../../support/runtime/fixtures.js';

const nameOf = (name: string, ...urls: string[]) =>
  describeCard({ api: makeApi({ name, servers: urls.map((url) => ({ url })) }), summary: '' }).name;

const nameAll = (...urls: string[]) => {
  const sources = Object.fromEntries(
    urls.map((url, index) => [`s${index}`, makeApi({ servers: [{ url }] })]),
  );
  return describeCard({ api: makeApi({ name: 'shop', servers: [], sources }), summary: '' }).name;
};

const describeAs = (summary: string) =>
  describeCard({ api: makeApi({ title: 'Test API' }), summary }).description;

describe('the name on the card', () => {
  test.each([
    ['petstore', 'https://api.example.com/v1', 'com.example.api/petstore'],
    ['petstore', 'https://API.Example.com:8443/v1', 'com.example.api/petstore'],
    ['petstore', 'http://127.0.0.1:8790/v1', 'local/petstore'],
    ['petstore', 'http://[::1]/v1', 'local/petstore'],
    ['petstore', 'http://localhost/v1', 'local/petstore'],
    ['petstore', 'https://{region}.example.com', 'local/petstore'],
    ['petstore', '/v1', 'local/petstore'],
    ['petstore', 'https://my_host.example.com', 'local/petstore'],
    [
      'petstore',
      `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`,
      'local/petstore',
    ],
    ['p', 'https://example.com', 'com.example/p-api'],
    ['pet--', 'https://example.com', 'com.example/pet'],
  ])('of %s at %s', (name, url, expected) => {
    expect(nameOf(name, url)).toBe(expected);
    // As registries of servers have it.
    expect(nameOf(name, url)).toMatch(
      /^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]\/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/,
    );
  });

  test('is that of the first server, and of no server local', () => {
    expect(nameOf('petstore', 'https://example.com', 'https://other.example')).toBe('com.example/petstore');
    expect(nameOf('petstore')).toBe('local/petstore');
  });

  test('of several documents that of their host, where they have one in common', () => {
    expect(nameAll('https://example.com/a', 'https://example.com/b')).toBe('com.example/shop');
    expect(nameAll('https://example.com', 'https://other.example')).toBe('local/shop');
  });
});

test('the description has at most 100 characters, and is the title where there is none', () => {
  expect(describeAs('A shop.')).toBe('A shop.');
  expect(describeAs('')).toBe('Test API');
  const long = describeAs('word '.repeat(60).trim());
  expect(long.length).toBeLessThanOrEqual(100);
  expect(long).toMatch(/word…$/);
});

const stdio: NonNullable<FeatureChoices['transports']> = ['stdio'];

test('a project has it where its owner has chosen it, and a transport that serves it', async () => {
  const made: [FeatureChoices, boolean][] = [
    [{ card: true }, true],
    [{}, false],
    [{ card: true, transports: stdio }, false],
  ];
  for (const [choices, isThere] of made) {
    const files = await emit({ ...makeServer(), choices }, readTemplates(), pins);
    const api = files.find(({ path }) => path === 'src/generated/api.ts')?.content ?? '';
    expect(/^  card: \{ name: '/m.test(api)).toBe(isThere);
  }
});

test('that no transport serves the page or the card is told', () => {
  const choices = { page: true, card: true, transports: stdio };
  const server = { ...makeServer(), choices };
  const serves = 'serves clients over HTTP';
  expect(listUnserved(server, chooseParts(server))).toEqual([
    { name: 'page', serves },
    { name: 'card', serves },
  ]);
});
