import { describe, expect, test } from 'vitest';
import type { Server } from '../../../../generator/model/server.js';
import { makeServer } from '../../../support/makeServer.js';
import { fullChoices, publishServer } from '../../../support/publishing.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

interface Submission {
  tools: Record<string, { annotations: Record<string, boolean>; justifications: Record<string, string> }>;
  test_cases: { user_prompt: string; tools_triggered: string; expected_output: string }[];
}

async function submit(server: Server): Promise<Submission> {
  const { files } = await publishServer({ ...fullChoices, to: ['openai'] }, undefined, server);
  return JSON.parse(String(files.get('openai/chatgpt-app-submission.json'))) as Submission;
}

const responses = { 200: { description: 'Fine' } };
const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
const operation = (operationId: string, summary: string, more: object = {}) => ({
  operationId,
  summary,
  responses,
  ...more,
});
const api = {
  openapi: '3.1.0',
  info: { title: 'Parcels', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/parcels': {
      get: operation('listParcels', 'List parcels'),
      post: operation('sendParcel', 'Send a parcel', { requestBody }),
    },
    '/parcels/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: operation('oldParcel', 'Get a parcel', { deprecated: true }),
      put: operation('replaceParcel', 'Replace a parcel', { requestBody }),
      patch: operation('changeParcel', 'Change a parcel', { requestBody }),
      delete: operation('deleteParcel', 'Delete a parcel'),
    },
    '/parcels/{id}/return': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      post: operation('returnParcel', 'Return a parcel'),
    },
    '/parcels/search': { post: operation('searchParcels', 'Search parcels', { requestBody }) },
    '/labels': { post: operation('labels', 'Create or replace labels', { requestBody }) },
  },
};

/** What each tool does, and why it is marked as destructive: with `hints: directory`, all that do not read are. */
const told: [tool: string, does: RegExp, destroys: RegExp][] = [
  ['list_parcels', /\(GET \/parcels\): it reads, and changes nothing/, /it deletes and replaces nothing\.$/],
  [
    'send_parcel',
    /\(POST \/parcels\): it creates something/,
    /deletes and replaces nothing, but what it creates/,
  ],
  ['replace_parcel', /\(PUT .*it replaces what is there/, /what was there before may not be kept/],
  ['change_parcel', /\(PATCH .*it changes what is there/, /values from before the change/],
  ['delete_parcel', /\(DELETE .*it deletes or ends something/, /what it deletes or ends may not/],
  ['return_parcel', /it sets something off/, /what it sets off or changes may not/],
  [
    'search_parcels',
    /it looks something up, by a method that may change data/,
    /nothing says that it changes no/,
  ],
  ['labels', /it sets something off, or changes it/, /may not be possible to undo/],
];

describe('the submission to OpenAI', () => {
  test.each(told)('%s is justified by what it does', async (name, does, destroys) => {
    const { tools } = await submit(shapeDocument(api, { hints: 'directory' }).server);
    const { annotations, justifications } = tools[name]!;
    expect(annotations['destructiveHint']).toBe(name !== 'list_parcels');
    expect(justifications['read_only_justification']).toMatch(does);
    expect(justifications['destructive_justification']).toMatch(destroys);
    expect(Object.values(justifications).join()).not.toMatch(/undefined|delete or replace/);
  });

  const titles: [title: string, creates: boolean][] = [
    ['Revoke token', false],
    ['Purge cache', false],
    ['Reset password', false],
    ['Drop table', false],
    ['Archive repo', false],
    ['Create or edit a pet', false],
    ['Create pets (overwriting)', false],
    ['Creates a pet, or changes it', false],
    ['Request the deletion of an account', false],
    ['Request a cancellation', false],
    ['Send a password reset', false],
    ['Add pets, dropping others', false],
    ['Add and set the default', false],
    ['Upload a file and unlink others', false],
    ['Rotate keys', false],
    ['Settle a bill', false],
    ['Create a pet', true],
    ['Creates an endpoint', true],
    ['Add a movie', true],
    ['Upload a dataset of settings', true],
    ['Register an editor', true],
    ['Send an endorsement', true],
  ];
  test.each(titles)('%s: whether that only creates, which it says: %s', async (title, creates) => {
    const marked = { ...api, paths: { '/labels': { post: operation('labels', title, { requestBody }) } } };
    const { tools } = await submit(shapeDocument(marked, { hints: 'directory' }).server);
    const reason = tools['labels']!.justifications['destructive_justification'];
    expect(reason?.includes('it deletes and replaces nothing')).toBe(creates);
  });

  test('goes by the name of an operation, too', async () => {
    const post = operation('createOrReplaceLabel', 'Create a label', { requestBody });
    const { tools } = await submit(shapeDocument({ ...api, paths: { '/labels': { post } } }).server);
    const [{ justifications }] = Object.values(tools) as [Submission['tools'][string]];
    expect(justifications['read_only_justification']).toContain('sets something off');
  });

  test('says what its operator has said of a tool as their word', async () => {
    const annotations = { destructiveHint: false, openWorldHint: false };
    const marked = structuredClone(api);
    for (const one of [marked.paths['/parcels'].post, marked.paths['/parcels/{id}'].delete])
      Object.assign(one, { 'x-mcp': { annotations } });
    const { tools } = await submit(shapeDocument(marked).server);
    expect(tools['delete_parcel']!.justifications).toEqual({
      read_only_justification: expect.stringMatching(/it deletes or ends something/) as string,
      open_world_justification: expect.stringMatching(/operator says that it reaches nothing/) as string,
      destructive_justification: expect.stringMatching(/operator says that nothing is lost/) as string,
    });
    expect(tools['send_parcel']!.justifications['destructive_justification']).toMatch(
      /it deletes and replaces nothing\.$/,
    );
  });

  test('has cases for tools of the API, what reads first and what is deprecated last', async () => {
    const { test_cases: cases } = await submit(shapeDocument(api).server);
    expect(cases.map((one) => one.tools_triggered)).toHaveLength(5);
    expect(cases[0]).toMatchObject({
      user_prompt: 'With Parcels: list parcels.',
      tools_triggered: 'list_parcels',
    });
    expect(cases.map((one) => one.tools_triggered)).not.toContain('old_parcel');
  });

  test('has the tools that find others, and cases for those of the API, where they are searched for', async () => {
    const { tools, test_cases: cases } = await submit(makeServer({ mode: 'dynamic' }));
    expect(Object.keys(tools)).toEqual(['search_tools', 'describe_tools', 'call_read_tool']);
    expect(tools['search_tools']!.justifications['open_world_justification']).toMatch(
      /calls nothing outside/,
    );
    expect(cases[0]).toMatchObject({
      tools_triggered: 'search_tools, call_read_tool',
      expected_output: 'The result of list_pets: Lists all pets.',
    });
  });
});
