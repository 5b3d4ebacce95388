import type { Adjustment } from '../../../templates/project/src/runtime/call/callAdjusted.js';
import type { Operation } from '../../model/api.js';
import type { Tool } from '../../model/server.js';
import { isOfRule } from './adjustOperations.js';

/**
 * What the runtime is told of the limits of a tool, and of what it shows.
 *
 * @param source - which of several documents it is of: these share no limit
 */
export function planAdjustment(
  { choice, adjustedAt, shown }: Operation,
  source = '',
): Pick<Tool, 'adjust' | 'shown'> {
  const { timeoutMs, retries, concurrency } = choice;
  const place = adjustedAt?.concurrency;
  const shared = isOfRule(place) ? [source, `adjust ${place?.split('/')[2]}`].filter(Boolean).join(' ') : '';
  const adjust: Adjustment = {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retries !== undefined && { retries }),
    ...(concurrency !== undefined && {
      concurrency: { most: concurrency, ...(shared !== '' && { shared }) },
    }),
  };
  return {
    ...(Object.keys(adjust).length > 0 && { adjust }),
    ...(shown !== undefined && { shown: shown.part }),
  };
}
