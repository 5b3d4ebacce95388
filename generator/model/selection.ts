/** What became of the operations of a document, and by what. */
export interface Selection {
  /** Operations in the document, those included that cannot be read. */
  operations: number;
  /** Those that are offered. */
  offered: number;
  /** Everything that took part in it, in the order in which it counts. */
  rules: RuleMatch[];
}

/** A rule, or another word on what is offered, and the operations that it matches. */
export interface RuleMatch {
  /** Where it is said: the key of the configuration, such as `include` or `toolsets.shop`, or `x-mcp` in the document. */
  kind: string;
  /** As on the command line: `tag=pets method=GET`. */
  rule: string;
  /** Such as `GET /pets`. */
  operations: string[];
}

/** How many operations each rule matches: `include tag=pets matches 8, exclude deprecated matches 2`. */
export function listMatches({ rules }: Pick<Selection, 'rules'>): string {
  return rules.map(({ kind, rule, operations }) => `${kind} ${rule} matches ${operations.length}`).join(', ');
}
