import type { Operation } from '../model/api.js';

/** Headers that say where the result of work that was only accepted is to be asked for, in lower case. */
const monitors = new Set(['location', 'operation-location', 'azure-asyncoperation']);

/**
 * Whether what was only accepted (RFC 9110, 202) is asked for until its result is there: as is said of the tool, else
 * where the document says that the answer names an address, or calls the operation long-running.
 */
export function isFollowedUp({ choice, responses, extensions }: Operation): boolean {
  if (choice.poll !== undefined) return choice.poll;
  return (
    extensions['x-ms-long-running-operation'] === true ||
    responses.some(
      ({ status, headers = [] }) =>
        status === '202' && headers.some((name) => monitors.has(name.toLowerCase())),
    )
  );
}
