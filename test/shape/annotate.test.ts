import { expect, test } from 'vitest';
import type { Operation } from '../../generator/model/api.js';
import { annotate } from '../../generator/shape/annotate.js';

test.each([
  ['GET', '', '', 'reads idempotent'],
  ['HEAD', '', '', 'reads idempotent'],
  ['OPTIONS', '', '', 'reads'],
  ['QUERY', '', '', 'reads'],
  ['PUT', 'createPet', '', 'destroys idempotent'],
  ['DELETE', '', 'Get rid of it', 'destroys idempotent'],
  ['PATCH', 'addTag', '', 'destroys'],
  ['TRACE', '', '', 'destroys'],
  ['POST', 'createPet', '', ''],
  ['POST', '', 'Creates a pet', ''],
  ['POST', '', 'Queries pets', ''],
  ['POST', '', 'Searches pets', ''],
  ['POST', '', '**Add** a pet', ''],
  ['POST', 'pets_validate', '', 'destroys'],
  ['POST', '', 'Create or replace a pet', 'destroys'],
  ['POST', 'cancelOrder', 'Cancel an order', 'destroys'],
  ['POST', '', '', 'destroys'],
] as const)('%s %s %s', (method, operationId, summary, hints) => {
  expect(annotate({ method, operationId, summary, choice: {} } as unknown as Operation)).toEqual({
    readOnlyHint: hints.includes('reads'),
    destructiveHint: hints.includes('destroys'),
    idempotentHint: hints.includes('idempotent'),
    openWorldHint: true,
  });
});
