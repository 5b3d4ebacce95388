import type { Tool } from '../model/server.js';

/** A tool as the server lists it: what `tools/list` answers, and what its tokens are counted from. */
export function listTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Omit<Tool, 'request'>): object {
  const schemas = { inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }) };
  return { name, title, description, ...schemas, annotations: { title, ...annotations } };
}
