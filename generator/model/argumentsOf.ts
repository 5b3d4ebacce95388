import type { Tool } from './server.js';

/** The arguments that a call can carry into its request, in the order in which they are listed. */
export function argumentsOf({ parameters, body }: Tool['request']): string[] {
  const given = parameters.filter(({ constant }) => constant === undefined).map(({ argument }) => argument);
  if (body === undefined) return given;
  return [...given, ...(body.fields === undefined ? [body.argument] : Object.keys(body.fields))];
}
