import type { Operation } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { splitWords } from '../../text/words.js';

/** What is hardly done without saying what. */
const giving = new Set(
  'add bulk create edit import insert login new patch post put register replace save signin signup store submit update upload'.split(
    ' ',
  ),
);

/** Reports operations that should take a body, by what they are called, and have none, once for all of a document. */
export function tellHiddenBodies(framework: string, operations: readonly Operation[], report: Report): void {
  const hidden = operations.filter(
    ({ method, path, bodies, operationId, parameters }) =>
      method === 'POST' &&
      bodies.length === 0 &&
      !path.endsWith('}') &&
      parameters.every((one) => one.in !== 'query') &&
      splitWords(operationId.replace(/^.*Controller_/, ''))
        .slice(0, 1)
        .some((word) => giving.has(word)),
  );
  const [first, ...others] = hidden;
  if (first === undefined) return;
  const { method, path, pointer } = first;
  report('body-unsaid', pointer, {
    framework,
    called: `${method} ${path}${others.length === 0 ? '' : ` and ${others.length} more like it`}`,
    target: `$.paths['${path.replaceAll("'", String.raw`\'`)}'].${method.toLowerCase()}`,
  });
}
