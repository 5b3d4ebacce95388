import type { Schema } from '../../model/api.js';
import type { ObjectSchema, Tool } from '../../model/server.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { allowsNull, alternativesOf, guessType, isOfType, typesOf } from '../../schema/types.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { listNames } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import { tooLarge } from './draft.js';

/** How much of an answer's schema is written out. */
export interface OutputExtent {
  /** Objects within objects; the members of those further in are only named. */
  levels: number;
  /** Characters of each description. */
  words: number;
  /** Whether types are said. */
  types: boolean;
  /** Characters of the whole, about. */
  size: number;
}

/** Lists and objects inside one another: far beyond what a model reads, far below the end of the stack. */
const deepest = 200;

/** Characters of the name of a format. */
const longestFormat = 30;

/** Where a schema is written. */
interface Place {
  /** Objects that may still be written out inside one another. */
  levels: number;
  /** The components that are being written out around it. */
  open: ReadonlySet<string>;
  /** Set where it is the whole answer. */
  isRoot?: true;
}

/** What output schemas are written by. */
interface Writing {
  lookUp: (name: string) => Schema;
  profile: Pick<Limits, 'key' | 'typeLists' | 'values'>;
  /** Whether types are keywords; else they stand in words. */
  isTyped: boolean;
}

/** An output schema; one with types also says how structured content is made that it accepts. */
export interface WrittenOutput {
  schema: ObjectSchema;
  typed?: NonNullable<Tool['typed']>;
}

/** What stands beside the members of an answer in a schema with types: it has to accept every answer in some form. */
const otherwise = 'The whole response, where it does not fit the rest of this schema';

/**
 * Writes the schema of an answer for a model and its program to read. It accepts every value: members and items
 * are shown by keywords that say nothing of other types, and types stand in words. Official clients check an
 * answer against what is advertised and refuse the whole of it for one `null` that the document does not
 * mention, after the call has done its work. With types, as long as these are not left out for want of room, one more
 * member of the root stands for what differs, and no member is required. No `format` is written: clients judge
 * formats each in its own way.
 *
 * The root is an object, as clients want it: any other value stands under `result`, where the runtime puts it.
 * Undefined where that says nothing.
 */
export function writeOutput(root: Schema, writing: Writing, extent: OutputExtent): WrittenOutput | undefined {
  return new OutputWriter(writing, extent).writeRoot(root);
}

/** Writes the parts of one output schema, and counts what they take. */
class OutputWriter {
  private size = 0;
  private depth = 0;
  private readonly lookUp: Writing['lookUp'];

  constructor(
    private readonly writing: Writing,
    private readonly extent: OutputExtent,
  ) {
    this.lookUp = writing.lookUp;
  }

  /** Undefined where nothing is known of the value's type. */
  writeRoot(root: Schema): WrittenOutput | undefined {
    const { keywords } = this.lookInto(root, new Set());
    const types = this.typesIn(keywords);
    if (types === undefined) return undefined;
    const isObject = types.includes('object');
    const place: Place = { levels: this.extent.levels, open: new Set(), ...(isObject && { isRoot: true }) };
    const written = this.write(root, place);
    const schema: ObjectSchema | undefined = isObject
      ? toObject(written)
      : { type: 'object', properties: { result: written } };
    if (schema === undefined || !this.writing.isTyped) return schema && { schema };
    const known = isObject ? Object.keys((keywords['properties'] ?? {}) as object) : ['result'];
    let other = 'untyped';
    while (known.includes(other)) other += '_';
    const properties = { ...schema.properties, [other]: { description: otherwise } };
    return { schema: { ...schema, properties }, typed: { other, ...(!isObject && { wrapped: true }) } };
  }

  private spend(characters: number): void {
    this.size += characters;
    if (this.size > this.extent.size) throw tooLarge;
  }

  private write(part: Schema, place: Place, name = ''): Keywords {
    if (this.depth >= deepest) return {};
    this.depth += 1;
    try {
      return this.writeKnown(part, place, name);
    } finally {
      this.depth -= 1;
    }
  }

  private writeKnown(part: Schema, { levels, open, isRoot }: Place, name: string): Keywords {
    const { keywords, names } = this.lookInto(part, open);
    const types = this.typesIn(keywords);
    const type = types?.length === 1 ? types[0] : undefined;
    const within = { levels, open: new Set([...open, ...names]) };
    const shown = {
      ...(type === 'object' ? this.writeMembers(keywords, within) : {}),
      ...(type === 'array' ? this.writeItems(keywords, within) : {}),
    };
    const isShown = Object.keys(shown).length > 0;
    // Beside what may be anything, null says nothing.
    const isSaid = types !== undefined || typesOf(keywords) !== undefined;
    const form = [...(types ?? []), ...(isSaid && this.mayBeNull(part, open) ? ['null'] : [])];
    const { isTyped } = this.writing;
    const said = this.say(
      isTyped ? [] : form,
      isShown || type !== 'object' ? '' : this.nameMembers(keywords),
      this.wordsOf(keywords, name),
      isShown,
      isTyped && this.extent.types ? formatOf(keywords) : '',
    );
    const isHeld =
      isTyped && this.extent.types && isRoot !== true && types !== undefined && !isOfEveryObject(name);
    const held = isHeld ? this.holdToTypes(form, keywords, shown) : shown;
    return said === '' ? held : { description: said, ...held };
  }

  /** Where types are keywords, null of one alternative counts: to leave it out would refuse what is declared. */
  private mayBeNull(part: Schema, open: ReadonlySet<string>): boolean {
    if (allowsNull(part, this.lookUp)) return true;
    if (!this.writing.isTyped) return false;
    const { oneOf = [] } = flatten(part, this.lookUp, open)?.keywords ?? {};
    return (oneOf as Schema[]).some((branch) => allowsNull(branch, this.lookUp));
  }

  /** What is shown of a value, held to its types: by a list of them, or by a union where clients take no lists. */
  private holdToTypes(form: readonly string[], keywords: Keywords, shown: Keywords): Keywords {
    const [type, ...others] = form;
    if (type === undefined) return shown;
    this.spend(form.length * 20);
    const isOptional = others.length === 1 && others[0] === 'null';
    const listed = others.length === 0 || isOptional ? this.valuesOf(keywords, type) : undefined;
    const first = { ...bare(type), ...(listed && { enum: listed }), ...shown };
    if (others.length === 0) return first;
    if (this.writing.profile.typeLists !== 'all') return { anyOf: [first, ...others.map(bare)] };
    return { ...first, type: form, ...(listed && { enum: [...listed, null] }) };
  }

  /** The values of an enum, or of a constant, as far as they may be listed. */
  private valuesOf({ enum: values, const: constant }: Keywords, type: string): unknown[] | undefined {
    if (!['string', 'number', 'integer'].includes(type)) return undefined;
    const all = constant === undefined ? ((values ?? []) as unknown[]) : [constant];
    const listed = [...new Set(all)].filter((value) => isOfType(value, type));
    if (listed.length === 0 || listed.length > this.writing.profile.values) return undefined;
    this.spend(JSON.stringify(listed).length + 8);
    return listed;
  }

  /** The schema with what it refers to, and with the only branch of a union that may be null besides. */
  private lookInto(part: Schema, open: ReadonlySet<string>): { keywords: Keywords; names: Set<string> } {
    const flat = flatten(part, this.lookUp, open);
    // A recursive schema is written out once; inside itself its type is named.
    if (flat === undefined) {
      const { keywords } = flatten(part, this.lookUp, new Set()) ?? { keywords: {} };
      return { keywords: { type: this.typesIn(keywords) }, names: new Set() };
    }
    const [branch, ...others] = alternativesOf(flat.keywords);
    if (branch === undefined || others.length > 0) return { ...flat, names: new Set(flat.names) };
    const { anyOf: _, oneOf: __, ...rest } = flat.keywords;
    const only = this.lookInto({ ...rest, allOf: [branch] }, new Set([...open, ...flat.names]));
    return { keywords: only.keywords, names: new Set([...flat.names, ...only.names]) };
  }

  /** The types of a schema, or those of all branches of a union; undefined where one of them may be any. */
  private typesIn(schema: Keywords): string[] | undefined {
    const own = typesOf(schema) ?? [guessType(schema)].filter((type) => type !== undefined);
    if (own.length > 0) return own;
    const types = alternativesOf(schema).map((branch) =>
      typesOf(flatten(branch, this.lookUp, new Set())?.keywords ?? {}),
    );
    if (types.length === 0 || types.includes(undefined)) return undefined;
    return [...new Set(types.flatMap((some) => some ?? []))];
  }

  private writeMembers(schema: Keywords, place: Place): Keywords {
    if (place.levels <= 0) return {};
    const within = { ...place, levels: place.levels - 1 };
    const fields = this.fieldsOf(schema).map(([name, field]) => {
      this.spend(name.length + 6);
      return [name, this.write(field, within, name)] as const;
    });
    const shown = fields.length === 0 ? {} : { properties: Object.fromEntries(fields) };
    const { additionalProperties: members, properties = {}, patternProperties } = schema;
    const isOfOthers =
      this.writing.isTyped &&
      patternProperties === undefined &&
      fields.length === Object.keys(properties as object).length;
    if (fields.length > 0 && !isOfOthers) return shown;
    if (typeof members !== 'object' || members === null) return shown;
    this.spend(25);
    const values = this.write(members as Schema, within);
    return Object.keys(values).length === 0 ? shown : { ...shown, additionalProperties: values };
  }

  private writeItems({ items = true, prefixItems }: Keywords, place: Place): Keywords {
    this.spend(10);
    return { items: prefixItems === undefined ? this.write(items as Schema, place) : {} };
  }

  /** The members that an answer may have, by keys that every client takes. */
  private fieldsOf({ properties = {} }: Keywords): [string, Schema][] {
    return Object.entries(properties as Record<string, Schema>).filter(
      ([name, field]) =>
        this.writing.profile.key.test(name) &&
        name !== '__proto__' &&
        field !== false &&
        !this.isWriteOnly(field),
    );
  }

  private isWriteOnly(field: Schema): boolean {
    return flatten(field, this.lookUp, new Set())?.keywords['writeOnly'] === true;
  }

  private nameMembers(schema: Keywords): string {
    const names = this.fieldsOf(schema).map(([name]) => name);
    return names.length === 0 ? '' : `with ${listNames(names)}`;
  }

  private wordsOf({ description }: Keywords, name: string): string {
    if (this.extent.words <= 0 || typeof description !== 'string') return '';
    const words = clipText(cleanText(description), this.extent.words);
    return foldName(words) === foldName(name) ? '' : words;
  }

  /** What is said of a value; its type only where that cannot be seen. */
  private say(
    form: readonly string[],
    members: string,
    words: string,
    isShown: boolean,
    format: string,
  ): string {
    const isSeen = !this.extent.types || (isShown && form.length <= 1);
    const type = isSeen ? '' : [format, form.join(' or '), members].filter(Boolean).join(' ');
    const said = [type, words].filter(Boolean).join(': ');
    if (said !== '') this.spend(said.length + 17);
    return said;
  }
}

function toObject({ description, properties, additionalProperties }: Keywords): ObjectSchema | undefined {
  if (properties === undefined && additionalProperties === undefined) return undefined;
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: (properties ?? {}) as Record<string, Schema>,
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

/** A type alone; some clients want to be told of what lists hold. */
function bare(type: string): Keywords {
  return type === 'array' ? { type, items: {} } : { type };
}

/** Validators that do not ask whose a member is find these in every object. */
function isOfEveryObject(name: string): boolean {
  return name in {};
}

function formatOf({ format }: Keywords): string {
  return typeof format === 'string' ? clipText(cleanText(format), longestFormat) : '';
}

/** Without what makes no difference between a name and words: `The user ID.` is `user_id`. */
function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/^(?:the|an?) |[^\p{L}\p{N}]/gu, '');
}
