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
    const waitMs = Math.max(0, until - start);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(go);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
      const go = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(signal.reason as Error);
      };
      const giveUp = () => {
        leave();
        reject(new NoResponseError('no turn', {}, Math.round(performance.now() - start)));
      };
      const timer = setTimeout(giveUp, waitMs);
      signal.addEventListener('abort', abort);
      waiting.add(go);
    });
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
