import type { Schema } from '../../model/api.js';
import type { Keywords } from '../../schema/subschemas.js';
import { type Allowance, type Clip, clipText } from '../../text/clip.js';
import type { Limits } from '../profiles.js';
import { saysNothing } from './saysNothing.js';

/** How much of a schema is written out. */
export interface Extent {
  /** Objects within objects; the properties of those further in are only named. */
  levels: number;
  /** The same within what may be left out. */
  optionalLevels: number;
  /** What is kept of each description. */
  words: Allowance;
  /** The same of what may be left out. */
  optionalWords: Allowance;
  /** Values of an enum that are listed; of longer ones, some are named. */
  values: number;
  /** Characters of a pattern that is listed; a longer one is told by a text that matches it. */
  patterns: number;
  /** Objects within objects whose properties that must be given are listed, without words, where the others are only named. */
  needs: number;
  /** The same within what may be left out. */
  optionalNeeds: number;
  /** Characters of the whole, about. */
  size: number;
}

/** What a schema is written with. */
export interface Means {
  lookUp: (name: string) => Schema;
  profile: Limits;
  clip: Clip;
}

/** The value that a schema is for. */
export interface Subject {
  name: string;
  /** Whether it may be left out. */
  optional: boolean;
  /** Whether its own properties count as what is outermost. */
  outer: boolean;
}

/** What a schema has, as far as it was written and an extent could take it away. */
export interface Reach {
  /** Objects around the innermost object or union; less than any where there is none. */
  depth: number;
  /** Values of the longest list. */
  values: number;
  /** Characters of the longest pattern. */
  pattern: number;
  /** Whether it has words. */
  words: boolean;
}

/** What was left out of a schema. */
export interface Loss {
  /** Whether words were cut, or left out altogether. */
  words: 'cut' | 'off' | undefined;
  /** Lists of values that became words. */
  lists: number;
  /** Patterns of which a text that matches is told. */
  patterns: number;
  /** The objects, by their path within the value, of which only the properties are named. */
  stubs: string[];
}

/** Where a schema is written. */
export interface Location {
  /** Objects that are written out around it. */
  depth: number;
  /** The name of the value; empty for an item. */
  name: string;
  /** The names that lead to it, those of the value itself left out. */
  path: readonly string[];
  /** Whether it, or something around it, may be left out. */
  optional: boolean;
  /** Set where an object is written out however deep it is, if the profile has room for it. */
  kept?: boolean;
  /** Objects around it of which only the properties that must be given are listed: nothing is said there. */
  bare?: number;
  /** The components that are being written out around it. */
  open: ReadonlySet<string>;
}

/** Writes a part of a schema; one that may be absent is null as well, where that can be said. */
export type Write = (part: Schema, location: Location, mayBeAbsent?: boolean) => Keywords;

/** Thrown as soon as a schema grows beyond its limit: documents may grow 80-fold when written out. */
export const tooLarge = new Error('the schema is larger than its limit');

/** Schemas that are looked at: lists of unions may lie in unions, all of which may come to the same few alternatives. */
const mostLooks = 50_000;
/** Lists, objects and unions inside one another: far beyond what a model reads, far below the end of the stack. */
const deepest = 50;
/** Characters of what is said in words because clients do not take the keyword. */
const longestNotes = 240;

/** A schema as far as it is written: what there is room for, what it has so far, and what was left out of it. */
export class Draft {
  readonly reach: Reach = { depth: Number.NEGATIVE_INFINITY, values: 0, pattern: 0, words: false };
  private size = 0;
  private looks = 0;
  private nested = 0;
  private areWordsCut = false;
  private areWordsOff = false;
  private readonly lists = new Set<unknown>();
  private readonly patterns = new Set<string>();
  private readonly stubs = new Set<string>();

  constructor(
    private readonly subject: Subject,
    private readonly extent: Extent,
    private readonly means: Means,
  ) {}

  get lost(): Loss {
    const words = this.areWordsOff ? 'off' : this.areWordsCut ? 'cut' : undefined;
    return { words, lists: this.lists.size, patterns: this.patterns.size, stubs: [...this.stubs] };
  }

  /** Where the whole stands. */
  get root(): Location {
    const { name, optional, outer } = this.subject;
    return { depth: outer ? -1 : 0, path: [], open: new Set(), name, optional };
  }

  spend(characters: number): void {
    this.size += characters;
    if (this.size > this.extent.size) throw tooLarge;
  }

  /** Goes into a schema, which {@link leave} comes out of; false where that would be too deep or too much work. */
  enter(): boolean {
    this.looks += 1;
    if (this.looks > mostLooks || this.nested >= deepest) {
      if (Number.isFinite(this.extent.size)) throw tooLarge;
      return false;
    }
    this.nested += 1;
    return true;
  }

  leave(): void {
    this.nested -= 1;
  }

  /** Notes an object with properties, or a union. */
  reachDepth({ depth }: Location): void {
    this.reach.depth = Math.max(this.reach.depth, depth);
  }

  /** Notes so many values of an enum; whether they may be listed. */
  takesList(enumeration: unknown, values: number): boolean {
    this.reach.values = Math.max(this.reach.values, values);
    if (values <= this.mostValues) return true;
    if (values <= this.means.profile.values) this.lists.add(enumeration);
    return false;
  }

  /** Notes a pattern; whether it may be listed, or else be told in words. */
  takesPattern(source: string, isListed: boolean): boolean {
    this.reach.pattern = Math.max(this.reach.pattern, source.length);
    if (source.length <= Math.min(this.extent.patterns, isListed ? Infinity : longestNotes / 2)) return true;
    this.patterns.add(source);
    return false;
  }

  /** Values that an enum may list. */
  get mostValues(): number {
    return Math.min(this.extent.values, this.means.profile.values);
  }

  /** Notes that the properties at a location are only named. */
  leaveOut({ path }: Location): void {
    this.stubs.add(path.join('.'));
  }

  /** Whether the properties of an object are only named. */
  isDeep({ depth, optional, kept = false }: Location): boolean {
    const { levels, optionalLevels } = this.extent;
    const most = this.means.profile.levels - (this.subject.outer ? 2 : 1);
    return depth >= (kept ? most : optional ? optionalLevels : levels);
  }

  /** Whether properties that must be given are listed where an object is too deep for the others. */
  showsNeeds({ depth, optional, bare = 0 }: Location): boolean {
    const { needs, optionalNeeds } = this.extent;
    if (bare >= (optional ? optionalNeeds : needs)) return false;
    return depth < this.means.profile.levels - (this.subject.outer ? 2 : 1);
  }

  /** Whether nothing of ours is said. */
  isSilent(location: Location): boolean {
    return location.bare !== undefined || !this.allowanceAt(location).notes;
  }

  /** What is said of a schema: its own words, then ours. */
  say(schema: Keywords, description: unknown, notes: readonly string[], location: Location): string[] {
    // That it is but a stub is told of the object around it.
    if (location.bare !== undefined) return ['', ''];
    const own = typeof description === 'string' ? description : '';
    const words = saysNothing(own, location.name, schema) ? '' : own;
    const noted = notes.filter((note) => note !== '').join(' ');
    if (words !== '' || noted !== '') this.reach.words = true;
    const kept = this.means.clip(words, this.allowanceAt(location));
    const added = this.cutNotes(noted, location);
    if ((words !== '' && kept === '') || (noted !== '' && added === '')) this.areWordsOff = true;
    else if (kept !== words) this.areWordsCut = true;
    this.spend(kept.length + added.length + 16);
    return [kept, added];
  }

  /** Words of ours, as far as there is room for them. */
  cutNotes(text: string, location: Location): string {
    return this.isSilent(location) ? '' : clipText(text, longestNotes);
  }

  private allowanceAt({ optional }: Location): Allowance {
    return optional ? this.extent.optionalWords : this.extent.words;
  }
}

/** The location of a property of an object. */
export function asProperty(location: Location, name: string, optional: boolean): Location {
  return {
    ...location,
    depth: location.depth + 1,
    kept: false,
    name,
    path: [...location.path, name],
    optional: location.optional || optional,
  };
}

/** The location of an item of a list, which has no name of its own. */
export function asItem(location: Location): Location {
  return { ...location, kept: false, name: '' };
}
