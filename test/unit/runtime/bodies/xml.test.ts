import { describe, expect, test } from 'vitest';
import { chooseNode } from '../../../../templates/project/src/runtime/bodies/layOutXml.js';
import type { XmlNode } from '../../../../templates/project/src/runtime/tool.js';
import { sendAs } from './sendAs.js';
import cases from './xml.json' with { type: 'json' };

/** A schema, what is given for it, and the document that goes out; the examples of the specification among them. */
interface XmlCase {
  name: string;
  openapi?: string;
  /** The schema's name, where it is a component. */
  component?: string;
  schema: object;
  schemas?: object;
  value: unknown;
  /** The document less its declaration; `text` is sent as it is, `refused` holds words of why nothing is sent. */
  xml?: string;
  text?: string;
  refused?: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

describe('bodies of XML', () => {
  test.each(cases as XmlCase[])('$name', async ({ openapi, component, schema, schemas, value, ...out }) => {
    const root = component === undefined ? schema : { $ref: `#/components/schemas/${component}` };
    const send = sendAs({
      ...(openapi === undefined ? {} : { openapi }),
      mediaType: 'application/xml',
      media: { schema: root },
      schemas: { ...schemas, ...(component === undefined ? {} : { [component]: schema }) },
    });
    const sent = await send(value);
    if (out.refused === undefined) expect(sent).toBe(out.text ?? `${declaration}${out.xml}`);
    else expect(sent).toContain(out.refused);
  });
});

test('unions of unions are chosen from in time that grows no faster than their levels', () => {
  const levels = Array.from({ length: 25 }, (_, level): [string, XmlNode] => {
    const next = { ref: `N${level + 1}` };
    return [`N${level}`, { oneOf: [next, { ...next }] }];
  });
  const nodes: Record<string, XmlNode> = { ...Object.fromEntries(levels), N25: { name: 'leaf' } };
  let looks = 0;
  const counting = new Proxy(nodes, {
    get: (target, name: string) => {
      looks += 1;
      return target[name];
    },
  });
  expect(chooseNode({ ref: 'N0' }, {}, counting)).toEqual({ name: 'leaf' });
  expect(looks).toBeLessThan(100);
});
