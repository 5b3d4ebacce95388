import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import { compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';

interface Case {
  name: string;
  allowReserved?: boolean;
  schema?: object | null;
}

const cases = JSON.parse(readFileSync(new URL('./holdsPath.json', import.meta.url), 'utf8')) as {
  paths: Case[];
  looks: Case[];
  encoded: Case[];
  segments: Case[];
};

/** The tool that takes one parameter in its path. */
function shapeParameter({ schema = { type: 'string' }, ...parameter }: Case) {
  const path = `/x/{${parameter.name}}/y`;
  const parameters = [{ in: 'path', required: true, ...parameter, ...(schema === null ? {} : { schema }) }];
  const { server, tools, diagnostics } = shapeDocument({ paths: { [path]: { get: { parameters } } } });
  const [entry] = tools;
  if (entry === undefined) throw new Error('no tool');
  const accepts = compileEnforced(server, entry);
  const told = diagnostics.filter(({ code }) => code.startsWith('slashes-'));
  return { tool: entry.tool, told, accepts: (value: unknown) => accepts({ [parameter.name]: value }) };
}

describe('a value with segments', () => {
  test.each(cases.paths)('is offered for %j', (parameter) => {
    const { tool } = shapeParameter(parameter);
    expect(tool.request.parameters).toMatchObject([{ name: parameter.name, segments: true }]);
    expect(JSON.stringify(tool.inputSchema)).toContain('May hold / between its segments.');
  });

  test.each(cases.looks)('is not taken for granted, but told of, for %j', async (parameter) => {
    const { tool, told, accepts } = shapeParameter(parameter);
    const { name } = parameter;
    expect(tool.request.parameters[0]).not.toHaveProperty('segments');
    expect(JSON.stringify(tool.inputSchema)).not.toContain('May hold /');
    expect(told.map(({ code }) => code)).toEqual(['slashes-encoded']);
    expect(told[0]?.message).toContain(`"tools: { 'GET /x/{${name}}/y': { segments: true } }"`);
    expect(['a/b', 'a/../b'].map(accepts)).toEqual([true, false]);
    const { url } = await buildRequest(tool, { [name]: 'a/b' }, new URL('https://api.example.com'));
    expect(url.pathname).toBe('/x/a%2Fb/y');
  });

  test.each(cases.encoded)('is sent as one for %j', async (parameter) => {
    const { tool, accepts } = shapeParameter(parameter);
    expect(JSON.stringify(tool.inputSchema)).toContain('May hold / between its segments; give it unencoded.');
    expect(['a/../b', 'a%2Fb', '..', 'a//b'].filter(accepts)).toEqual([]);
    const args = { [parameter.name]: 'group/sub group/project' };
    expect(accepts(args[parameter.name])).toBe(true);
    const { url } = await buildRequest(tool, args, new URL('https://api.example.com'));
    expect(url.pathname).toBe('/x/group%2Fsub%20group%2Fproject/y');
  });

  test.each(cases.segments)('is not offered for %j', (parameter) => {
    const { tool, told, accepts } = shapeParameter(parameter);
    expect(tool.request.parameters[0]).not.toHaveProperty('segments');
    expect(JSON.stringify(tool.inputSchema)).not.toContain('May hold /');
    expect(told).toEqual([]);
    if (parameter.schema === undefined) expect(['a/b', 'a/../b'].map(accepts)).toEqual([true, false]);
  });

  test('is no matter of parameters elsewhere', () => {
    const parameters = [{ name: 'path', in: 'query', schema: { type: 'string' } }];
    const { tools } = shapeDocument({ paths: { '/x': { get: { parameters } } } });
    expect(tools[0]?.tool.request.parameters[0]).not.toHaveProperty('segments');
  });

  test.each(['a', 'a/b', 'heads/v1.2/.git/...', 'a b/ä', '100%/x', 'a?b', 'a/b#c'])('may be %j', (value) => {
    expect(shapeParameter({ name: 'path', allowReserved: true }).accepts(value)).toBe(true);
  });

  const refused = [
    ['', '/', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/..', 'a/../b', 'a/./b', String.raw`a\b`],
    ['a/\nb', 'a/%2e%2e/b', '%2E%2e', '%252e', 'a%2fb', 'a%255Cb', 'a/\ud800', null],
  ].flat();
  test.each(refused)('is not %j', (value) => {
    expect(shapeParameter({ name: 'path', allowReserved: true }).accepts(value)).toBe(false);
  });

  test('is explained where it is refused', () => {
    const { tools } = shapeDocument({ paths: { '/{+path}': { get: {} } } });
    expect(JSON.stringify(tools[0]?.enforced)).toContain('"$comment":"may hold / between its segments, of');
  });

  test('can be sent wherever the enforced schema lets it through', async () => {
    const { tool, accepts } = shapeParameter({ name: 'path', allowReserved: true });
    const text = fc.array(fc.constantFrom('a', '.', '..', '/', 'ä', ' ', '~', '\\', '?', ':'), {
      minLength: 1,
      maxLength: 8,
    });
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const path = parts.join('');
        if (!accepts(path)) return;
        sent += 1;
        const { url } = await buildRequest(tool, { path }, new URL('https://api.example.com'));
        expect(url.pathname.split('/').map(decodeURIComponent).join('/')).toBe(`/x/${path}/y`);
      }),
      { numRuns: 500 },
    );
    expect(sent).toBeGreaterThan(20);
  });
});

describe('what the user says of slashes', () => {
  const text = { in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/x/{id}/{path}/{n}/{u}': {
      get: {
        operationId: 'both',
        parameters: [
          { ...text, name: 'id' },
          { ...text, name: 'path' },
          { ...text, name: 'n', schema: { type: 'integer' } },
          { ...text, name: 'u', schema: { type: 'string', format: 'uuid' } },
        ],
      },
    },
  };
  const shapeWith = (config: object, choice?: object) => {
    const said = choice === undefined ? paths : structuredClone(paths);
    if (choice !== undefined) Object.assign(said['/x/{id}/{path}/{n}/{u}'].get, { 'x-mcp': choice });
    const { server, tools, diagnostics } = shapeDocument({ paths: said }, config);
    const told = diagnostics.flatMap(({ code }) => (code.startsWith('slashes-') ? [code] : []));
    const [entry] = tools;
    if (entry === undefined) throw new Error('no tool');
    const check = compileEnforced(server, entry);
    const others = { n: 1, u: '7d444840-9dc0-11d1-b245-5ffdce74fad2' };
    const accepts = (id: string, path: string): boolean => check({ id, path, ...others });
    return { request: entry.tool.request, words: JSON.stringify(entry.tool.inputSchema), accepts, told };
  };
  const slashesOf = ({ request }: ReturnType<typeof shapeWith>) =>
    request.parameters.map(({ segments, slashes }) => segments ?? slashes);

  test('encoded, where nothing is said', () => {
    const shaped = shapeWith({});
    expect(slashesOf(shaped)).toEqual([undefined, undefined, undefined, undefined]);
    expect(shaped.accepts('#a/b?', 'a/b')).toBe(true);
    expect(shaped.told).toEqual(['slashes-encoded']);
  });

  test('refused by the whole server, in what looks like a path too', () => {
    const shaped = shapeWith({ pathSlashes: 'refuse' });
    expect(slashesOf(shaped)).toEqual(['refused', 'refused', 'refused', 'refused']);
    expect(['a/b', 'a%2Fb', '%252f', '..'].filter((id) => shaped.accepts(id, 'a'))).toEqual([]);
    expect(['a/b', 'a%2Fb', '%252f', '..'].filter((path) => shaped.accepts('a', path))).toEqual([]);
    expect(shaped.accepts('#a?', 'a')).toBe(true);
    expect(shaped.told).toEqual(['slashes-encoded']);
  });

  test('sent as they are by one tool, checked by segment', () => {
    const shaped = shapeWith({ pathSlashes: 'refuse' }, { segments: true });
    expect(slashesOf(shaped)).toEqual([true, true, 'refused', 'refused']);
    expect(shaped.words.match(/May hold \//g)).toHaveLength(2);
    expect(shaped.told).toEqual([]);
    expect(['a/b', 'a/../b', '../x', 'a//b', ''].map((id) => shaped.accepts(id, 'a'))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('never sent as they are by one tool', () => {
    const shaped = shapeWith({}, { segments: false });
    expect(slashesOf(shaped)).toEqual([undefined, undefined, undefined, undefined]);
    expect(shaped.accepts('a/b', 'a/b/')).toBe(true);
    expect(shaped.told).toEqual([]);
    expect(slashesOf(shapeWith({ pathSlashes: 'refuse' }, { segments: false }))[1]).toBe('refused');
  });
});

/** Of `GET` of the first path: what is sent for `a/b`, and what is told. */
async function sendTo(paths: readonly string[], config: object = {}, own: object = {}) {
  const entries = paths.map((path, index) => [path, { get: index === 0 ? own : {} }]);
  const { tools, diagnostics } = shapeDocument({ paths: Object.fromEntries(entries) }, config);
  const pointer = `#/paths/${paths[0]?.replaceAll('/', '~1')}/get`;
  const tool = tools.find((entry) => entry.pointer === pointer)?.tool;
  if (tool === undefined) throw new Error('no tool');
  const args = Object.fromEntries(tool.request.parameters.map(({ argument }) => [argument, 'a/b']));
  const request = buildRequest(tool, args, new URL('https://api.example.com'));
  const told = diagnostics.filter(({ code }) => code.startsWith('slashes-'));
  const sent = await request.then(({ url }) => url.pathname).catch(() => 'refused');
  return { sent, told: told.map(({ code, message }) => `${code}: ${message}`) };
}

function having(pattern: string) {
  return { parameters: [{ in: 'path', name: 'ref', required: true, schema: { type: 'string', pattern } }] };
}

describe('a pattern that asks for slashes', () => {
  test('is sent as it is, though other paths are like it, where it says each segment', async () => {
    const paths = ['/p/{ref}', '/p/{id}/b', '/p/a/{id}'];
    expect(await sendTo(paths, {}, having('^a/[a-z]$'))).toEqual({ sent: '/p/a/b', told: [] });
  });

  test('is sent encoded where the rest of it could lead to another path', async () => {
    const open = await sendTo(['/p/{ref}', '/p/{id}/x/y'], {}, having('^[a-z]+/.+$'));
    expect(open.sent).toBe('/p/a%2Fb');
    expect(open.told).toEqual([expect.stringContaining('slashes-ambiguous')]);
    expect((await sendTo(['/p/{ref}', '/p/c/x/y'], {}, having('^a/.+$'))).sent).toBe('/p/a/b');
  });

  test('is sent encoded where the description says so', async () => {
    const { parameters } = having('^a/[a-z]$');
    const said = { parameters: [{ ...parameters[0], description: 'The URL-encoded name' }] };
    expect((await sendTo(['/p/{ref}'], {}, said)).sent).toBe('/p/a%2Fb');
  });

  test('is refused, and told of, where the user refuses slashes', async () => {
    const refused = await sendTo(['/p/{ref}'], { pathSlashes: 'refuse' }, having('^a/[a-z]$'));
    expect(refused.sent).toBe('refused');
    expect(refused.told).toEqual([expect.stringContaining('segments: true')]);
  });
});

describe('what the document declares of slashes', () => {
  test.each([
    [['/p/{+ref}']],
    [['/p/{+ref}', '/p', '/q/{x}/y', '/p/{x}']],
    [['/p/{+ref}/raw', '/p/{x}/members', '/p/x/y/meta']],
    [['/p/{+ref}.json', '/q/{x}/y.json']],
  ])('is sent as it is where it leads nowhere else: %j', async (paths) => {
    const { sent, told } = await sendTo(paths);
    expect(sent).toMatch(/^\/p\/a\/b/);
    expect(told).toEqual([]);
  });

  test.each([
    [['/p/{+ref}', '/p/{ref}/members'], '/p/{ref}/members'],
    [['/p/{+ref}', '/p/{ref}/{kind}'], '/p/{ref}/{kind}'],
    [['/p/{+ref}', '/{a}/b/c/d'], '/{a}/b/c/d'],
    [['/p/{+ref}', '/p/a/{+rest}'], '/p/a/{rest}'],
    [['/p/{+ref}/raw', '/p/{x}/Members/raw'], '/p/{x}/Members/raw'],
    [['/p/{+ref}/x/y', '/p/b/c/{+rest}'], '/p/b/c/{rest}'],
    [['/p/{+ref}.json', '/p/x-{a}/b.{format}'], '/p/x-{a}/b.{format}'],
  ])('is encoded where it could lead elsewhere: %j', async (paths, other) => {
    const { sent, told } = await sendTo(paths);
    expect(sent).toMatch(/^\/p\/a%2Fb/);
    const found = told.find((one) => one.includes(`could lead to ${other}`));
    expect(found).toMatch(/^slashes-ambiguous: .*"\/" in "ref"/);
    const own = { 'x-mcp': { segments: true } };
    expect(await sendTo(paths, {}, own)).toMatchObject({ sent: expect.stringMatching(/^\/p\/a\/b/) });
  });

  test('is refused where the user refuses it, and encoded where the user says so of a tool', async () => {
    expect(await sendTo(['/p/{+ref}'], { pathSlashes: 'refuse' })).toEqual({ sent: 'refused', told: [] });
    const own = { 'x-mcp': { segments: false } };
    expect(await sendTo(['/p/{+ref}'], {}, own)).toEqual({ sent: '/p/a%2Fb', told: [] });
  });

  test('leads nowhere that is left out of the offer, or cannot be read', () => {
    const get = {
      parameters: [{ name: 'ref', in: 'path', required: true, allowReserved: true, schema: {} }],
    };
    const broken = { parameters: [{ name: 'x', in: 'path', required: true, schema: { $ref: '#/none' } }] };
    const api = (other: object) => ({ paths: { '/p/{ref}': { get }, '/p/{x}/members': { delete: other } } });
    for (const other of [{ 'x-mcp': false }, broken]) {
      const { tool } = shapeDocument(api(other));
      expect(tool('GET /p/{ref}').tool.request.parameters[0]).not.toHaveProperty('segments');
    }
  });
});
