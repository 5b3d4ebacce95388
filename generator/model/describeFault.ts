/** A fault of ours as half a sentence, for the place of a document where it showed. */
export function describeFault(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `mcpwright itself fails on it, which is a fault of mcpwright and none of the document (${said})`;
}
