import { refuseArguments } from '../errors.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Tool } from '../tool.js';
import type { Selector } from './createSelector.js';

/** The arguments that are sent, and what picks out of the answer what the call asks for. */
export interface Selected {
  sent: Arguments;
  selector?: Selector;
}

/** Takes `_select` out of the arguments, where the tool has it; one that cannot be used is refused before anything is sent. */
export async function readSelector({ name, select }: Tool, args: Arguments): Promise<Selected> {
  if (!select) return { sent: args };
  const { _select: expression, ...sent } = args;
  if (typeof expression !== 'string' || expression.trim() === '') return { sent };
  const { createSelector } = await import('./createSelector.js');
  try {
    return { sent, selector: createSelector(expression) };
  } catch (error) {
    if (error instanceof Error) throw refuseArguments(name, [`_select: ${error.message}`]);
    throw error;
  }
}
