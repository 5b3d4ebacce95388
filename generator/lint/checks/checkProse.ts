import type { Check } from '../finding.js';
import { infer } from '../infer/infer.js';
import type { SurveyedSchema } from '../survey.js';

/** Looks for constraints that descriptions state and schemas do not declare. They are suggestions, never enforced. */
export const checkProse: Check = ({ schemas }, find) => {
  for (const surveyed of schemas) {
    const { schema, pointer, name, operations, parameter } = surveyed;
    if (schema['$ref'] !== undefined || schema['readOnly'] === true) continue;
    const { words, saidAt, target } = whereSaid(surveyed);
    const inQuery = parameter?.in === 'query' && parameter.mediaType === undefined;
    const examples = parameter?.examples ?? [];
    for (const { says, evidence, update, ofParameter } of infer({ words, schema, inQuery, examples })) {
      const suggestion = { evidence, saidAt, words, target: ofParameter ? [] : target, update };
      find('constraint-in-prose', pointer, { name, says, evidence }, { operations, suggestion });
    }
  }
};

/** The words about a schema: its own, or those of the parameter that it is of. */
function whereSaid({ schema, pointer, parameter }: SurveyedSchema) {
  const words = parameter?.description ?? '';
  if (parameter === undefined || words.trim() === '') {
    return {
      words: typeof schema['description'] === 'string' ? schema['description'] : '',
      saidAt: pointer,
      target: [],
    };
  }
  const { pointer: saidAt, mediaType } = parameter;
  return { words, saidAt, target: mediaType === undefined ? ['schema'] : ['content', mediaType, 'schema'] };
}
