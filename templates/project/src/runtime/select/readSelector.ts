import { refuseArguments } from '../errors.js';
import { importOnce } from '../memo.js';
import type { ReadSelector } from '../result/received.js';

const loadSelector = importOnce(() => import('./createSelector.js'));

/** Takes `_select` out of the arguments; one that cannot be used is refused before anything is sent. */
export const readSelector: ReadSelector = async ({ name }, args) => {
  const { _select: expression, ...sent } = args;
  if (typeof expression !== 'string' || expression.trim() === '') return { sent };
  const { createSelector } = await loadSelector();
  try {
    return { sent, selector: createSelector(expression) };
  } catch (error) {
    if (error instanceof Error) throw refuseArguments(name, [`_select: ${error.message}`]);
    throw error;
  }
};
