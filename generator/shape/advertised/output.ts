import type { Api, Operation, Schema } from '../../model/api.js';
import type { OutputForm } from '../../model/config.js';
import { lookIn } from '../../schema/parts.js';
import type { ObjectSchema, Tool } from '../../model/server.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { typesOf } from '../../schema/types.js';
import type { JsonCounter } from '../../text/countJson.js';
import { memoizeIn } from '../../text/memo.js';
import { listNames } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import { chooseOutput } from '../responses.js';
import { tooLarge } from './draft.js';
import { listFields } from './objects.js';
import { type OutputExtent, type WrittenOutput, writeOutput } from './writeOutput.js';

/** What a tool says of its answers. */
export interface Output {
  schema?: ObjectSchema;
  /** How values are held to it, where it has types. */
  typed?: Tool['typed'];
  /** A sentence for the description of the tool, instead. */
  words?: string;
  /** Whether it could say something, but has no room for it. */
  lost: boolean;
}

/** Plans what a tool says of its answers. */
type OutputPlanner = (operation: Operation) => Output;

/** What output schemas are written with. */
interface OutputMeans {
  profile: Limits;
  counter: JsonCounter;
  /** Tokens that an output schema takes at most; none is written where that is nothing. */
  budget: number;
  /** How it is said. */
  form: OutputForm;
}

/** How much is written out: the first form that fits, else there is no output schema. */
const forms: readonly Omit<OutputExtent, 'size'>[] = [
  { levels: 3, words: 80, types: true },
  { levels: 2, words: 80, types: true },
  { levels: 2, words: 0, types: true },
  { levels: 1, words: 80, types: true },
  { levels: 1, words: 0, types: true },
  { levels: 1, words: 0, types: false },
];

/** Characters that a token stands for here, about: answers are told in names and short words. */
const longestToken = 5;

/** Makes the function that gives what a tool promises of its answers: each schema is written once. */
export function planOutput({ components }: Api, means: OutputMeans): OutputPlanner {
  const { profile, counter, budget, form: wanted } = means;
  const memory = new Map<Schema, Map<number, WrittenOutput | undefined>>();
  const saying = new Map<Schema, boolean>();
  const lookUp = lookIn(components);

  const writing = { lookUp, profile, isTyped: wanted === 'schema' };

  /** The form, where it is within the budget. */
  function write(schema: Schema, form: Omit<OutputExtent, 'size'>): WrittenOutput | undefined {
    try {
      const extent = { ...form, size: budget * longestToken };
      const written = writeOutput(schema, writing, extent);
      const tokens = written === undefined ? 0 : counter.total(counter.piece(written.schema));
      return tokens <= budget ? written : undefined;
    } catch (error) {
      if (error === tooLarge) return undefined;
      throw error;
    }
  }

  return (operation) => {
    const content = wanted === 'none' || budget === 0 ? undefined : chooseOutput(operation);
    if (content === undefined) return { lost: false };
    const { schema } = content;
    if (wanted === 'words') return { words: describeOutput(schema, lookUp), lost: false };
    if (!profile.outputs) return { lost: false };
    const written = memoizeIn(memory, schema, () => new Map<number, WrittenOutput | undefined>());
    for (const [index, form] of forms.entries()) {
      const found = memoizeIn(written, index, () => write(schema, form));
      if (found !== undefined) return { ...found, lost: false };
    }
    return { lost: memoizeIn(saying, schema, () => saysSomething(schema)) };
  };

  function saysSomething(schema: Schema): boolean {
    const least = { levels: 1, words: 0, types: false, size: Number.POSITIVE_INFINITY };
    return writeOutput(schema, writing, least) !== undefined;
  }
}

/** Characters of the names of members. */
const longestNames = 80;

/** Says in one short sentence what an answer of a schema is: `Returns a list of objects: id, name, tag.` */
function describeOutput(schema: Schema, lookUp: (name: string) => Schema): string {
  const keywords = look(schema, lookUp);
  const types = typesOf(keywords);
  const isList = types?.length === 1 && types[0] === 'array';
  const item = isList ? look((keywords['items'] ?? true) as Schema, lookUp) : keywords;
  const names = listFields(isList ? ((keywords['items'] ?? true) as Schema) : schema, lookUp);
  const members = names.length === 0 ? '' : `: ${listNames(names.filter(isPlainName), longestNames)}`;
  const kinds = typesOf(item) ?? (names.length > 0 ? ['object'] : []);
  const [kind = ''] = kinds.length === 1 ? kinds : [];
  if (isList)
    return `Returns a list${kind === '' ? '' : ` of ${kind === 'array' ? 'lists' : `${kind}s`}`}${members}.`;
  if (kind === '' && names.length === 0) return kinds.length === 0 ? '' : `Returns ${kinds.join(' or ')}.`;
  return `Returns ${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind === '' ? 'value' : kind}${members}.`;
}

function look(schema: Schema, lookUp: (name: string) => Schema): Keywords {
  return flatten(schema, lookUp, new Set())?.keywords ?? {};
}

/** Names go into words as they are. */
function isPlainName(name: string): boolean {
  return /^[\w.$-]{1,64}$/.test(name) && name !== '__proto__';
}
