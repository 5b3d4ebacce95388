import { describe, expect, test } from 'vitest';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { documentOf } from '../../support/documentOf.js';
import cases from './readTemplate.json' with { type: 'json' };

/** A path as a document writes it, and what it is read as. */
interface Case {
  template: string;
  /** Parameters that are declared: `path id` or `query id`. */
  declared?: string[];
  path: string;
  /** The parameters that come of it, each with what it has beyond the defaults of its place. */
  parameters: Record<string, object>;
  /** What is reported, or parts of it. */
  reports?: string[];
}

const odd = 'has placeholders that OpenAPI does not know; it is read as';

function readTemplate({ template, declared = [] }: Case) {
  const { diagnostics, report } = collector();
  const parameters = declared.map((one) => {
    const [place, name] = one.split(' ');
    return { in: place, name, required: place === 'path', schema: { type: 'string' } };
  });
  const api = read(documentOf({ paths: { [template]: { get: { parameters } } } }), report);
  return { operation: api.operations[0], messages: diagnostics.map(({ message }) => message) };
}

describe('a path is read as', () => {
  test.each(cases as unknown as Case[])('$template: $path', (one) => {
    const { operation, messages } = readTemplate(one);
    expect(operation?.path).toBe(one.path);
    const found = operation?.parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]);
    expect(found?.map(([key]) => key)).toEqual(Object.keys(one.parameters));
    expect(Object.fromEntries(found ?? [])).toMatchObject(one.parameters);
    const reports = one.reports ?? (one.path === one.template ? [] : [odd]);
    expect(messages).toHaveLength(reports.length);
    for (const [index, part] of reports.entries()) expect(messages[index]).toContain(part);
  });
});

test.each(['/c/{+p}', '/c/{p+}', '/c/{*p}', '/c/{p:.*}', '/c/{;p*}'])(
  'what a parameter says of its style itself counts, rather than what %s does',
  (template) => {
    const said = { in: 'path', name: 'p', required: true, style: 'simple', schema: { type: 'string' } };
    const { tool } = shapeDocument({ paths: { [template]: { get: { parameters: [said] } } } });
    expect(tool('GET /c/{p}').tool.request.parameters).toEqual([{ argument: 'p', name: 'p', in: 'path' }]);
  },
);

test('a path that is read so is sent so', () => {
  const { tool } = shapeDocument({ paths: { '/a/{+file}{?page,tags*}': { get: {} } } });
  const { request, inputSchema } = tool('GET /a/{file}').tool;
  expect(request.path).toBe('/a/{file}');
  expect(request.parameters).toEqual([
    { argument: 'file', name: 'file', in: 'path', allowReserved: true, segments: true },
    { argument: 'page', name: 'page', in: 'query', explode: false },
    { argument: 'tags', name: 'tags', in: 'query' },
  ]);
  expect(inputSchema.required).toEqual(['file']);
});

test.each(['/a/id}/b', '/a/}{', '/a/{b c', '/a/{}'])(
  'the path %s, of which a brace is left over, is not sent',
  (template) => {
    const { operation, messages } = readTemplate({ template, path: '', parameters: {} });
    expect(operation).toBeUndefined();
    expect(messages).toEqual([
      `GET ${template} is left out: the braces of its path ${JSON.stringify(template)} do not match. The other operations are not affected.`,
    ]);
  },
);
