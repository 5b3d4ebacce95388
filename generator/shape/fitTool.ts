import type { Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Cost, ObjectSchema, Tool } from '../model/server.js';
import { advertiseArguments, type AdvertisedArguments, type Advertiser } from './advertiseArguments.js';
import { advertiseWhole } from './advertiseWhole.js';
import type { Argument } from './argument.js';
import { chooseExample, type ExampleMeans } from './chooseExample.js';
import { clipWords } from './clipWords.js';
import { countJson } from './countJson.js';
import { countNaive } from './countNaive.js';
import { describeLoss } from './describeLoss.js';
import { giveBack } from './giveBack.js';
import { listTool } from './listTool.js';
import type { CountTokens } from './loadTokenCounter.js';
import { longestToken } from './longestToken.js';
import { planOutput } from './planOutput.js';
import { profiles } from './profiles.js';
import { rungs } from './rungs.js';
import { showPlainly } from './showPlainly.js';

/** Characters of the schema that types are made of: the server's own code has more room than a model. */
const longestTypes = 4_000;

/** What is said of a tool beside its schemas. */
export type Words = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'>;

/** A tool as it is listed, and what that takes. */
export interface Fitted {
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  /** The arguments as the server's own code sees them, where the advertised schema says less or in another way. */
  plain?: ObjectSchema;
  cost: Cost;
}

/** A tool on a rung of the ladder. */
export interface Standing {
  rung: number;
  words: Words;
  input: AdvertisedArguments;
  /** What wrote them. */
  write: Advertiser;
  tokens: number;
}

/** What tools are fitted with. */
export interface FittingMeans extends ExampleMeans {
  countTokens: CountTokens;
}

/**
 * Makes what fits tools into the budget. A tool goes down the ladder of {@link rungs} as far as it must; then
 * come an example of its body, what its arguments need not have lost, and its output schema, as far as there is
 * room.
 */
export function fitTool(
  config: Pick<Config, 'budget' | 'outputBudget' | 'profile'>,
  { countTokens, api, shown }: FittingMeans,
): (words: Words, list: readonly Argument[], operation: Operation) => Fitted {
  const { budget } = config;
  const { [config.profile]: profile, portable } = profiles;
  const counter = countJson(countTokens);
  const clip = clipWords(countTokens);
  const lookUp = shown.component;
  const means = { lookUp, profile, clip };
  const most = budget * longestToken;
  const writeEach = advertiseArguments(means, counter, most);
  const ways: Advertiser[] = [...(profile.whole ? [advertiseWhole(means, most)] : []), writeEach];
  const writePlain = advertiseArguments({ ...means, profile: portable }, counter, longestTypes);
  const outputOf = planOutput(api, { profile, counter, budget: config.outputBudget });
  const addExample = chooseExample({ api, shown }, profile, countTokens);
  const naiveOf = countNaive(api, counter);

  return (words, list, operation) => {
    const standing = climbDown(words, list);
    const { rung } = standing;
    const fits = (schema: ObjectSchema, outputSchema?: ObjectSchema): boolean =>
      counter.count(
        listTool({ ...standing.words, inputSchema: schema, ...(outputSchema && { outputSchema }) }),
      ) <= budget;
    const told = addExample(standing.input, list, operation);
    const input = {
      schema: told !== undefined && fits(told) ? told : standing.input.schema,
      lost: standing.input.lost,
    };
    const given =
      standing.write === writeEach && standing.tokens <= budget
        ? giveBack(input, rung, (above) => writeEach(list, above), fits)
        : input;
    const inputSchema = showPlainly(given.schema);
    const output = outputOf(operation, (schema) => fits(inputSchema, schema));
    const schemas = { inputSchema, ...(output.schema && { outputSchema: showPlainly(output.schema) }) };
    const isPlain = profile === portable && rung === 0;
    const typed = isPlain ? undefined : writeFirst(writePlain, list);
    const { name } = words;
    const { description } = standing.words;
    const tokens = counter.count(listTool({ ...standing.words, ...schemas }));
    // Title, annotations and output schema are the same in a list that is not cut.
    const beside = tokens - counter.count({ name, description, inputSchema });
    return {
      description,
      ...schemas,
      ...(typed && { plain: typed.schema }),
      cost: {
        naive: naiveOf(name, operation) + beside,
        tokens,
        rung,
        lost: describeLoss({
          words: description !== words.description,
          arguments: rung === 0 ? [] : given.lost,
          output: output.lost,
        }),
      },
    };
  };

  /** The tool on the first rung on which it fits, else on the last. */
  function climbDown(words: Words, list: readonly Argument[]): Standing {
    let standing: Standing | undefined;
    for (const [rung, { toolWords }] of rungs.entries()) {
      const said = { ...words, description: clip(words.description, toolWords) };
      for (const write of ways) {
        const input = write(list, rung);
        if (input === undefined) continue;
        // Rungs often take nothing away from a tool.
        if (
          standing !== undefined &&
          said.description === standing.words.description &&
          isSame(input, standing.input)
        )
          continue;
        const tokens = counter.count(listTool({ ...said, inputSchema: input.schema }));
        if (tokens <= budget) return { rung, words: said, input, write, tokens };
        if (standing === undefined || tokens < standing.tokens)
          standing = { rung, words: said, input, write, tokens };
      }
    }
    if (standing === undefined) throw new Error('the last rung has no limit');
    return { ...standing, rung: rungs.length - 1 };
  }
}

/** The arguments on the first of the rungs that has room for them. */
function writeFirst(write: Advertiser, list: readonly Argument[]): AdvertisedArguments | undefined {
  for (let rung = 0; rung < rungs.length; rung += 1) {
    const written = write(list, rung);
    if (written !== undefined) return written;
  }
  return undefined;
}

/** Whether all arguments are written as they were; those that are stay the same objects. */
function isSame(
  { schema: { properties: a } }: AdvertisedArguments,
  { schema }: AdvertisedArguments,
): boolean {
  return Object.keys(a).every((key) => a[key] === schema.properties[key]);
}
