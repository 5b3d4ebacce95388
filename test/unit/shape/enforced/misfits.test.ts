import { describe, expect, test } from 'vitest';
import { layOut } from '../../../support/layOut.js';
import { compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';
import given from './misfits.json' with { type: 'json' };

/** So many misfit examples, each with those that follow it at that distance in the list. */
const sets = [1, 2, 3, 4].flatMap((size) =>
  given.misfits.map((_, start) =>
    Array.from({ length: size }, (__, index) => {
      const at = start + index * (size + 2);
      return given.misfits[at % given.misfits.length] as object;
    }),
  ),
);

/** A document whose examples are written where they are used, or are components. */
function documentOf(values: readonly object[], isReferred: boolean): object {
  const named = Object.fromEntries(values.map((value, index) => [`e${index}`, { value }]));
  const referred = Object.keys(named).map((name) => [name, { $ref: `#/components/examples/${name}` }]);
  const schema = { $ref: '#/components/schemas/Body' };
  const examples = isReferred ? Object.fromEntries(referred) : named;
  const content = { 'application/json': { schema, examples } };
  return {
    paths: { '/x': { post: { requestBody: { required: true, content } } } },
    components: { schemas: given.schemas, examples: named },
  };
}

describe('an example that does not fit can be sent, or is reported', () => {
  test.each([true, false])('however many there are, and wherever they do not fit (%s)', (isReferred) => {
    for (const values of sets) {
      const { server, tool, diagnostics } = shapeDocument(documentOf(values, isReferred));
      const entry = tool('POST /x');
      const judge = compileEnforced(server, entry);
      const refused = values.filter((body) => !judge(layOut(entry, { body })));
      const told = diagnostics.filter(({ code }) => code === 'odd-document').map(({ message }) => message);
      const silent = refused.filter(
        (body) => !told.some((message) => message.startsWith(`The example ${JSON.stringify(body)} `)),
      );
      expect([values, silent]).toEqual([values, []]);
      expect([values, server.evidence]).toMatchObject([
        values,
        { examples: values.length, acceptedAfter: values.length - refused.length },
      ]);
    }
  });
});
