import { Name, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from 'ajv/dist/2020.js';
import { evaluatedPropsToName } from 'ajv/dist/compile/util.js';

type Code = CodeKeywordDefinition['code'];

/**
 * Mends how AJV keeps track of evaluated members, on which `unevaluatedProperties` rests. Left to itself it takes the
 * members of a failed branch for evaluated, adds to what it keeps of other schemas, and fails over patterns.
 */
export function trackMembers(ajv: Ajv2020): void {
  for (const keyword of ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'])
    wrap(ajv, keyword, collect);
  wrap(ajv, 'patternProperties', collectApart);
}

function wrap(ajv: Ajv2020, keyword: string, around: (code: Code) => Code): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  const isOfObjects = [definition.type].flat().includes('object');
  ajv.removeKeyword(keyword).addKeyword({
    ...definition,
    ...(isOfObjects ? { before: 'unevaluatedProperties' } : {}),
    code: around(definition.code),
  });
}

/** What a keyword adds goes into a variable of the schema around it, which is there before the keyword is looked at. */
function collect(code: Code): Code {
  return (cxt: KeywordCxt, ruleType) => {
    const { it, gen, parentSchema } = cxt;
    const isAlone = Object.keys(parentSchema).length === 1 && '$ref' in parentSchema;
    if (!isAlone && it.props !== true && !(it.props instanceof Name))
      it.props = evaluatedPropsToName(gen, it.props);
    code(cxt, ruleType);
  };
}

/** What a keyword adds goes into a variable of its own, and is merged in the end. */
function collectApart(code: Code): Code {
  return (cxt: KeywordCxt, ruleType) => {
    const before = { ...cxt.it };
    delete cxt.it.props;
    code(cxt, ruleType);
    cxt.mergeEvaluated(before);
  };
}
