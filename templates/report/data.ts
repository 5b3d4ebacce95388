/**
 * The contract between the generator and the page of the report: what `mcpwright budget` finds out, and what
 * its page shows beyond that. Plain JSON.
 */

/** What the tools of a server take of a model's context, in tokens (o200k). */
export interface Budget {
  source: string;
  /** The version that the document says, such as `3.0.4`. */
  openapi: string;
  /** Operations in the document, those included that became no tool. */
  operations: number;
  /** Those that the user's choices leave out. */
  unselected: number;
  /** Those that are wanted and could not become a tool. */
  failed: BudgetFailure[];
  server: { name: string; title: string; version: string };
  /** How tools are offered where nobody chooses: all in one list, or searched for. */
  mode: 'list' | 'dynamic';
  /** Why, in the words of the server. */
  reason: string;
  tokens: {
    /** Every schema written out in full and no text cut. */
    naive: number;
    /** All tools as they are listed in mode `list`. */
    list: number;
    /** What a client gets when it connects, in the mode above: the tools that are listed, and the instructions. */
    connect: number;
    /** Beside all of these: the schemas of answers written out in full, and as they are listed. */
    naiveOutput: number;
    output: number;
  };
  /** What Claude makes of the tokens at connect, from and to. */
  claude: [from: number, to: number];
  budget: {
    /** Tokens that a tool may take. */
    tool: number;
    /** Tokens that a list may take: beyond it, tools have to be searched for. */
    total: number;
    /** Tools that a list may hold. */
    tools: number;
  };
  /** Arguments that calls can carry, and that the listed schemas do not tell of. */
  parametersLost: number;
  /** The names of the tools that take more than their budget. */
  over: string[];
  /** The names of the toolsets that take more than the total. */
  toolsetsOver: string[];
  toolsets: BudgetToolset[];
  tools: BudgetTool[];
}

/** An operation that could not become a tool. */
export interface BudgetFailure {
  /** Such as `GET /pets`. */
  operation: string;
  /** Where the document says it: `#/paths/~1pets/get`. */
  pointer: string;
  location?: { file: string; line: number; column: number };
  why: string;
}

export interface BudgetToolset {
  name: string;
  title: string;
  tools: number;
  naive: number;
  tokens: number;
  naiveOutput: number;
  output: number;
  /** The highest rung among its tools. */
  rung: number;
  /** What its tools lost, and how many of them; most common first. */
  lost: { what: string; tools: number }[];
}

export interface BudgetTool {
  name: string;
  title: string;
  toolset: string;
  method: string;
  path: string;
  readOnly: boolean;
  /** Listed even where most tools have to be searched for. */
  pinned: boolean;
  naive: number;
  tokens: number;
  /** The schema of its answers written out in full, and its output schema as it is listed. */
  naiveOutput: number;
  output: number;
  /** How far down the ladder of cuts it had to go. */
  rung: number;
  /** What was left out, in words. */
  lost: string[];
  parametersLost: number;
  /** The names of those parameters. */
  lostArguments: string[];
  /** Whether it takes more than its budget. */
  over: boolean;
  /** Where the document says this: `#/paths/~1pets/get`. */
  pointer: string;
}

/** What the page holds: the budget, and both sides of each tool. */
export interface PageData extends Omit<Budget, 'tools'> {
  tools: PageTool[];
  /** What both sides say: in arrays and objects, the places of their members in this table. */
  values: unknown[];
}

/** A tool, and where in {@link PageData.values} its sides are. */
export interface PageTool extends BudgetTool {
  /** As a model sees it. */
  listed: number;
  /** As the document says it, references in place. */
  operation: number;
  /** The parameters of its path, where the document has them there. */
  shared?: number;
}
