/** How an emitted server can be called. */
export const transports = ['stdio', 'http'] as const;

/** Whether tools are listed, or searched for; `auto` has them searched for where the list would be too long. */
export const modes = ['auto', 'list', 'dynamic'] as const;

/**
 * Parts that the document alone cannot decide. One that is not said is built in where the document needs it, and left out
 * otherwise: `generator/emit/features.ts` is the table of what they bring.
 */
export interface FeatureChoices {
  transports?: (typeof transports)[number][];
  mode?: (typeof modes)[number];
  /** Access tokens of an authorization server, which clients need over HTTP. */
  auth?: boolean;
  /** Calls over HTTP with credentials of their users: from headers, or exchanged for the token of the client. */
  users?: boolean;
  /** Sessions over HTTP for clients of protocol 2025-11-25 and earlier. */
  sessions?: boolean;
  /** Limits on the requests of one client over HTTP. */
  limits?: boolean;
  /** Whether code of src/custom.ts asks users, or the client itself. */
  questions?: boolean;
  /** Results from the examples and schemas of the document, with nothing sent. */
  mock?: boolean;
  /** Proxies, further certificate authorities and client certificates. */
  proxies?: boolean;
  /** `status`, `login` and `logout` on the command line. */
  commands?: boolean;
  /** Files that the API returns, saved in a folder. */
  downloads?: boolean;
  /** A matcher of regular expressions whose work is bounded, in place of that of Node. */
  patterns?: boolean;
}
