import { describe, expect, test } from 'vitest';
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
