import type { Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Body, Cost, ObjectSchema, Tool } from '../model/server.js';
import { advertiseArguments, type AdvertisedArguments, type Advertiser } from './advertiseArguments.js';
import { advertiseWhole } from './advertiseWhole.js';
import type { Argument } from './argument.js';
import { chooseExample, type ExampleMeans } from './chooseExample.js';
import { clipWords } from './clipWords.js';
import { countJson } from './countJson.js';
import { countNaive } from './countNaive.js';
import { describeLoss } from './describeLoss.js';
import { giveBack } from './giveBack.js';
import { joinNotes } from './joinNotes.js';
import { listByName } from './listByName.js';
import { listTool } from './listTool.js';
import type { CountTokens } from './loadTokenCounter.js';
import { longestToken } from './longestToken.js';
import { type Output, planOutput } from './planOutput.js';
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

/** Tokens that arguments are written out to, however large the budget is: no model reads more of one tool. */
const mostTokens = 20_000;

/** Tokens of a tool, whatever its schema: beyond them, arguments are listed by their names alone. */
const mostInAll = 2_000;

/** A tool on a rung of the ladder. */
export interface Standing {
  rung: number;
  words: Words;
  /** Whether the tool's own words were cut. */
  isCut: boolean;
  input: AdvertisedArguments;
  /** What wrote them. */
  write: Advertiser;
  tokens: number;
}

/** A tool of which nothing more is cut; `unnamed` are arguments that are neither listed nor named. */
type Settled = Omit<Standing, 'write' | 'tokens'> & { named?: number; unnamed?: string[] };

/** What tools are fitted with. */
export interface FittingMeans extends ExampleMeans {
  countTokens: CountTokens;
}

/**
 * Makes what fits tools into the budget. A tool goes down the ladder of {@link rungs} as far as it must; then
 * come an example of its body and what its arguments need not have lost, as far as there is room. Its output schema
 * has a budget of its own.
 */
export function fitTool(
  config: Pick<Config, 'budget' | 'outputBudget' | 'output' | 'profile'>,
  { countTokens, api, shown }: FittingMeans,
): (words: Words, list: readonly Argument[], operation: Operation, body?: Body) => Fitted {
  const { budget } = config;
  const { [config.profile]: profile, portable } = profiles;
  const counter = countJson(countTokens);
  const clip = clipWords(countTokens);
  const lookUp = shown.component;
  const means = { lookUp, profile, clip };
  const most = Math.min(budget, mostTokens) * longestToken;
  const writeEach = advertiseArguments(means, counter, most);
  const ways: Advertiser[] = [...(profile.whole ? [advertiseWhole(means, most)] : []), writeEach];
  const writePlain = advertiseArguments({ ...means, profile: portable }, counter, longestTypes);
  const outputOf = planOutput(api, {
    profile,
    counter,
    budget: config.outputBudget,
    form: config.output,
  });
  const addExample = chooseExample({ api, shown }, profile, countTokens);
  const naive = countNaive(api, counter);
  const nameOnly = listByName({ lookUp, profile, counter }, mostInAll);

  return (words, list, operation, body) => {
    const output = outputOf(operation);
    const climbed = climbDown(words, list, output.words);
    const named = climbed.tokens > Math.max(budget, mostInAll) ? nameOnly(climbed, list, body) : undefined;
    if (named !== undefined) return finish(words, list, operation, { ...climbed, ...named }, output);
    const standing = climbed;
    const { rung } = standing;
    const fits = (schema: ObjectSchema): boolean =>
      counter.count(listTool({ ...standing.words, inputSchema: schema })) <= budget;
    const told = addExample(standing.input, list, operation);
    const input = {
      schema: told !== undefined && fits(told) ? told : standing.input.schema,
      lost: standing.input.lost,
    };
    const given =
      standing.write === writeEach && standing.tokens <= budget
        ? giveBack(input, rung, (above) => writeEach(list, above), fits)
        : input;
    return finish(words, list, operation, { ...standing, input: given }, output);
  };

  /** What is listed of a tool whose arguments are settled, and what that takes. */
  function finish(
    words: Words,
    list: readonly Argument[],
    operation: Operation,
    { rung, words: said, isCut, input, named, unnamed }: Settled,
    output: Output,
  ): Fitted {
    const inputSchema = showPlainly(input.schema);
    const outputSchema = output.schema && showPlainly(output.schema);
    const isPlain = profile === portable && rung === 0;
    const typed = isPlain ? undefined : writeFirst(writePlain, list);
    const { name } = words;
    const { description } = said;
    const tokens = counter.count(listTool({ ...said, inputSchema }));
    // Title and annotations are the same in a list that is not cut.
    const beside = tokens - counter.count({ name, description, inputSchema });
    return {
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(typed && { plain: typed.schema }),
      cost: {
        naive: naive.input(name, operation) + beside,
        tokens,
        naiveOutput: naive.output(operation),
        output: outputSchema === undefined ? 0 : counter.total(counter.piece(outputSchema)),
        rung,
        lost: describeLoss({
          words: isCut,
          arguments: rung === 0 ? [] : input.lost,
          output: output.lost,
          named,
        }),
        ...(unnamed === undefined ? {} : { unnamed }),
      },
    };
  }

  /** The tool on the first rung on which it fits, else on the last; `answer` is what its words say of the answer. */
  function climbDown(words: Words, list: readonly Argument[], answer = ''): Standing {
    let standing: Standing | undefined;
    for (const [rung, { toolWords }] of rungs.entries()) {
      const kept = clip(words.description, toolWords);
      const isCut = kept !== words.description;
      const said = { ...words, description: joinNotes(kept, [answer]) };
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
        if (tokens <= budget) return { rung, words: said, isCut, input, write, tokens };
        if (standing === undefined || tokens < standing.tokens)
          standing = { rung, words: said, isCut, input, write, tokens };
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
