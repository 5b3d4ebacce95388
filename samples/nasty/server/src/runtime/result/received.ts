import type { Share } from '../http/createRoom.js';
import type { Selector } from '../select/createSelector.js';
import type { Recipe } from '../tool.js';

/** What was asked for, and how what comes back is to be shown. */
export interface Asked {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** What was sent. */
  url: URL;
  secrets: readonly string[];
  /** Tokens of the answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in; where there is none, they are embedded. */
  downloads?: string | undefined;
  /** Set where parts of the answer can be picked out. */
  canSelect?: boolean;
  /** Set where an output schema promises a value. */
  isPromised?: boolean;
  /** Picks out what the call asks for. */
  selector?: Selector | undefined;
  /** Where the answer is kept. */
  share?: Share | undefined;
}

/** An answer, and what is needed to hand it on. */
export interface Received extends Asked {
  body: Uint8Array;
  headers: Headers;
  /** As the API says it; empty where it says none. */
  contentType: string;
  /** That without its parameters. */
  mediaType: string;
  /** What was asked for, without query and credentials. */
  address: string;
}
