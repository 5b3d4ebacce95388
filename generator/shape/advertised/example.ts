import type { Api, Operation, Schema } from '../../model/api.js';
import type { ObjectSchema } from '../../model/server.js';
import { reachComponents } from '../../schema/components.js';
import { createJudge } from '../../schema/judge.js';
import { type Keywords, listSubschemas } from '../../schema/subschemas.js';
import type { CountTokens } from '../../text/tokens.js';
import { type Argument, listExamples } from '../argument.js';
import { inferBodyKind } from '../enforced/inferBodyKind.js';
import type { Enforcer } from '../enforced/enforce.js';
import type { Limits } from '../profiles.js';
import { addWords } from './notes.js';
import type { AdvertisedArguments, ArgumentLoss } from './arguments.js';

/** What examples are chosen with. */
export interface ExampleMeans {
  api: Api;
  /** What models are shown: an example that does not fit it says something else. */
  shown: Enforcer;
}

/** Tokens of an example. */
const longest = 60;
/** Characters of one, at the very most. */
const mostCharacters = 600;
/** Objects within one another that explain themselves. */
const plainLevels = 2;

/**
 * Makes what adds an example of the body to the words of an argument: of the first argument of the body, required
 * ones first, that is shown as a stub or is deep, and of which the document has an example that is short and
 * accepted. Where the body is spread over the arguments, that is its member of the example. Gives nothing where
 * there is none.
 */
export function chooseExample(
  { api, shown }: ExampleMeans,
  profile: Limits,
  countTokens: CountTokens,
): (input: AdvertisedArguments, list: readonly Argument[], operation: Operation) => ObjectSchema | undefined {
  return ({ schema, lost }, list, operation) => {
    const [body] = operation.bodies;
    if (body === undefined) return undefined;
    const { kind } = inferBodyKind(body, shown.place(body), shown);
    if (kind !== 'json' && kind !== 'form') return undefined;
    const hard = list
      .filter((argument) => isHard(argument, schema, lost))
      .toSorted((a, b) => Number(b.required) - Number(a.required));
    if (hard.length === 0) return undefined;
    const examples = listExamples(body, api);
    for (const argument of hard) {
      for (const example of examples) {
        const text = writeExample(argument, example);
        if (text !== undefined) return withWords(schema, argument.key, `Example: ${text}`);
      }
    }
    return undefined;
  };

  /** The example, or its member, as JSON; undefined where it has none or it will not do. */
  function writeExample({ schema, field }: Argument, example: unknown): string | undefined {
    const value = field === undefined ? example : ownMember(example, field.name);
    if (value === undefined || value === null || typeof schema === 'boolean') return undefined;
    const text = JSON.stringify(value);
    const isEmpty = text === '{}' || text === '[]';
    if (isEmpty || text.length > mostCharacters || countTokens(text) > longest) return undefined;
    const judge = createJudge(reachComponents([schema], shown.component));
    return judge.value(schema, value).length === 0 ? text : undefined;
  }

  function withWords(schema: ObjectSchema, key: string, words: string): ObjectSchema {
    const { [key]: old = {} } = schema.properties;
    const described = addWords(typeof old === 'boolean' ? {} : old, [words], profile);
    return { ...schema, properties: { ...schema.properties, [key]: described } };
  }
}

function isHard(
  { key, field, whole }: Argument,
  schema: ObjectSchema,
  lost: readonly ArgumentLoss[],
): boolean {
  if (field === undefined && whole === undefined) return false;
  const isStub = lost.some((one) => one.key === key && one.stubs.length > 0);
  const { [key]: shown = true } = schema.properties;
  return isStub || levelsOf(shown) + (field === undefined ? 0 : 1) > plainLevels;
}

/** Objects within one another, as far as they are written out. */
function levelsOf(schema: Schema): number {
  if (typeof schema === 'boolean') return 0;
  const inside = Math.max(0, ...listSubschemas(schema).map(levelsOf));
  return inside + ((schema as Keywords)['properties'] === undefined ? 0 : 1);
}

function ownMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
