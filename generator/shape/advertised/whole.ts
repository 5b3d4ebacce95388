import type { Schema } from '../../model/api.js';
import { escapeSegment } from '../../model/document.js';
import type { ObjectSchema } from '../../model/server.js';
import { valueNames } from '../../schema/annotations.js';
import { mapSubschemas } from '../../schema/subschemas.js';
import type { Allowance } from '../../text/clip.js';
import { memoizeIn } from '../../text/memo.js';
import { joinNotes } from '../../text/notes.js';
import type { Argument } from '../argument.js';
import { tellDependencies } from '../arguments/enforceArguments.js';
import { rungs } from '../detail.js';
import type { Means } from './draft.js';
import type { AdvertisedArguments, Advertiser } from './arguments.js';
import { isImplied, showValue } from './keywords.js';
import { describeSuggestions, describeValueNames, tellSuggestions } from './notes.js';

/** Rungs that cut no more than words: further down, schemas no longer stand as they are. */
const lastRung = 1;

/** A schema as it stands, and the names of the components it refers to. */
interface Carried {
  schema: Schema;
  names: ReadonlySet<string>;
  size: number;
  /** Whether words were cut. */
  cut: boolean;
}

/**
 * Writes arguments as they are enforced, references and all, with the components that they share in `$defs`. It
 * accepts what is enforced, neither more nor less, but for what guards the place where a value is sent.
 */
export function advertiseWhole(means: WholeMeans, mostCharacters: number): Advertiser {
  const writer = new WholeWriter(means, mostCharacters);
  return (list, rung) => writer.writeAll(list, rung);
}

/** What schemas are written with that stand as they are. */
type WholeMeans = Omit<Means, 'profile'>;

/** Writes schemas as they stand, each once. */
class WholeWriter {
  private readonly components = new Map<string, Carried>();
  private readonly schemas = new Map<Schema, Map<Allowance, Carried>>();

  constructor(
    private readonly means: WholeMeans,
    private readonly mostCharacters: number,
  ) {}

  /** All arguments as one object; undefined where more than words would have to be cut, or it is far too much. */
  writeAll(list: readonly Argument[], rung: number): AdvertisedArguments | undefined {
    const { words } = rungs[rung] ?? {};
    if (words === undefined || rung > lastRung) return undefined;
    const carried = list.map((argument) => ({ argument, own: this.carryOnce(argument.schema, words) }));
    const left = this.mostCharacters - carried.reduce((sum, { own }) => sum + own.size, 0);
    const names = carried.flatMap(({ own }) => [...own.names]);
    const shared = this.reach(names, words, left);
    if (shared === undefined) return undefined;
    const required = list.filter((argument) => argument.required).map(({ key }) => key);
    const isSharedCut = shared.some(([, { cut }]) => cut);
    const isCut = (own: Carried, described: string): boolean =>
      own.cut || (isSharedCut && own.names.size > 0) || this.means.clip(described, words) !== described;
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          carried.map(({ argument, own }) => [argument.key, this.describe(own, argument, words)]),
        ),
        ...(required.length === 0 ? {} : { required }),
        ...tellDependencies(list),
        ...(shared.length === 0
          ? {}
          : { $defs: Object.fromEntries(shared.map(([name, { schema }]) => [name, schema])) }),
      } satisfies ObjectSchema,
      lost: carried.map(({ argument, own }) => ({
        key: argument.key,
        required: argument.required,
        words: isCut(own, argument.words) ? 'cut' : undefined,
        lists: 0,
        patterns: 0,
        stubs: [],
      })),
    };
  }

  /** The components that are reached; undefined as soon as they take too much. */
  private reach(names: Iterable<string>, words: Allowance, most: number): [string, Carried][] | undefined {
    const reached = new Set(names);
    const found: [string, Carried][] = [];
    let left = most;
    // A set keeps growing while it is walked.
    for (const name of reached) {
      const carried = memoizeIn(this.components, `${words.tokens} ${name}`, () =>
        this.carry(this.means.lookUp(name), words),
      );
      left -= carried.size;
      if (left < 0) return undefined;
      found.push([name, carried]);
      for (const next of carried.names) reached.add(next);
    }
    return found.toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  private carryOnce(schema: Schema, words: Allowance): Carried {
    const ofSchema = memoizeIn(this.schemas, schema, () => new Map<Allowance, Carried>());
    return memoizeIn(ofSchema, words, () => this.carry(schema, words));
  }

  private carry(root: Schema, words: Allowance): Carried {
    const names = new Set<string>();
    let cut = false;
    const change = (schema: Schema): Schema => {
      if (typeof schema === 'boolean') return schema;
      const { suggested, ...own } = tellSuggestions(schema);
      const {
        $comment: _,
        inferred: __,
        [valueNames]: ___,
        $ref: ref,
        description,
        ...kept
      } = mapSubschemas(own, change);
      const said = Object.entries(kept).filter(([keyword]) => !isImplied(keyword, kept));
      const rest = Object.fromEntries(said.map(([keyword, value]) => [keyword, showValue(keyword, value)]));
      if (typeof ref === 'string') names.add(ref);
      const clipped = typeof description === 'string' ? this.means.clip(description, words) : undefined;
      if (clipped !== description) cut = true;
      const told = joinNotes(clipped ?? '', [
        ...describeValueNames(schema),
        ...describeSuggestions({ suggested }),
      ]);
      return {
        ...(typeof ref === 'string' ? { $ref: toPointer(ref) } : {}),
        ...rest,
        ...(told === '' ? {} : { description: told }),
      };
    };
    const schema = change(root);
    return { schema, names, size: JSON.stringify(schema).length, cut };
  }

  private describe({ schema }: Carried, { words, notes }: Argument, most: Allowance): Schema {
    // The wire schemas of the official SDKs ask for an object here.
    const keywords = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema;
    const own = this.means.clip(words, most) || String(keywords['description'] ?? '');
    const description = joinNotes(own, notes);
    return description === '' ? keywords : { ...keywords, description };
  }
}

/** A component within `$defs`, as a fragment (RFC 6901, 6). */
function toPointer(name: string): string {
  return `#/$defs/${encodeURIComponent(escapeSegment(name))}`;
}
