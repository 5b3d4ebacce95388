import type { Case } from './case.js';

/** Cases that are too large to be written down. */
export function generatedCases(): Case[] {
  return [manyFiles(), muchGrowth(), longText()];
}

const info = { title: 'Wild', version: '1' };
const servers = [{ url: 'https://api.example.com' }];
const responses = { 200: { description: 'OK' } };
const health = { get: { operationId: 'getHealth', responses } };

/** A file for each path and each schema, each schema referring to others. */
function manyFiles(): Case {
  const count = 743;
  const names = Array.from({ length: count }, (_, index) => `thing${index}`);
  const paths = names.map((name) => [`/${name}`, { $ref: `paths/${name}.yaml` }]);
  const pathFiles = names.map((name) => [
    `paths/${name}.yaml`,
    {
      post: {
        operationId: `create_${name}`,
        requestBody: { content: { 'application/json': { schema: { $ref: `../schemas/${name}.json` } } } },
        responses,
      },
    },
  ]);
  const schemaFiles = names.map((name, index) => [
    `schemas/${name}.json`,
    {
      type: 'object',
      properties: { id: { type: 'integer' }, next: { $ref: `thing${Math.floor(index / 2)}.json` } },
    },
  ]);
  const main = {
    openapi: '3.0.3',
    info,
    servers,
    paths: { '/health': health, ...Object.fromEntries(paths) },
  };
  return {
    name: 'a document of 1,487 files',
    files: { 'openapi.json': main, ...Object.fromEntries([...pathFiles, ...schemaFiles]) },
    tools: names.map((name) => `create_${name}`),
    calls: [
      {
        tool: 'create_thing4',
        arguments: { id: 1, next: { id: 2 } },
        sends: 'POST https://api.example.com/thing4',
        body: { id: 1, next: { id: 2 } },
      },
    ],
    refused: [{ tool: 'create_thing4', arguments: { next: { next: { id: 'x' } } }, says: 'next.next.id' }],
  };
}

/** Every schema is used by several others: written out, the document would have 4^9 times its size. */
function muchGrowth(): Case {
  const levels = 10;
  const schemas = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/components/schemas/Level${level + 1}` };
      const properties =
        level === levels - 1 ? { n: { type: 'integer' } } : { a: next, b: next, c: next, d: next };
      return [`Level${level}`, { type: 'object', properties }];
    }),
  );
  const requestBody = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Level0' } } },
  };
  const value = { a: { b: { c: { d: { a: { b: { c: { d: { a: { n: 1 } } } } } } } } } };
  return {
    name: 'a document that grows when it is written out',
    document: {
      components: { schemas },
      paths: { '/a': { post: { operationId: 'createA', requestBody, responses } } },
    },
    tools: ['create_a'],
    calls: [{ tool: 'create_a', arguments: value, sends: 'POST https://api.example.com/a', body: value }],
    refused: [
      {
        tool: 'create_a',
        arguments: { a: { b: { c: { d: { a: { b: { c: { d: { a: { n: 'x' } } } } } } } } } },
        says: 'a.b.c.d.a.b.c.d.a.n',
      },
    ],
  };
}

function longText(): Case {
  const description = 'A sentence of a description that goes on and on. '.repeat(640);
  return {
    name: 'a description of 31,000 characters',
    document: { paths: { '/a': { get: { operationId: 'getA', description, responses } } } },
    tools: ['get_a'],
    calls: [{ tool: 'get_a', sends: 'GET https://api.example.com/a' }],
    hidden: [description],
  };
}
