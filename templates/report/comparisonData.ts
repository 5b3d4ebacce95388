/**
 * The contract between the generator and the page of a comparison: what `mcpwright diff` finds out, and both sides of
 * each tool. Plain JSON.
 */
export interface ComparisonPage {
  old: PageSide;
  new: PageSide;
  /** How many changes there are of each impact. */
  counts: Record<PageImpact, number>;
  /** What has to be known of all of it, a sentence each. */
  whole?: string[];
  changes: PageChange[];
  tools: PageToolChange[];
  /** What both sides say: in arrays and objects, the places of their members in this table. */
  values: unknown[];
}

export type PageImpact = 'breaking' | 'possibly-breaking' | 'compatible' | 'words';

export interface PageSide {
  source: string;
  title: string;
  version: string;
  tools: number;
  tokens: number;
}

export interface PageChange {
  impact: PageImpact;
  /** Left out where the whole server is meant. */
  tool?: string;
  /** The tools that are meant, where there are several. */
  tools?: readonly string[];
  /** What happened, and to what, on one line. */
  what: string;
}

export interface PageToolChange {
  name: string;
  was?: string;
  state: 'added' | 'removed' | 'changed';
  impact: PageImpact;
  operation: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** The tool as a model sees it, by its place in {@link ComparisonPage.values}. */
  before?: number;
  after?: number;
}
