import type { Content } from './payload.js';
import type { Method } from '../tool.js';

/** One HTTP request, ready to be sent. */
export interface Outgoing {
  method: Method;
  url: URL;
  headers: Headers;
  body?: Content;
  /** Adds the credentials that go in the query to another address of the same origin. */
  sign?: (url: URL) => void;
}
