import type { Operation, Schema } from '../../model/api.js';
import { isLikelyField } from '../../model/identifyCredential.js';
import { InputError } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { Tool } from '../../model/server.js';
import { gatherParts } from '../../schema/parts.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { nearest } from '../../text/nearest.js';
import { splitWords } from '../../text/words.js';
import type { Argument } from '../argument.js';
import type { Views } from '../enforced/enforce.js';

type Consent = NonNullable<Tool['consent']>;
type Field = NonNullable<Consent['ask']>[string];

/** What the user is asked before a tool is called, and the arguments that models are told of. */
interface AskPlan {
  consent?: Consent;
  shown: readonly Argument[];
  /** Why the user cannot be asked as the document says: nobody may make the call then. */
  unusable?: string;
}

/**
 * Plans what the user is asked before a tool is called: for their consent, and for the arguments that are named under
 * `ask`. Of these models are not told, unless calls are let through where nobody can be asked.
 *
 * @throws InputError where the configuration names an argument that cannot be asked for by a form.
 */
export function planAsk(operation: Operation, list: readonly Argument[], views: Views): AskPlan {
  try {
    return planForm(operation, list, views);
  } catch (error) {
    if (!(error instanceof InputError) || operation.asksByConfig) throw error;
    return { shown: list, unusable: `as "x-mcp" has it, ${lowerFirst(error.message.replace(/\.$/, ''))}` };
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function planForm(operation: Operation, list: readonly Argument[], { enforcer }: Views): AskPlan {
  const { confirm, ask = [] } = operation.choice;
  const isConfirmed = confirm?.enabled === true;
  if (!isConfirmed && ask.length === 0) return { shown: list };
  const asked = ask.map((name) => findArgument(name, list, operation));
  const otherwise = confirm?.otherwise ?? 'refuse';
  const required = asked.filter((argument) => argument.required).map(({ key }) => key);
  const fields = asked.map((argument) => [argument.key, toField(argument, operation, enforcer.component)]);
  const consent: Consent = {
    ...(isConfirmed && { confirm: true }),
    ...(asked.length > 0 && { ask: Object.fromEntries(fields) as Record<string, Field> }),
    ...(required.length > 0 && { required }),
    otherwise,
  };
  const shown = list.flatMap((argument) => {
    if (!asked.includes(argument)) return [argument];
    const notes = [...argument.notes, 'The user is asked for it: leave it out.'];
    return otherwise === 'allow' ? [{ ...argument, required: false, notes }] : [];
  });
  return { consent, shown };
}

/** The argument of a name, as it is called by models or on the wire. */
function findArgument(name: string, list: readonly Argument[], operation: Operation): Argument {
  const found = list.find(({ key }) => key === name) ?? list.find(({ field }) => field?.name === name);
  if (found !== undefined) return found;
  const names = list.map(({ key }) => key);
  const meant = nearest(name, names);
  throw refuseAsk(
    operation,
    name,
    `there is none${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
    names.length === 0 ? 'The tool has no arguments.' : `Its arguments are ${names.join(', ')}.`,
  );
}

/** Words of names that secrets have. */
const secretWords = new Set(
  'password passwd pwd passphrase passcode secret secrets token tokens credential credentials pin otp totp cvv cvc apikey privatekey'.split(
    ' ',
  ),
);

/** Whether a value is a secret by its name or its schema: the client and the model's provider may see what a form holds. */
function looksSecret({ key, field }: Argument, parts: readonly Field[], operation: Operation): boolean {
  if (parts.some(({ format }) => format === 'password')) return true;
  const names = [key, ...(field === undefined ? [] : [field.name])];
  return names.some((name) => {
    const words = splitWords(name).map((word) => word.toLowerCase());
    const pairs = words.map((word, index) => word + (words[index + 1] ?? ''));
    const isNamed = [...words, ...pairs].some((word) => secretWords.has(word));
    return isNamed || isLikelyField(name, { path: '', operationId: operation.operationId });
  });
}

/** Formats that a field of a form may have (MCP, Elicitation). */
const formats = new Set(['email', 'uri', 'date', 'date-time']);
const longestText = 300;

/** The field of a form for an argument: its schema as far as forms can say it; the whole is checked afterwards. */
function toField(argument: Argument, operation: Operation, lookUp: (name: string) => Field | boolean): Field {
  const parts = (gatherParts(argument.enforced, lookUp) ?? []) as Field[];
  const { key } = argument;
  if (looksSecret(argument, parts, operation))
    throw refuseAsk(
      operation,
      key,
      'it is a secret',
      'Secrets come from the environment: name it under "credentials".',
    );
  const whole: Field = Object.assign({}, ...parts.toReversed());
  const about = cleanText(argument.words || String(whole['description'] ?? ''));
  const words = { title: key, ...(about !== '' && { description: clipText(about, longestText) }) };
  const type = [whole['type'] ?? []].flat().filter((one) => one !== 'null');
  const keep = (...keywords: string[]): Field =>
    Object.fromEntries(
      keywords.flatMap((keyword) => (whole[keyword] === undefined ? [] : [[keyword, whole[keyword]]])),
    );
  const choices = toChoices(whole);
  if (choices !== undefined) return { type: 'string', ...words, enum: choices };
  const items = gatherParts((whole['items'] ?? true) as Schema, lookUp) ?? [];
  const itemChoices = toChoices(Object.assign({}, ...items) as Field);
  if (type.length === 1 && !('anyOf' in whole) && !('oneOf' in whole)) {
    const [only] = type;
    if (only === 'boolean') return { type: 'boolean', ...words };
    if (only === 'integer' || only === 'number')
      return { type: only, ...words, ...keep('minimum', 'maximum') };
    if (only === 'string') {
      const format = formats.has(String(whole['format'])) ? keep('format') : {};
      return { type: 'string', ...words, ...keep('minLength', 'maxLength'), ...format };
    }
    if (only === 'array' && itemChoices !== undefined)
      return {
        type: 'array',
        ...words,
        items: { type: 'string', enum: itemChoices },
        ...keep('minItems', 'maxItems'),
      };
  }
  throw refuseAsk(
    operation,
    key,
    'a form cannot hold it',
    'Forms hold texts, numbers, true or false, and choices of texts.',
  );
}

/** The texts that a value is one of. */
function toChoices({ enum: values }: Field): string[] | undefined {
  const choices = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return choices.length > 0 && choices.every((value) => typeof value === 'string')
    ? (choices as string[])
    : undefined;
}

function refuseAsk(operation: Operation, name: string, why: string, hint: string): InputError {
  const { method, path, choice, asksByConfig } = operation;
  const index = choice.ask?.indexOf(name) ?? -1;
  return new InputError(
    `The user cannot be asked for the argument ${JSON.stringify(name)} of ${method} ${path}: ${why}${why.endsWith('?') ? '' : '.'}`,
    hint,
    undefined,
    asksByConfig && (index < 0 ? asksByConfig : joinPointer(asksByConfig, String(index))),
  );
}
