import type { Api, Operation } from '../../model/api.js';
import type { Tool, ToolEntry } from '../../model/server.js';
import { listSuccesses } from '../responses.js';

type Link = NonNullable<Tool['request']['links']>[number];

/** Links of a tool, at most. */
const most = 10;

/**
 * The tools that the successful responses of others lead to, with what the document says of their arguments (OpenAPI
 * 3.2, Link Object). A link to what is no tool, or whose parameters are no arguments, is left out.
 *
 * @param entries - the tools of the API
 * @returns by the name of the tool that answers
 */
export function planLinks(api: Api, entries: readonly ToolEntry[]): ReadonlyMap<string, Link[]> {
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const targets = new Map(
    entries.flatMap((entry) => {
      const operation = operations.get(entry.pointer);
      if (operation === undefined) return [];
      return [operation.operationId, operation.pointer].map((name) => [name, entry] as const);
    }),
  );
  return new Map(
    entries.flatMap((entry): [string, Link[]][] => {
      const operation = operations.get(entry.pointer);
      const links = operation === undefined ? [] : linksOf(operation, targets);
      return links.length === 0 ? [] : [[entry.tool.name, links]];
    }),
  );
}

function linksOf(operation: Operation, targets: ReadonlyMap<string, ToolEntry>): Link[] {
  const links = listSuccesses(operation).flatMap((response) =>
    (response.links ?? []).flatMap(({ target, parameters }): Link[] => {
      const { tool, pointer } = targets.get(target) ?? {};
      const given = tool && fitArguments(tool, parameters);
      if (tool === undefined || given === undefined) return [];
      const values = Object.values(given);
      // The same call once more leads nowhere.
      const isSame = pointer === operation.pointer && values.every(isOfRequest);
      return isSame || values.some(namesSecret) ? [] : [{ tool: tool.name, arguments: given }];
    }),
  );
  const known = new Map(links.map((link) => [JSON.stringify(link), link]));
  return [...known.values()].slice(0, most);
}

function isOfRequest(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('$request.');
}

/** Whether a value holds what proves who somebody is. */
function namesSecret(value: unknown): boolean {
  return (
    typeof value === 'string' && /\.header\.(?:set-cookie|cookie|(?:proxy-)?authorization)\b/i.test(value)
  );
}

/** What a link gives by the names of arguments: `path.id` names a parameter of one place. */
function fitArguments(
  { request }: Pick<Tool, 'request'>,
  given: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const fitted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const parameter =
      request.parameters.find((one) => one.name === name) ??
      request.parameters.find((one) => `${one.in}.${one.name}` === name);
    if (parameter === undefined) return undefined;
    if (parameter.constant === undefined) fitted[parameter.argument] = value;
  }
  return fitted;
}
