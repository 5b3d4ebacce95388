/** What tells one state of a resource from another (RFC 9110, 8.8). */
interface Mark {
  etag?: string | undefined;
  modified?: string | undefined;
  /** Of what was read. */
  digest: string;
}

/** What a look at a resource has found; `afterMs` is how long it is not to be looked at again. */
export type Found = { afterMs?: number | undefined } & (
  | { is: 'there'; mark: Mark }
  /** It is as it was. */
  | { is: 'same' }
  /** Nothing is there. */
  | { is: 'gone' }
  /** It may not be read. */
  | { is: 'refused' }
  /** Nobody knows. */
  | { is: 'failed' }
);

/** Looks at a resource, of which so much is known. */
export type Look = (mark: Mark | undefined, signal: AbortSignal) => Promise<Found>;

/** Who is told of changes of one resource. */
export interface Watcher {
  /** Who it is, or a client of which more is not known: watches so many resources at most. */
  owner: unknown;
  /** The same for all whose looks come to the same. */
  key: string;
  look: Look;
  /** Whether they may still read it; nothing where that cannot be said now. */
  mayStay: () => Promise<boolean | undefined>;
  tell: () => void;
  /** Told that they may not. */
  end: () => void;
}

/** What came of the wish to watch a resource: it is told what stops it. */
type Joined = { stop: () => void } | 'refused' | 'full';

/** Calls something later; gives what stops that. */
export type Later = (run: () => Promise<void>, ms: number) => () => void;

/** Resources that one client watches, and all of them. */
const mostOfOne = 100;
const mostOfAll = 1_000;
/** How long a resource is not looked at, whatever the API says and however often that failed. */
const longestMs = 3_600_000;

/** A resource that somebody watches. */
interface Watch {
  watchers: Set<Watcher>;
  /** What was there; nothing where that is not known, or nothing is there. */
  mark: Mark | undefined;
  isGone: boolean;
  failures: number;
  /** Aborted when nobody watches it any more. */
  idle: AbortController;
  cancel: () => void;
  /** Whether it was there to be read at the first look. */
  first: Promise<boolean>;
}

export type Board = ReturnType<typeof createBoard>;

/** Looks at resources as long as somebody watches them: once for all whose looks come to the same. */
export function createBoard(usualMs: number, later: Later) {
  const watches = new Map<string, Watch>();
  const { count, isFull } = createCounter();

  function leave(watch: Watch, watcher: Watcher): void {
    if (!watch.watchers.delete(watcher)) return;
    count(watcher.owner, -1);
    if (watch.watchers.size > 0) return;
    watch.idle.abort();
    watch.cancel();
    watches.delete(watcher.key);
  }

  function open(watcher: Watcher): Watch {
    const watch: Watch = {
      watchers: new Set([watcher]),
      mark: undefined,
      isGone: false,
      failures: 0,
      idle: new AbortController(),
      cancel: () => undefined,
      first: Promise.resolve(false),
    };
    watches.set(watcher.key, watch);
    watch.first = (async () => {
      const found = await look(watch);
      if (found === undefined) return false;
      accept(watch, found);
      plan(watch, found);
      return found.is !== 'gone' && found.is !== 'refused';
    })();
    return watch;
  }

  /** Nothing where nobody watches it any more. */
  async function look({ watchers, mark, idle }: Watch): Promise<Found | undefined> {
    const [one] = watchers;
    const found = await one?.look(mark, idle.signal).catch((): Found => ({ is: 'failed' }));
    return idle.signal.aborted ? undefined : found;
  }

  function plan(watch: Watch, { afterMs = 0 }: { afterMs?: number | undefined }): void {
    const backedOff = usualMs * 2 ** Math.min(watch.failures, 20);
    const ms = Math.max(usualMs, Math.min(longestMs, Math.max(backedOff, afterMs)));
    watch.cancel = later(() => lookAgain(watch), ms);
  }

  async function lookAgain(watch: Watch): Promise<void> {
    let isKnown = true;
    for (const watcher of watch.watchers) {
      const stays = await watcher.mayStay().catch(() => undefined);
      isKnown &&= stays !== undefined;
      if (stays !== false) continue;
      leave(watch, watcher);
      watcher.end();
    }
    if (watch.watchers.size === 0) return;
    // Who cannot be asked about is told nothing.
    const found: Found | undefined = isKnown ? await look(watch) : { is: 'failed' };
    if (found === undefined) return;
    const isNews = accept(watch, found);
    plan(watch, found);
    if (isNews) for (const watcher of watch.watchers) watcher.tell();
  }

  return async (watcher: Watcher): Promise<Joined> => {
    if (isFull(watcher.owner)) return 'full';
    count(watcher.owner, 1);
    const known = watches.get(watcher.key);
    known?.watchers.add(watcher);
    const watch = known ?? open(watcher);
    const stop = () => leave(watch, watcher);
    const isThere = await watch.first;
    if (isThere && !watch.isGone) return { stop };
    stop();
    return 'refused';
  };
}

/** Whether two marks are of different states: by what says most of those that both have. */
function isOther(one: Mark, other: Mark): boolean {
  if (one.etag !== undefined && other.etag !== undefined) return weaken(one.etag) !== weaken(other.etag);
  if (one.modified !== undefined && other.modified !== undefined) return one.modified !== other.modified;
  return one.digest !== other.digest;
}

/** As tags are compared where bytes do not matter (RFC 9110, 8.8.3.2). */
function weaken(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** Keeps what was found, and says whether it is news. */
function accept(watch: Watch, found: Found): boolean {
  const { mark, isGone } = watch;
  const isRead = found.is === 'there' || found.is === 'same';
  watch.failures = isRead ? 0 : watch.failures + 1;
  if (found.is === 'gone') Object.assign(watch, { mark: undefined, isGone: true });
  if (found.is === 'there') Object.assign(watch, { mark: found.mark, isGone: false });
  if (found.is === 'gone') return !isGone;
  // What could not be read before may have changed meanwhile.
  return found.is === 'there' && (mark === undefined || isOther(mark, found.mark));
}

/** Counts who watches how much. */
function createCounter() {
  const counts = new Map<unknown, number>();
  let total = 0;
  return {
    count: (owner: unknown, by: 1 | -1) => {
      total += by;
      const left = (counts.get(owner) ?? 0) + by;
      if (left === 0) counts.delete(owner);
      else counts.set(owner, left);
    },
    isFull: (owner: unknown) => total >= mostOfAll || (counts.get(owner) ?? 0) >= mostOfOne,
  };
}
