import { describe, expect, test } from 'vitest';
import { createJudge } from '../../../generator/schema/judge.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import cases from './writtenByFrameworks.json' with { type: 'json' };

/** What a framework writes, and what becomes of it. */
interface Case {
  name: string;
  /** A whole document, or what one operation and its components are made of. */
  document?: object;
  openapi?: string;
  method?: string;
  path?: string;
  parameters?: object[];
  media?: string;
  body?: object;
  answer?: object;
  schemas?: object;
  /** Other operations of the path. */
  beside?: object;
  /** The tool that is looked at; the first where none is named. */
  tool?: string;
  /** The arguments as models are shown them, and which of them are required. */
  listed: object;
  required?: string[];
  output?: object;
  description?: string;
  /** Arguments that a call may have, and such that it may not. */
  accepts?: object[];
  refuses?: object[];
  /** What is reported, each with where. */
  told?: string[];
}

describe('what frameworks write', () => {
  test.each(cases as unknown as Case[])('$name', (one) => {
    const { server, tools, tool, diagnostics } = shapeDocument(one.document ?? documentOf(one));
    const entry = one.tool === undefined ? tools[0]! : tool(one.tool);
    const { properties, required = [] } = entry.tool.inputSchema;
    expect({ properties, required }).toEqual({ properties: one.listed, required: one.required ?? [] });
    if (one.output !== undefined) expect(entry.tool.outputSchema).toEqual(one.output);
    if (one.description !== undefined) expect(entry.tool.description).toBe(one.description);
    const judge = createJudge(server.components);
    const isTaken = (value: object) => judge.call(entry.enforced, value).length === 0;
    expect((one.accepts ?? []).filter((value) => !isTaken(value))).toEqual([]);
    expect((one.refuses ?? []).filter(isTaken)).toEqual([]);
    expect(diagnostics.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(one.told ?? []);
  });
});

function documentOf({ method = 'post', path = '/x', ...one }: Case): object {
  const operation = {
    operationId: 'op',
    ...(one.parameters && { parameters: one.parameters }),
    ...(one.body && { requestBody: { required: true, ...contentOf(one.body, one.media) } }),
    responses: { 200: { description: 'ok', ...(one.answer && contentOf(one.answer)) } },
  };
  return {
    openapi: one.openapi ?? '3.1.0',
    info: { title: 't', version: '1' },
    paths: { [path]: { [method]: operation, ...one.beside } },
    components: { schemas: one.schemas ?? {} },
  };
}

function contentOf(schema: object, type = 'application/json'): object {
  return { content: { [type]: { schema } } };
}
