import type { Schema } from '../../model/server.js';
import { printFile } from './printFile.js';
import { sortKeys } from './sortKeys.js';

/** `src/generated/components.ts`: the schemas that the schemas of tools share. */
export function buildComponents(components: Record<string, Schema>): string {
  return printFile(
    [{ isTypeOnly: true, namedImports: ['Schema'], moduleSpecifier: '../runtime/tool.js' }],
    [
      {
        kind: 'constant',
        name: 'components',
        type: 'Record<string, Schema>',
        comment: 'Schemas that the schemas of tools share, by the name that a `$ref` gives.',
        value: sortKeys(components),
      },
    ],
  );
}
