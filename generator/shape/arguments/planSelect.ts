import type { Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { kindOf } from '../../schema/mediaTypes.js';
import type { Argument } from '../argument.js';
import { listSuccesses } from '../responses.js';

/** The argument by which parts of an answer are picked out: the runtime knows it by this name. */
export const selectKey = '_select';

const argument: Argument = {
  key: selectKey,
  schema: { type: 'string' },
  enforced: { type: 'string', maxLength: 1000 },
  required: false,
  words: '',
  notes: ['JMESPath: selects parts of the response, such as items[].{id: id, name: name}'],
};

/** Gives the argument by which parts of an answer are picked out, where the tool is to have it beside its own. */
export type SelectPlanner = (operation: Operation, own: readonly Argument[]) => Argument | undefined;

/** Makes the {@link SelectPlanner}: a tool has the argument where that is chosen and some answer is JSON. */
export function planSelect({ select }: Pick<Config, 'select'>, report: Report): SelectPlanner {
  return (operation, own) => {
    const { choice, pointer } = operation;
    const contents = listSuccesses(operation).flatMap((response) => response.contents);
    const isJson = contents.some(({ mediaType }) => kindOf(mediaType) === 'json');
    if (!(choice.select ?? select) || !isJson) return undefined;
    if (own.every((one) => one.key !== selectKey)) return argument;
    report('odd-document', pointer, {
      what: `The operation has a parameter or field "${selectKey}"`,
      done: 'its tool has no argument that selects parts of the response',
    });
    return undefined;
  };
}
