import type { Api, Schema } from '../../model/api.js';
import type { Config, PromptArgumentChoice, PromptChoice } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { Prompt, Server, ToolEntry } from '../../model/server.js';
import { asDeclared } from '../../schema/declared.js';
import { splitWords } from '../../text/words.js';
import {
  type Completion,
  findCompletion,
  findTool,
  planListing,
  unknownName,
} from '../resources/findCompletion.js';
import { findLeftOut, findOrNone } from '../resources/leftOut.js';

type Argument = Prompt['arguments'][number];

/** A placeholder in the text of a prompt: an argument, or the name of a tool. */
const placeholder = /\{\{\s*(tools\.)?([^{}]*?)\s*\}\}/g;

/**
 * Makes the prompts of the configuration: what they name of the API has to be there. One that speaks of a tool that is
 * not offered, such as by `--read-only`, is left out, and reported.
 *
 * @param known - what the documents say, as far as it is offered
 * @throws InputError where one names a tool or an argument that there is not: it holds all that is wrong with any of them.
 */
export function planPrompts(server: Server, config: Config, known: readonly Api[], report: Report): Server {
  const problems: InputError[] = [];
  const attempt: Attempt = (plan, otherwise) => {
    try {
      return plan();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(error);
      return otherwise;
    }
  };
  const isLeftOut = findLeftOut(server, known);
  const prompts = Object.entries(config.prompts).flatMap(([name, choice]) => {
    const lost = toolsOf(choice).find(isLeftOut);
    if (lost === undefined) return attempt(() => [planPrompt(name, choice, { server, config, attempt })], []);
    const pointer = joinPointer('config#/prompts', name);
    report('prompt-left-out', pointer, { prompt: name, tool: lost[0] ?? '' });
    // One that there never was is a mistake all the same.
    const others = toolsOf(choice).filter((one) => !isLeftOut(one));
    for (const [tool = ''] of others.filter((names) =>
      names.every((one) => findOrNone(one, server) === undefined),
    ))
      attempt(() => findTool(tool, server, pointer).tool.name, '');
    return [];
  });
  const [first, ...others] = problems;
  if (first !== undefined)
    throw new InputError(first.message, first.hint, first.location, first.pointer, others);
  return prompts.length === 0 ? server : { ...server, prompts };
}

/** The tools that a prompt names, each by what may be its name: `of` may have dots in either of its parts. */
function toolsOf({ text, messages = [], arguments: args = {} }: PromptChoice): string[][] {
  const texts = [text, ...messages.map((message) => message.text)].filter((one) => one !== undefined);
  const told = texts.flatMap((one) =>
    [...one.matchAll(placeholder)].flatMap(([, ofTool, name = '']) => (ofTool === undefined ? [] : [[name]])),
  );
  const typed = Object.values(args).map(({ of = '' }) =>
    [...of.matchAll(/\./g)].map(({ index }) => of.slice(0, index)).toReversed(),
  );
  const listing = Object.values(args).map(({ from }) => [from?.tool].filter((one) => one !== undefined));
  return [...told, ...typed, ...listing].filter((names) => names.length > 0);
}

/** Goes on with something else where a part of a prompt cannot be planned. */
type Attempt = <T>(plan: () => T, otherwise: T) => T;

interface PromptMeans {
  server: Server;
  config: Config;
  attempt: Attempt;
}

function planPrompt(name: string, choice: PromptChoice, { server, config, attempt }: PromptMeans): Prompt {
  const pointer = joinPointer('config#/prompts', name);
  if (!/^[a-zA-Z][\w-]{0,63}$/.test(name))
    throw new InputError(
      `${JSON.stringify(name)} cannot be the name of a prompt.`,
      'A name is a letter, then letters, digits, _ and -: 64 at most.',
      undefined,
      pointer,
    );
  const { title, description, text, messages } = choice;
  if ((text === undefined) === (messages === undefined))
    throw new InputError(
      `The prompt ${JSON.stringify(name)} needs either text or messages.`,
      'Write the text, or a list of messages: [{ role: user, text: … }].',
      undefined,
      pointer,
    );
  const tools = new Set<string>();
  const known = Object.keys(choice.arguments ?? {});
  const planned = Object.entries(choice.arguments ?? {}).flatMap(([key, argument]) => {
    const at = joinPointer(pointer, 'arguments', key);
    return attempt(() => [planArgument(key, argument, { server, config, tools, pointer: at })], []);
  });
  const fill = (words: string, at: string): string =>
    words.replaceAll(placeholder, (_, ofTool: string | undefined, wanted: string) => {
      if (ofTool !== undefined) {
        const called = attempt(() => findTool(wanted, server, at).tool.name, '');
        tools.add(called);
        return called;
      }
      return attempt(() => {
        if (known.includes(wanted)) return `{{${wanted}}}`;
        throw unknownName(`argument of the prompt ${JSON.stringify(name)}`, wanted, known, at);
      }, '');
    });
  const texts =
    text === undefined
      ? (messages ?? []).map((message, index) => {
          const at = joinPointer(pointer, 'messages', String(index));
          const said = attempt(() => readText(message, at), '');
          return { role: message.role ?? ('user' as const), text: fill(said, joinPointer(at, 'text')) };
        })
      : [{ role: 'user' as const, text: fill(text, joinPointer(pointer, 'text')) }];
  return {
    name,
    title: title ?? titleOf(name),
    ...(description !== undefined && { description }),
    arguments: planned,
    messages: texts,
    ...(tools.size > 0 && { tools: [...tools].toSorted() }),
  };
}

function readText({ text }: { text?: string }, pointer: string): string {
  if (text !== undefined) return text;
  throw new InputError(
    'A message of a prompt has no text.',
    'Write { role: user, text: … }.',
    undefined,
    pointer,
  );
}

function titleOf(name: string): string {
  const words = splitWords(name).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ArgumentMeans {
  server: Server;
  config: Config;
  /** The tools that the prompt speaks of; those of its arguments are added. */
  tools: Set<string>;
  pointer: string;
}

function planArgument(
  name: string,
  { of, description, required, values, from }: PromptArgumentChoice,
  { server, config, tools, pointer }: ArgumentMeans,
): Argument {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new InputError(
      `${JSON.stringify(name)} cannot be the name of an argument.`,
      'A name has letters, digits, _, - and dots: 64 at most.',
      undefined,
      pointer,
    );
  const typed = of === undefined ? undefined : findArgument(of, server, joinPointer(pointer, 'of'));
  if (typed !== undefined) tools.add(typed.entry.tool.name);
  const said: Completion | undefined =
    values !== undefined
      ? { values }
      : from !== undefined
        ? { from: planListing(from, server, joinPointer(pointer, 'from')) }
        : typed && findCompletion(typed.argument, typed.schema, server, config);
  const words = description ?? typed?.description;
  const schema = typed === undefined ? undefined : narrowToType(typed.schema, server);
  return {
    name,
    ...(words !== undefined && { description: words }),
    ...(required === true && { required }),
    ...(schema !== undefined && { schema }),
    ...(said !== undefined && { completion: said }),
  };
}

interface TypedArgument {
  entry: ToolEntry;
  argument: string;
  schema: Schema;
  description?: string;
}

/** The argument of a tool that `getPet.petId` names; either part may have dots in it. */
function findArgument(of: string, server: Server, pointer: string): TypedArgument {
  const places = [...of.matchAll(/\./g)].map(({ index }) => index);
  const last = places.at(-1);
  if (last === undefined)
    throw new InputError(
      `${JSON.stringify(of)} names no argument of a tool.`,
      'Write the tool and its argument: getPet.petId.',
      undefined,
      pointer,
    );
  for (const place of places) {
    const [tool, argument] = [of.slice(0, place), of.slice(place + 1)];
    const entry = findOrNone(tool, server);
    const schema = entry && entry.enforced.properties[argument];
    if (entry === undefined || schema === undefined) continue;
    const advertised = entry.tool.inputSchema.properties[argument];
    const words = typeof advertised === 'object' ? advertised['description'] : undefined;
    return { entry, argument, schema, ...(typeof words === 'string' && { description: words }) };
  }
  const { tool, enforced } = findTool(of.slice(0, last), server, pointer);
  throw unknownName(
    `argument of ${tool.name}`,
    of.slice(last + 1),
    Object.keys(enforced.properties),
    pointer,
  );
}

/** What a value that a user types can be held to: its type, values and range. */
const keywords = ['type', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'format'];

function narrowToType(
  schema: Schema,
  { components }: Server,
  hops = 0,
): Exclude<Schema, boolean> | undefined {
  if (typeof schema === 'boolean' || hops > 10) return undefined;
  const told = asDeclared(schema);
  const ref = told['$ref'];
  if (typeof ref === 'string' && Object.hasOwn(components, ref))
    return narrowToType(components[ref] ?? true, { components } as Server, hops + 1);
  const scalars = ['string', 'number', 'integer', 'boolean'];
  if (!scalars.includes(String(told['type']))) return undefined;
  return Object.fromEntries(keywords.flatMap((key) => (told[key] === undefined ? [] : [[key, told[key]]])));
}
