/** What time it is, and how it passes. */
export interface Clock {
  now: () => number;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How a user logs in. */
export interface LoginOptions {
  /** Tells the user something, a line or more. */
  log: (line: string) => void;
  /** Whether a browser is opened; the URL is told in any case. */
  browser: boolean;
  openBrowser: (url: URL) => void;
  /** The port that the browser is sent back to; 0 for any that is free. */
  port: number;
  clock: Clock;
  signal?: AbortSignal;
}
