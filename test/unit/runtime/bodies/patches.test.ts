import { describe, expect, test } from 'vitest';
import type { Config } from '../../../../generator/model/config.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string', description: 'What it is called.' },
    owner: { $ref: '#/components/schemas/Owner' },
    note: { type: ['string', 'null'] },
  },
  required: ['id'],
};
const change = {
  type: 'object',
  properties: { op: { type: 'string', enum: ['add', 'remove'] }, path: { type: 'string' }, value: {} },
  required: ['op', 'path'],
};

function offer(mediaType: string, schema: object, config: Partial<Config> = {}) {
  const { server, tool } = shapeDocument(
    {
      paths: {
        '/pet': {
          patch: {
            operationId: 'patchPet',
            requestBody: { required: true, content: { [mediaType]: { schema } } },
            responses: {},
          },
        },
      },
      components: { schemas: { Owner: { type: 'object', properties: { name: { type: 'string' } } } } },
    },
    config,
  );
  const entry = tool('PATCH /pet');
  const check = createChecker(server.components, server.api);
  const send = async (args: object) => {
    const checked = check('patch_pet', entry.enforced, args, entry.tool.request.body);
    const { body, headers } = await buildRequest(entry.tool, checked, new URL('http://127.0.0.1/'), features);
    return { body, type: headers.get('content-type') };
  };
  return { ...entry.tool, send };
}

const merge = 'application/merge-patch+json';

describe('a merge patch (RFC 7396)', () => {
  test('counts the members that it removes among those that there have to be, or may be', async () => {
    const properties = { name: { type: 'string' }, note: { type: 'string' }, tag: { type: 'string' } };
    const { send } = offer(merge, { type: 'object', properties, minProperties: 1, maxProperties: 2 });
    expect(await send({ body: { note: null } })).toMatchObject({ body: '{"note":null}' });
    await expect(send({ body: {} })).rejects.toThrow('at least 1');
    await expect(send({ body: { name: null, note: null, tag: null } })).rejects.toThrow('at most 2');
  });

  test('sends null, which removes a member, whatever its schema says', async () => {
    const { send, inputSchema } = offer(merge, pet);
    expect(await send({ id: 1, name: null, owner: null, note: null })).toEqual({
      body: '{"id":1,"name":null,"owner":null,"note":null}',
      type: merge,
    });
    expect(await send({ id: 1, owner: { name: 'Ann' } })).toMatchObject({
      body: '{"id":1,"owner":{"name":"Ann"}}',
    });
    expect(inputSchema.properties['name']).toMatchObject({
      type: 'string',
      description: 'What it is called. null clears it.',
    });
    await expect(send({ id: null })).rejects.toThrow('id: expected integer, got null');
    await expect(send({ id: 1, name: 5.5 })).rejects.toThrow(
      'name: 5.5 fits none of the accepted forms: string | null',
    );
  });

  test('sends the null of a member of a member, whatever its schema says, if it has such a member', async () => {
    const { send } = offer(merge, pet);
    expect(await send({ id: 1, owner: { name: null } })).toMatchObject({
      body: '{"id":1,"owner":{"name":null}}',
    });
    expect(await send({ id: '1', owner: { name: null } })).toMatchObject({
      body: '{"id":1,"owner":{"name":null}}',
    });
    await expect(send({ id: 1, owner: { nmae: null } })).rejects.toThrow(
      'owner.nmae: unknown field, did you mean "name"?',
    );
    await expect(send({ id: 1, owner: { name: null, x: 1 } })).rejects.toThrow('owner.x: unknown field');
  });

  test('sends the null of a body that is one argument, at any depth', async () => {
    const { send } = offer(merge, { type: 'object' });
    const body = { a: null, b: { c: null, d: [null] } };
    expect(await send({ body })).toEqual({ body: JSON.stringify(body), type: merge });
  });

  test('sends no null where null says that an argument is not given', async () => {
    const { send } = offer(merge, pet, { profile: 'openai-strict' });
    expect((await send({ id: 1, name: null, owner: null, note: null })).body).toBe('{"id":1}');
  });

  test('is not what plain JSON is: there, null for what cannot be null says that it is not given', async () => {
    const { send } = offer('application/json', pet);
    expect((await send({ id: 1, name: null })).body).toBe('{"id":1}');
  });
});

describe('a JSON Patch (RFC 6902)', () => {
  test('is one list', async () => {
    const mediaType = 'application/json-patch+json';
    const { request, send } = offer(mediaType, { type: 'array', items: change });
    expect(request.body).toEqual({ mediaType, codec: 'json', required: true, argument: 'body' });
    const body = [
      { op: 'remove', path: '/a' },
      { op: 'add', path: '/b', value: null },
    ];
    expect(await send({ body })).toEqual({ body: JSON.stringify(body), type: mediaType });
    await expect(send({ body: [{ op: 'drop', path: '/a' }] })).rejects.toThrow('body.0.op');
  });
});
