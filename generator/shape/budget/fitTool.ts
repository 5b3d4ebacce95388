import type { Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Body, Cost, ObjectSchema, Tool } from '../../model/server.js';
import { clipWords } from '../../text/clip.js';
import { type JsonCounter, countJson } from '../../text/countJson.js';
import { joinNotes } from '../../text/notes.js';
import type { CountTokens } from '../../text/tokens.js';
import {
  type AdvertisedArguments,
  type Advertiser,
  type Standing,
  type Words,
  advertiseArguments,
} from '../advertised/arguments.js';
import { type ExampleMeans, chooseExample } from '../advertised/example.js';
import { listByName } from '../advertised/listByName.js';
import { type Output, planOutput } from '../advertised/output.js';
import { showPlainly } from '../advertised/showPlainly.js';
import { advertiseWhole } from '../advertised/whole.js';
import type { Argument } from '../argument.js';
import { rungs } from '../detail.js';
import { listTool } from '../listTool.js';
import { profiles } from '../profiles.js';
import { countNaive } from './countNaive.js';
import { describeLoss } from './describeLoss.js';

/** Characters of the schema that types are made of: the server's own code has more room than a model. */
const longestTypes = 4_000;

/** A tool as it is listed, and what that takes. */
interface Fitted {
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  /** How values are held to that, where it has types. */
  typed?: NonNullable<Tool['typed']>;
  /** The arguments as the server's own code sees them, where the advertised schema says less or in another way. */
  plain?: ObjectSchema;
  /** The arguments of which parts are shown as stubs. */
  stubbed?: string[];
  cost: Cost;
}

/** Tokens that arguments are written out to, however large the budget is: no model reads more of one tool. */
const mostTokens = 20_000;

/** Tokens of a tool, whatever its schema: beyond them, arguments are listed by their names alone. */
const mostInAll = 2_000;

/** A tool of which nothing more is cut; `unnamed` are arguments that are neither listed nor named. */
type Settled = Omit<Standing, 'write' | 'tokens'> & { named?: number; unnamed?: string[] };

/** What tools are fitted with. */
interface FittingMeans extends ExampleMeans {
  countTokens: CountTokens;
}

/**
 * Makes what fits tools into the budget. A tool goes down the ladder of {@link rungs} as far as it must; then
 * come an example of its body and what its arguments need not have lost, as far as there is room. Its output schema
 * has a budget of its own.
 */
export function fitTool(
  config: FittingConfig,
  means: FittingMeans,
): (words: Words, list: readonly Argument[], operation: Operation, body?: Body) => Fitted {
  const fitter = new ToolFitter(config, means);
  return (words, list, operation, body) => fitter.fit(words, list, operation, body);
}

type FittingConfig = Pick<Config, 'budget' | 'outputBudget' | 'output' | 'profile'>;

/** The budget of tools, and what writes and counts their parts. */
class ToolFitter {
  private readonly budget: number;
  private readonly isPortable: boolean;
  private readonly counter: JsonCounter;
  private readonly clip: ReturnType<typeof clipWords>;
  /** Writes each argument by itself, as far as the rung says. */
  private readonly writeEach: Advertiser;
  /** All ways in which arguments may be written, the best first. */
  private readonly ways: readonly Advertiser[];
  /** Writes what the server's own code sees. */
  private readonly writePlain: Advertiser;
  private readonly outputOf: ReturnType<typeof planOutput>;
  private readonly addExample: ReturnType<typeof chooseExample>;
  private readonly naive: ReturnType<typeof countNaive>;
  private readonly nameOnly: ReturnType<typeof listByName>;

  constructor(config: FittingConfig, { countTokens, api, shown }: FittingMeans) {
    const { [config.profile]: profile, portable } = profiles;
    const counter = countJson(countTokens);
    const lookUp = shown.component;
    const most = Math.min(config.budget, mostTokens) * longestToken;
    const means = { lookUp, profile, clip: clipWords(countTokens) };
    this.budget = config.budget;
    this.isPortable = profile === portable;
    this.counter = counter;
    this.clip = means.clip;
    this.writeEach = advertiseArguments(means, counter, most);
    this.ways = [...(profile.whole ? [advertiseWhole(means, most)] : []), this.writeEach];
    this.writePlain = advertiseArguments({ ...means, profile: portable }, counter, longestTypes);
    this.outputOf = planOutput(api, {
      profile,
      counter,
      budget: config.outputBudget,
      form: config.output,
    });
    this.addExample = chooseExample({ api, shown }, profile, countTokens);
    this.naive = countNaive(api, counter);
    this.nameOnly = listByName({ lookUp, profile, counter }, mostInAll);
  }

  fit(words: Words, list: readonly Argument[], operation: Operation, body?: Body): Fitted {
    const output = this.outputOf(operation);
    const standing = this.climbDown(words, list, output.words);
    const isFarTooMuch = standing.tokens > Math.max(this.budget, mostInAll);
    const named = isFarTooMuch ? this.nameOnly(standing, list, body) : undefined;
    if (named !== undefined) return this.finish(words, list, operation, { ...standing, ...named }, output);
    const fits = (schema: ObjectSchema): boolean =>
      this.counter.count(listTool({ ...standing.words, inputSchema: schema })) <= this.budget;
    const told = this.addExample(standing.input, list, operation);
    const input = {
      schema: told !== undefined && fits(told) ? told : standing.input.schema,
      lost: standing.input.lost,
    };
    const given =
      standing.write === this.writeEach && standing.tokens <= this.budget
        ? giveBack(
            input,
            standing.rung,
            (above, one) =>
              this.writeEach(
                list.filter(({ key }) => key === one),
                above,
              ),
            fits,
          )
        : input;
    return this.finish(words, list, operation, { ...standing, input: given }, output);
  }

  /** What is listed of a tool whose arguments are settled, and what that takes. */
  private finish(
    words: Words,
    list: readonly Argument[],
    operation: Operation,
    { rung, words: said, isCut, input, named, unnamed }: Settled,
    output: Output,
  ): Fitted {
    const inputSchema = showPlainly(input.schema);
    const outputSchema = output.schema && showPlainly(output.schema);
    const isPlain = this.isPortable && rung === 0;
    const typed = isPlain ? undefined : writeFirst(this.writePlain, list);
    const { name } = words;
    const { description } = said;
    const stubbed = rung === 0 ? [] : input.lost.flatMap(({ key, stubs }) => (stubs.length > 0 ? [key] : []));
    const tokens = this.counter.count(listTool({ ...said, inputSchema }));
    const { naive, counter } = this;
    return {
      description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(output.typed && { typed: output.typed }),
      ...(typed && { plain: typed.schema }),
      ...(stubbed.length > 0 && { stubbed }),
      cost: {
        // Only who asks for these two is told: they take long.
        get naive() {
          // Title and annotations are the same in a list that is not cut.
          const beside = tokens - counter.count({ name, description, inputSchema });
          return naive.input(name, operation) + beside;
        },
        tokens,
        get naiveOutput() {
          return naive.output(operation);
        },
        output: outputSchema === undefined ? 0 : this.counter.total(this.counter.piece(outputSchema)),
        rung,
        lost: describeLoss({
          words: isCut,
          arguments: rung === 0 ? [] : input.lost,
          output: output.lost,
          named,
          unnamed: unnamed?.length,
        }),
        ...(unnamed === undefined ? {} : { unnamed }),
      },
    };
  }

  /** The tool on the first rung on which it fits, else on the last; `answer` is what its words say of the answer. */
  private climbDown(words: Words, list: readonly Argument[], answer = ''): Standing {
    let standing: Standing | undefined;
    for (const [rung, { toolWords }] of rungs.entries()) {
      const kept = this.clip(words.description, toolWords);
      const isCut = kept !== words.description;
      const said = { ...words, description: joinNotes(kept, [answer]) };
      for (const write of this.ways) {
        const input = write(list, rung);
        if (input === undefined) continue;
        // Rungs often take nothing away from a tool.
        if (
          standing !== undefined &&
          said.description === standing.words.description &&
          isUnchanged(input, standing.input)
        )
          continue;
        const tokens = this.counter.count(listTool({ ...said, inputSchema: input.schema }));
        if (tokens <= this.budget) return { rung, words: said, isCut, input, write, tokens };
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
function isUnchanged(
  { schema: { properties: a } }: AdvertisedArguments,
  { schema }: AdvertisedArguments,
): boolean {
  return Object.keys(a).every((key) => a[key] === schema.properties[key]);
}

/**
 * Gives arguments back what they had further up the ladder, as far as the tool still fits: those that are required
 * first, and each rung to all of them before the next. A rung takes away from all arguments at once, often more
 * than it has to.
 *
 * @param write - one argument on a rung; undefined where that alone is far too much
 */
function giveBack(
  input: AdvertisedArguments,
  rung: number,
  write: (rung: number, key: string) => AdvertisedArguments | undefined,
  fits: (schema: ObjectSchema) => boolean,
): AdvertisedArguments {
  const required = new Set((input.schema['required'] ?? []) as string[]);
  // An argument that was given an example keeps it.
  let keys = Object.entries(input.schema.properties)
    .filter(
      ([key, part]) => JSON.stringify(part) === JSON.stringify(write(rung, key)?.schema.properties[key]),
    )
    .map(([key]) => key);
  let given = input;
  const giveOne = (key: string, fuller: AdvertisedArguments | undefined): boolean => {
    const { properties } = given.schema;
    const part = fuller?.schema.properties[key];
    if (fuller === undefined || part === undefined) return false;
    if (part === properties[key]) return true;
    const schema = { ...given.schema, properties: { ...properties, [key]: part } };
    if (!fits(schema)) return false;
    given = { schema, lost: [...given.lost.filter((one) => one.key !== key), ...fuller.lost] };
    return true;
  };
  for (let above = rung - 1; above >= 0; above -= 1) {
    const fuller = keys.map((key) => {
      const written = write(above, key);
      return { key, written, growth: lengthOf(written, key) - lengthOf(given, key) };
    });
    // Of what need not be given, what takes little comes first: more arguments keep their words.
    const ranked = fuller.toSorted(
      (a, b) => Number(required.has(b.key)) - Number(required.has(a.key)) || a.growth - b.growth,
    );
    // What does not fit here fits even less further up.
    keys = ranked.filter(({ key, written }) => giveOne(key, written)).map(({ key }) => key);
  }
  return given;
}

function lengthOf(written: AdvertisedArguments | undefined, key: string): number {
  return JSON.stringify(written?.schema.properties[key] ?? true).length;
}

/** Characters that a token of JSON stands for, at the very most: a text with more of them need not be counted. */
const longestToken = 7;
