import type { Outgoing } from '../request/outgoing.js';

/** What has come of a response before its content. */
export interface Reply {
  status: number;
  reason: string;
  headers: Headers;
  /** Hands the content on piece by piece, decompressed; where `take` returns a promise, what follows waits for it. */
  read: (take: (piece: Uint8Array) => Promise<void> | undefined) => Promise<void>;
  /** Gives the rest up: `read` ends. */
  drop: () => void;
}

/** Sends one request, and follows no redirect. */
export type Exchange = (request: Outgoing, stop: Stop) => Promise<Reply>;

/** How requests reach the API. */
export interface Network {
  exchange: Exchange;
  /** What no text may show: the passwords of proxies. */
  secrets?: readonly string[];
}

/** Ends one attempt at a request, for the reason that is given first. */
export class Stop {
  reason: Error | undefined;
  #onStop: ((reason: Error) => void) | undefined;
  #controller: AbortController | undefined;

  /** Says who is told; there is one at a time, and one that comes late is told at once. */
  listen(onStop: (reason: Error) => void): void {
    this.#onStop = onStop;
    if (this.reason !== undefined) onStop(this.reason);
  }

  now(reason: Error): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#controller?.abort(reason);
    this.#onStop?.(reason);
  }

  /** The same for who needs a signal, which most do not. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }
}
