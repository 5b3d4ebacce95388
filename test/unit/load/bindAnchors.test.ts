import { expect, test } from 'vitest';
import { bindAnchors } from '../../../generator/load/upgrade/bindAnchors.js';
import type { JsonObject } from '../../../generator/model/document.js';

const home = '#/components/schemas';
const page = {
  type: 'object',
  properties: { items: { type: 'array', items: { $dynamicRef: '#T' } } },
  $defs: { T: { $dynamicAnchor: 'T', not: {} } },
};
const pageOf = (name: string) => ({
  $ref: `${home}/Page`,
  $defs: { T: { $dynamicAnchor: 'T', $ref: `${home}/${name}` } },
});

function bound(schemas: JsonObject): JsonObject {
  const root: JsonObject = { components: { schemas } };
  bindAnchors(root);
  return schemas;
}

test('a page is written down once for each thing that it is of', () => {
  const found = bound({ Page: page, Pets: pageOf('Pet'), Toys: pageOf('Toy'), Pet: {}, Toy: {} });
  const ofThing = (to: string) => ({
    ...page,
    properties: { items: { type: 'array', items: { $ref: to } } },
    $defs: { T: { not: {} } },
  });
  expect(found['Pets']).toMatchObject({ $ref: `${home}/Pets.Page` });
  expect(found['Pets.Page']).toEqual(ofThing(`${home}/Pets/$defs/T`));
  expect(found['Toys.Page']).toEqual(ofThing(`${home}/Toys/$defs/T`));
  expect(found['Page']).toMatchObject({
    properties: { items: { items: { $ref: `${home}/Page/$defs/T` } } },
  });
});

test('the outermost schema decides, through all that lies between', () => {
  const found = bound({
    Tree: {
      $dynamicAnchor: 'node',
      properties: { kids: { items: { $dynamicRef: '#node' } }, first: { $ref: `${home}/Box` } },
    },
    Box: { properties: { it: { $dynamicRef: '#node' }, tree: { $ref: `${home}/Tree` } } },
    Named: { $dynamicAnchor: 'node', $ref: `${home}/Tree`, required: ['name'] },
  });
  expect(found['Named']).toMatchObject({ $ref: `${home}/Named.Tree` });
  expect(found['Named.Tree']).toEqual({
    properties: { kids: { items: { $ref: `${home}/Named` } }, first: { $ref: `${home}/Named.Box` } },
  });
  expect(found['Named.Box']).toEqual({
    properties: { it: { $ref: `${home}/Named` }, tree: { $ref: `${home}/Named.Tree` } },
  });
});

test('an anchor that nobody has stays what it is', () => {
  const schemas = { A: { items: { $dynamicRef: '#missing' } }, B: { $ref: `${home}/A` } };
  expect(bound(structuredClone(schemas))).toEqual(schemas);
});

test('schemas that use each other in ever new ways come to an end', () => {
  const names = Array.from({ length: 60 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(
    names.map((name) => [
      name,
      {
        $dynamicAnchor: `a${name}`,
        allOf: names.map((other) => ({ $ref: `${home}/${other}` })),
        items: { $dynamicRef: `#a${name}` },
      },
    ]),
  );
  expect(Object.keys(bound(schemas)).length).toBeLessThanOrEqual(1_100);
});
