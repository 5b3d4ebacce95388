/** The names of the tools by which a server has others found and called: no operation is called so. */
export const reservedNames: ReadonlySet<string> = new Set([
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_write_tool',
  'enable_toolset',
]);
