import type { Operation } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { joinPointer } from '../model/pointer.js';
import { findBody } from './findBody.js';
import { operationKey } from './operationKey.js';

/** The operation with the body of the media type that is chosen for it before all others; the user's choice is one of them. */
export function chooseBody(operation: Operation, report: Report): Operation {
  const { bodies, choice, pointer } = operation;
  if (choice.mediaType === undefined) return operation;
  const chosen = findBody(operation, choice.mediaType);
  if (chosen !== undefined)
    return { ...operation, bodies: [chosen, ...bodies.filter((body) => body !== chosen)] };
  report('odd-document', joinPointer(pointer, 'x-mcp', 'mediaType'), {
    what: `The body of ${operationKey(operation)} is not declared as ${JSON.stringify(choice.mediaType)}`,
    done: 'the choice is ignored',
  });
  return operation;
}
