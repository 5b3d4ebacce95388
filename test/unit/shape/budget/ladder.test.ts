import { describe, expect, test } from 'vitest';
import type { Api } from '../../../../generator/model/api.js';
import { read } from '../../../../generator/read/read.js';
import { rungs } from '../../../../generator/shape/detail.js';
import { documentOf } from '../../../support/documentOf.js';
import { climb } from '../../../support/climb.js';
import cases from './ladder.json' with { type: 'json' };

interface Case {
  name: string;
  /** The schema of a parameter of a query, and of what it refers to. */
  in: object;
  components?: object;
  description?: string;
  required?: boolean;
  /** Its form from each rung on, by the number of the rung. */
  out: Record<string, object>;
}

describe('a parameter on the ladder', () => {
  test.each(cases as unknown as Case[])('$name', ({ in: schema, components, description, required, out }) => {
    const parameter = { name: 'q', in: 'query', schema, description, required };
    const api = readPlain({
      paths: { '/x': { get: { parameters: [parameter] } } },
      components: { schemas: components ?? {} },
    });
    const [{ steps } = { steps: [] }] = climb(api, 'portable').climbs;
    const forms = steps.map((step) => step?.schema.properties['q']);
    const wanted = [...rungs.keys()].map((rung) => {
      const from = Object.keys(out).findLast((number) => Number(number) <= rung) ?? '0';
      return out[from];
    });
    expect(forms).toEqual(wanted);
  });
});

function readPlain(object: object): Api {
  return read(documentOf({ servers: [{ url: 'https://api.example.com' }], ...object }), () => {});
}
