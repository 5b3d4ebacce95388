/** The names of the tools by which other tools are found and called; the generator gives them to no operation. */
export const metaNames = [
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_write_tool',
  'enable_toolset',
] as const;
export type MetaName = (typeof metaNames)[number];
