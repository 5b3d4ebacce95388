import { NoResponseError } from '../errors.js';

/** How many requests are under way at once, and how many wait for their turn. */
interface Limits {
  concurrency?: number | undefined;
  queue?: number | undefined;
}

/** Who asks for a turn, and for how long. */
interface Turn {
  /** Aborted when the turn is not wanted any more. */
  signal: AbortSignal;
  /** Until when it is waited for, as `performance.now()` says it. */
  until: number;
}

/** Sees to it that no more requests are under way at once than may be. */
export interface Limiter {
  /**
   * Takes a turn, which has to be given back. A promise comes only where one has to be waited for; those that wait
   * get theirs in the order in which they came.
   *
   * @throws NoResponseError where too many wait already, or the time is over before the turn comes.
   */
  take: (turn: Turn) => Promise<void> | undefined;
  give: () => void;
}

/** Without limits, everybody has a turn at once. */
export function createLimiter({ concurrency = Infinity, queue = Infinity }: Limits = {}): Limiter {
  let free = concurrency;
  const waiting = new Set<() => void>();

  function wait({ signal, until }: Turn): Promise<void> {
    const start = performance.now();
    const describe = () => new NoResponseError('no turn', {}, Math.round(performance.now() - start));
    return waitAmong(waiting, signal, () => true, { ms: Math.max(0, until - start), describe });
  }

  return {
    take: (turn) => {
      turn.signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return undefined;
      }
      if (waiting.size >= queue) throw new NoResponseError('busy');
      return wait(turn);
    },
    give: () => {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    },
  };
}

/**
 * Waits among others until it is looked at and may go on; what ends the waiting before that is thrown: the reason of the
 * signal, or at the end of its time what is then described.
 */
function waitAmong(
  waiting: Set<() => void>,
  signal: AbortSignal,
  mayGo: () => boolean,
  limit?: { ms: number; describe: () => Error },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (settle: () => void) => {
      waiting.delete(look);
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      settle();
    };
    const look = () => mayGo() && leave(resolve);
    const abort = () => leave(() => reject(signal.reason as Error));
    const timer = limit && setTimeout(() => leave(() => reject(limit.describe())), limit.ms);
    waiting.add(look);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });
}

/** Bytes of answers that are kept at once, besides the first of each. */
const mostKept = 32 * 1024 * 1024;
/** Bytes of an answer that need no room: most have fewer. */
const freeBytes = 1024 * 1024;

/** Sees to it that the answers of all calls together take no more memory than there is. */
interface Room {
  /** The room of one call. */
  open: () => Share;
}

export interface Share {
  /**
   * Has an answer of so many bytes kept. A promise comes only where it has to be waited for, until the signal says
   * otherwise; the call that has waited longest always goes on, so that one ends.
   */
  keep: (bytes: number, signal: () => AbortSignal) => Promise<void> | undefined;
  /** Does what takes much memory for a while: where the answer is large, when no other call does. */
  alone: <T>(run: () => T | Promise<T>) => Promise<T>;
  /** Gives all of it back. */
  close: () => void;
}

/** A room of so many bytes. */
export function createRoom(most = mostKept): Room {
  /** The shares that keep something, or wait to, in the order in which they came. */
  const held = new Map<object, number>();
  const waiting = new Set<() => void>();
  let used = 0;
  let last: Promise<unknown> = Promise.resolve();

  function fits(share: object, more: number): boolean {
    const [oldest] = held.keys();
    return used + more <= most || oldest === share;
  }

  function open(): Share {
    const share = {};

    function take(more: number): boolean {
      if (!held.has(share)) held.set(share, 0);
      if (!fits(share, more)) return false;
      held.set(share, (held.get(share) ?? 0) + more);
      used += more;
      return true;
    }

    return {
      keep: (bytes, signal) => {
        const more = bytes - (held.get(share) ?? 0);
        if (bytes <= freeBytes || more <= 0) return undefined;
        // In steps, so that it does not wait again for each piece.
        const taken = Math.max(more, freeBytes);
        return take(taken) ? undefined : waitAmong(waiting, signal(), () => take(taken));
      },
      alone: (run) => {
        if (!held.has(share)) return Promise.resolve().then(run);
        const mine = last.then(run);
        last = mine.catch(() => undefined);
        return mine;
      },
      close: () => {
        used -= held.get(share) ?? 0;
        if (!held.delete(share)) return;
        for (const look of waiting) look();
      },
    };
  }

  return { open };
}

/** Bytes of the first block, and those beyond which there is but one more block. */
const firstBlock = 64 * 1024;
const smallEnough = 1024 * 1024;
/**
 * Bytes of that one: more than an answer may have, since memory is taken only as it is written to; and so many that it is
 * given back to the system at once (of blocks below 32 MB, the C library keeps some).
 */
const largestBlock = 33 * 1024 * 1024;

/** Puts pieces of bytes together, of any size: very many small ones would each take far more memory than their bytes. */
interface Gathered {
  add: (piece: Uint8Array) => void;
  /** All that was added; what is added later may be written into it. */
  join: () => Uint8Array;
}

export function gatherBytes(): Gathered {
  /** As long as there is but one, it stays as it is. */
  let only: Uint8Array | undefined;
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;

  function copy(piece: Uint8Array): void {
    const needed = used + piece.length;
    if (needed > block.length) {
      const doubled = Math.max(firstBlock, 2 * block.length, needed);
      const larger = Buffer.allocUnsafeSlow(
        doubled <= smallEnough ? doubled : Math.max(largestBlock, doubled),
      );
      larger.set(block.subarray(0, used));
      block = larger;
    }
    block.set(piece, used);
    used = needed;
  }

  return {
    add: (piece) => {
      if (only === undefined && block.length === 0) {
        only = piece;
        return;
      }
      if (only !== undefined) copy(only);
      only = undefined;
      copy(piece);
    },
    join: () => only ?? block.subarray(0, used),
  };
}
