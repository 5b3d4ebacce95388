import { TiredError, type Work } from './compilePattern.js';
import { type Pattern, isAnchored } from './parsePattern.js';

/** Walks through a text: whether the pattern matches anywhere. Throws {@link TiredError}. */
export interface Walker {
  walk: (text: string, work: Work) => boolean;
  /** The steps of one character, at most. */
  steps: number;
}

/** Thrown where a pattern cannot be walked: why, as half a sentence. */
export class UnwalkableError extends Error {}

/** Places of a pattern, its repetitions written out. */
const mostPlaces = 10_000;
/** Steps that it takes to count a character, beside the one of any place. */
const stepsOfCount = 2;

/** A place in a pattern, and where one may go from there. */
type Place =
  | { kind: 'character'; accepts: Accept; next: number }
  /** A character that comes a number of times, within bounds. */
  | { kind: 'count'; accepts: Accept; next: number; least: number; most: number }
  | { kind: 'fork'; next: number[] }
  | { kind: 'assertion'; holds: Holds; next: number }
  | { kind: 'look'; view: View; next: number }
  | { kind: 'end' };

type Accept = (code: number) => boolean;
type Holds = (text: string, at: number) => boolean;

/** What is looked for ahead of or behind a place. */
interface View {
  ways: Ways;
  negated: boolean;
}

/** The places of a pattern, which is followed from `start`; what stands ahead of a place is read backwards. */
interface Ways {
  places: Place[];
  start: number;
  isBackward: boolean;
  isAnchored: boolean;
}

/**
 * Makes what tells whether a text matches, by all ways through the pattern at once (Thompson's construction): each
 * character costs a step for each place of the pattern that may be reached, and never more, whatever the pattern.
 * What cannot be done so is a reference to what a group matched before.
 */
export function createWalker(pattern: Pattern): Walker {
  const room = { left: mostPlaces };
  const ways = layOut(pattern, false, room);
  return {
    walk: (text, work) => walk(ways, text, new Views(text, work), undefined),
    steps: (mostPlaces - room.left) * (2 + stepsOfCount),
  };
}

/**
 * Lays a pattern out as places, those that come last first; `room` says how many there may be, `counts` whether a place
 * may count characters: otherwise there is one for each.
 */
function layOut(pattern: Pattern, isBackward: boolean, room: { left: number }, counts = true): Ways {
  const places: Place[] = [];
  const views = new Map<Pattern, View>();
  const acceptors = new Map<string, Accept>();

  function add(place: Place): number {
    if (--room.left < 0)
      throw new UnwalkableError(`it comes to over ${mostPlaces.toLocaleString('en')} parts`);
    return places.push(place) - 1;
  }

  function accept(character: Pattern & { kind: 'character' }): Accept {
    const known = acceptors.get(character.source) ?? acceptorOf(character);
    acceptors.set(character.source, known);
    return known;
  }

  function build(part: Pattern, next: number): number {
    switch (part.kind) {
      case 'character':
        return add({ kind: 'character', accepts: accept(part), next });
      case 'sequence': {
        const parts = isBackward ? part.parts : part.parts.toReversed();
        return parts.reduce((after, one) => build(one, after), next);
      }
      case 'choice':
        return add({ kind: 'fork', next: part.branches.map((branch) => build(branch, next)) });
      case 'repeat':
        return buildRepeat(part, next);
      case 'assertion':
        return add({ kind: 'assertion', holds: assertions[part.holds], next });
      case 'look': {
        const view = views.get(part) ?? {
          ways: layOut(part.body, !part.behind, room),
          negated: part.negated,
        };
        views.set(part, view);
        return add({ kind: 'look', view, next });
      }
      case 'reference':
        throw new UnwalkableError('it refers back to what a group has matched');
    }
  }

  function buildRepeat(repeat: Pattern & { kind: 'repeat' }, next: number): number {
    const { body, least, most } = repeat;
    if (most === 0) return next;
    if (counts && body.kind === 'character' && Math.max(least, most === Infinity ? 1 : most) > 1)
      return add({ kind: 'count', accepts: accept(body), next, least, most });
    if (most === Infinity) {
      const loop = add({ kind: 'fork', next: [] });
      const inside = build(body, loop);
      (places[loop] as { next: number[] }).next = [inside, next];
      return least === 0 ? loop : copy(body, least - 1, inside);
    }
    let after = next;
    for (let left = most - least; left > 0; left--) {
      const inside = build(body, after);
      if (inside === after) break;
      after = add({ kind: 'fork', next: [inside, next] });
    }
    return copy(body, least, after);
  }

  function copy(body: Pattern, times: number, next: number): number {
    let after = next;
    for (let left = times; left > 0; left--) {
      const inside = build(body, after);
      if (inside === after) break;
      after = inside;
    }
    return after;
  }

  const start = build(pattern, add({ kind: 'end' }));
  return { places, start, isBackward, isAnchored: !isBackward && isAnchored(pattern) };
}

/** Characters beyond ASCII whose answer is kept. */
const mostKept = 1000;

function acceptorOf({ symbols, source }: Pattern & { kind: 'character' }): Accept {
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number((symbols >> BigInt(code)) & 1n));
  const others = new Map<number, boolean>();
  const expression = new RegExp(`^${source}$`, 'u');
  return (code) => {
    if (code < 128) return ascii[code] === 1;
    const known = others.get(code);
    if (known !== undefined) return known;
    const isFit = expression.test(String.fromCodePoint(code));
    if (others.size < mostKept) others.set(code, isFit);
    return isFit;
  };
}

const assertions: Record<(Pattern & { kind: 'assertion' })['holds'], Holds> = {
  start: (_text, at) => at === 0,
  end: (text, at) => at === text.length,
  boundary: isBoundary,
  noBoundary: (text, at) => !isBoundary(text, at),
};

function isBoundary(text: string, at: number): boolean {
  return isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
}

/** ECMA-262, 22.2.2.9.3: `\w`. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** What is seen from each place of one text, found where it is first asked for. */
class Views {
  readonly #seen = new Map<Ways, Uint8Array>();

  constructor(
    readonly text: string,
    readonly work: Work,
  ) {}

  holds({ ways, negated }: View, at: number): boolean {
    const seen = this.#seen.get(ways) ?? new Uint8Array(this.text.length + 1);
    if (!this.#seen.has(ways)) walk(ways, this.text, this, seen);
    this.#seen.set(ways, seen);
    return (seen[at] === 1) !== negated;
  }
}

/** Where those are that came to a counted character, by the step at which they did: the first one came first. */
interface Queue {
  entries: number[];
  head: number;
}

type Counted = Place & { kind: 'count' };

/** Whether an end is reached; where `ends` is given, all places of the text at which one is are marked in it. */
function walk(ways: Ways, text: string, views: Views, ends?: Uint8Array): boolean {
  const { isBackward, isAnchored: once } = ways;
  const { work } = views;
  const state = new Walk(ways, text, views);
  const last = isBackward ? 0 : text.length;
  for (;;) {
    if (!once || state.step === 0) state.reach(ways.start);
    if (state.isEnd) {
      if (ends === undefined) return true;
      ends[state.at] = 1;
      state.isEnd = false;
    }
    if (work.left < 0) throw new TiredError();
    if (state.at === last || (once && state.waiting.length === 0)) return false;
    const code = isBackward ? codeBefore(text, state.at) : (text.codePointAt(state.at) ?? 0);
    const width = code > 0xffff ? 2 : 1;
    state.at += isBackward ? -width : width;
    state.read(code);
  }
}

/** Where a walk has come to: how far in the text, and at which places of the pattern. */
class Walk {
  at: number;
  /** Characters that have been read. */
  step = 0;
  isEnd = false;
  /** The places that wait for a character. */
  waiting: number[] = [];

  /** The steps at which a place was reached last, and at which it began to wait. */
  readonly #visited: Int32Array;
  readonly #listed: Int32Array;
  readonly #queues = new Map<number, Queue>();
  readonly #pending: number[] = [];
  readonly #places: readonly Place[];
  readonly #work: Work;

  constructor(
    { places, isBackward }: Ways,
    readonly text: string,
    readonly views: Views,
  ) {
    this.at = isBackward ? text.length : 0;
    this.#visited = new Int32Array(places.length).fill(-1);
    this.#listed = new Int32Array(places.length).fill(-1);
    this.#places = places;
    this.#work = views.work;
  }

  /** Goes on from a place as far as no character is needed. */
  reach(from: number): void {
    const { step } = this;
    const pending = this.#pending;
    const visited = this.#visited;
    pending.push(from);
    for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
      if (visited[here] === step) continue;
      visited[here] = step;
      this.#work.left--;
      const place = this.#places[here] as Place;
      switch (place.kind) {
        case 'character':
          this.waiting.push(here);
          break;
        case 'count':
          this.#enter(here, place);
          break;
        case 'fork':
          for (const next of place.next) pending.push(next);
          break;
        case 'assertion':
          if (place.holds(this.text, this.at)) pending.push(place.next);
          break;
        case 'look':
          if (this.views.holds(place.view, this.at)) pending.push(place.next);
          break;
        case 'end':
          this.isEnd = true;
      }
    }
  }

  /** Reads a character at all places that wait for one, and goes on from those that accept it. */
  read(code: number): void {
    this.step++;
    const found = this.waiting;
    this.#work.left -= found.length;
    this.waiting = [];
    // All that were counted before are seen to first: what comes anew at this step starts at nothing.
    const left: number[] = [];
    for (const here of found) {
      const place = this.#places[here] as Counted | (Place & { kind: 'character' });
      const isFit = place.accepts(code);
      if (place.kind === 'count' && !isFit) forget(this.#queues.get(here) as Queue);
      else if (isFit && (place.kind === 'character' || this.#isCounted(here, place))) left.push(place.next);
    }
    for (const next of left) this.reach(next);
  }

  #enter(here: number, { least, most, next }: Counted): void {
    this.#work.left -= stepsOfCount;
    const queue = this.#queues.get(here) ?? { entries: [], head: 0 };
    this.#queues.set(here, queue);
    // Of those that may stay for ever, the first one will always do.
    if (most !== Infinity || queue.head === queue.entries.length) queue.entries.push(this.step);
    this.#list(here);
    if (least === 0) this.#pending.push(next);
  }

  #list(here: number): void {
    if (this.#listed[here] !== this.step) this.waiting.push(here);
    this.#listed[here] = this.step;
  }

  /** Whether a counted character, which has brought us to this step, has come often enough to go on. */
  #isCounted(here: number, { least, most }: Counted): boolean {
    this.#work.left -= stepsOfCount;
    const queue = this.#queues.get(here) as Queue;
    const { entries } = queue;
    if (this.step - (entries[queue.head] ?? this.step) > most) queue.head++;
    const first = entries[queue.head];
    if (first === undefined) {
      forget(queue);
      return false;
    }
    if (queue.head > mostKept && queue.head * 2 > entries.length) {
      queue.entries = entries.slice(queue.head);
      queue.head = 0;
    }
    this.#list(here);
    return this.step - first >= least;
  }
}

function forget(queue: Queue): void {
  queue.entries.length = 0;
  queue.head = 0;
}

/** The character that ends at a place. */
function codeBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  const isPair = code >= 0xdc00 && code <= 0xdfff && at > 1;
  const whole = isPair ? (text.codePointAt(at - 2) ?? code) : code;
  return whole > 0xffff ? whole : code;
}

/** Places of a pattern that is scanned, and sets of them that a text may lead to. */
const mostScanned = 1000;
const mostStates = 200;
/** Characters beyond ASCII for which it is kept where they lead to. */
const mostOthers = 20_000;
/** What a character takes where its set is known: parts of a step, and more of them beyond ASCII. */
const scansInStep = 16;
const scansBeyondAscii = 4;

/** Characters of a text that can always be scanned. */
export const mostScannedIn = (steps: number): number => (steps * scansInStep) / scansBeyondAscii;

/** The places of a pattern that may be reached together, and the sets that characters lead to from there. */
interface State {
  waiting: readonly (Place & { kind: 'character' })[];
  /** Whether the pattern has come to its end here, and whether it has if the text has, too. */
  isEnd: boolean;
  isEndOfText: boolean;
  ascii: (State | undefined)[];
  others: Map<number, State>;
}

/** Tells whether a text matches; undefined where it leads to too many sets of places. */
interface Scanner {
  scan: (text: string, work: Work) => boolean | undefined;
  /** Whether no text leads to too many, as far as a few characters beyond ASCII tell. */
  isSmall: () => boolean;
}

/**
 * Makes what follows all ways through a pattern at once like {@link createWalker}, but finds each set of places once: a
 * character takes no longer however many ways there are (subset construction). Undefined for patterns that look around,
 * other than ahead from the start of a text, that ask for the bounds of words, or that count too far.
 */
export function createScanner(pattern: Pattern): Scanner | undefined {
  const parts = splitViews(pattern).map(({ body, negated, isView }) => {
    const automaton = Automaton.of(body, isView);
    return automaton && { automaton, negated };
  });
  if (!parts.every((part) => part !== undefined)) return undefined;
  return {
    scan: (text, work) => {
      for (const { automaton, negated } of parts) {
        const isFit = automaton.scan(text, work);
        if (isFit === undefined) return undefined;
        if (isFit === negated) return false;
      }
      return true;
    },
    isSmall: () => parts.every(({ automaton }) => automaton.isSmall()),
  };
}

/** What a pattern looks for ahead of the start of a text, and the pattern without that. */
function splitViews(pattern: Pattern): { body: Pattern; negated: boolean; isView: boolean }[] {
  const parts = pattern.kind === 'sequence' ? pattern.parts : [];
  const end = parts.findIndex((part) => !isLeading(part));
  const leading = end === -1 ? parts : parts.slice(0, end);
  const start = leading.find(({ kind }) => kind === 'assertion');
  if (start === undefined) return [{ body: pattern, negated: false, isView: false }];
  const rest = { ...pattern, kind: 'sequence' as const, parts: [start, ...parts.slice(leading.length)] };
  const views = leading.flatMap((part) =>
    part.kind === 'look' ? [{ body: part.body, negated: part.negated, isView: true }] : [],
  );
  return [...views, { body: rest, negated: false, isView: false }];
}

function isLeading(part: Pattern): boolean {
  return (part.kind === 'look' && !part.behind) || (part.kind === 'assertion' && part.holds === 'start');
}

/** The sets of places of one pattern, as far as texts have led to them. */
class Automaton {
  readonly #states = new Map<string, State>();
  readonly #ids: ReadonlyMap<Place, number>;
  readonly #first: State;
  #keptOthers = 0;

  private constructor(
    private readonly ways: Ways,
    /** Whether it begins at the start of the text and nowhere else. */
    private readonly isFixed: boolean,
  ) {
    this.#ids = new Map(ways.places.map((place, index) => [place, index]));
    this.#first = this.#close([ways.start], true);
  }

  static of(pattern: Pattern, isView: boolean): Automaton | undefined {
    try {
      const ways = layOut(pattern, false, { left: mostScanned }, false);
      return ways.places.every(isScanned) ? new Automaton(ways, isView || ways.isAnchored) : undefined;
    } catch (error) {
      if (error instanceof UnwalkableError) return undefined;
      throw error;
    }
  }

  scan(text: string, work: Work): boolean | undefined {
    const most = work.left * scansInStep;
    let state = this.#first;
    let taken = 0;
    try {
      for (let at = 0; ;) {
        if (state.isEnd) return true;
        if (at === text.length) return state.isEndOfText;
        if (state.waiting.length === 0 && this.isFixed) return false;
        const unit = text.charCodeAt(at);
        const code = unit < 128 ? unit : (text.codePointAt(at) ?? unit);
        const known = code < 128 ? state.ascii[code] : state.others.get(code);
        taken +=
          known === undefined ? 2 * scansInStep * this.ways.places.length : code < 128 ? 1 : scansBeyondAscii;
        if (taken > most) throw new TiredError();
        const next = known ?? this.#go(state, code);
        if (next === undefined) return undefined;
        state = next;
        at += code > 0xffff ? 2 : 1;
      }
    } finally {
      work.left -= Math.ceil(taken / scansInStep);
    }
  }

  isSmall(): boolean {
    const samples = [...Array.from({ length: 128 }, (_, code) => code), 0xe9, 0x4e2d, 0x1f600];
    const found = new Set([this.#first]);
    for (const state of found) {
      for (const code of samples) {
        const next = this.#go(state, code);
        if (next === undefined) return false;
        found.add(next);
      }
    }
    return true;
  }

  /** The state that a character leads to; undefined where there are too many. */
  #go(state: State, code: number): State | undefined {
    const reached = state.waiting.flatMap(({ accepts, next }) => (accepts(code) ? [next] : []));
    const next = this.#close(this.isFixed ? reached : [...reached, this.ways.start], false);
    if (this.#states.size > mostStates) return undefined;
    if (code < 128) state.ascii[code] = next;
    else if (this.#keptOthers++ < mostOthers) state.others.set(code, next);
    return next;
  }

  /** The state of all places that can be reached from some without a character. */
  #close(from: readonly number[], isStart: boolean): State {
    const here = this.#reach(from, isStart, false);
    const atEnd = this.#reach(from, isStart, true);
    const waiting = here.filter((place) => place.kind === 'character');
    const isEnd = here.some(({ kind }) => kind === 'end');
    const isEndOfText = atEnd.some(({ kind }) => kind === 'end');
    const key = [isEnd, isEndOfText, ...waiting.map((place) => this.#ids.get(place))].join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = { waiting, isEnd, isEndOfText, ascii: [], others: new Map<number, State>() };
    this.#states.set(key, state);
    return state;
  }

  #reach(from: readonly number[], isStart: boolean, isEnd: boolean): Place[] {
    // A set keeps growing while it is walked.
    const reached = new Set(from);
    for (const index of reached) {
      const place = this.ways.places[index] as Place;
      if (place.kind === 'fork') for (const next of place.next) reached.add(next);
      if (place.kind !== 'assertion') continue;
      if (place.holds === assertions.start ? isStart : isEnd) reached.add(place.next);
    }
    return [...reached].toSorted((a, b) => a - b).map((index) => this.ways.places[index] as Place);
  }
}

/** Whether what a place asks for depends on nothing but one character, or the ends of the text. */
function isScanned(place: Place): boolean {
  if (place.kind === 'assertion') return place.holds === assertions.start || place.holds === assertions.end;
  return place.kind !== 'look' && place.kind !== 'count';
}
