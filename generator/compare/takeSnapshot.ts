import type { Api } from '../model/api.js';
import type { Selection } from '../model/selection.js';
import type { Maker, Snapshot } from '../model/comparison.js';
import { endingOf, listFormer } from '../model/requests.js';
import { type Mode, type Server, decideMode } from '../model/server.js';

/** What is known besides. */
interface Known {
  /** How the tools of the project have been met so far, where there is one. */
  before?: Mode | undefined;
  /** What became of the operations of the document. */
  found?: Found;
  maker?: Maker | undefined;
}

interface Found {
  /** Of each document, in the order of the sources. */
  parts: readonly { api: Pick<Api, 'leftOut' | 'skipped'>; selection: Selection }[];
}

/** What of a server is compared with another. */
export function takeSnapshot(server: Server, { before, found, maker }: Known = {}): Snapshot {
  const { api, toolsets, components, names, resources, prompts, promises } = server;
  const operations = new Map(
    Object.entries(names.given).map(([operation, given]) => [given.name, { operation, given }]),
  );
  const formerNames = listFormer(server);
  return {
    api: { ...api, ...(formerNames && { formerNames }) },
    components,
    mode: server.mode ?? decideMode(server, before),
    ...(found && { leftOut: listLeftOut(found, Object.keys(api.sources ?? {})) }),
    ...(maker && { maker }),
    ...(promises && { promises }),
    ...(resources && { resources: resources.map(({ resource }) => resource) }),
    ...(prompts && { prompts }),
    toolsets: toolsets.map(({ name, title, description }) => ({ name, title, description })),
    tools: toolsets.flatMap((toolset) =>
      toolset.tools.map(({ tool, enforced, cost }) => {
        const known = operations.get(tool.name);
        const operationId = known?.given.operationId;
        return {
          tool,
          ...endingOf(promises, tool.name),
          toolset: toolset.name,
          enforced,
          operation: known?.operation ?? `${tool.request.method} ${tool.request.path}`,
          ...(operationId === undefined ? {} : { operationId }),
          tokens: cost.tokens,
        };
      }),
    ),
  };
}

/** The operations that are not offered though the API has them, each with the rule that says so, or that it cannot be read. */
function listLeftOut({ parts }: Found, sources: readonly string[]): Record<string, string> {
  const all = parts.flatMap(({ api, selection: { rules } }, index): [string, string][] => {
    const source = sources[index] === undefined ? '' : `${sources[index]} `;
    const reasons = new Map(
      rules.flatMap(({ kind, rule, operations }) =>
        kind === 'exclude' || kind === 'x-mcp'
          ? operations.map((one) => [one, `by ${kind} ${rule}`] as const)
          : [],
      ),
    );
    const chosen = api.leftOut.map(({ method, path }): [string, string] => {
      const name = `${method} ${path}`;
      return [source + name, reasons.get(name) ?? 'by what is to be included'];
    });
    const unread = api.skipped.map(({ method, path }): [string, string] => [
      `${source}${method} ${path}`,
      'since it cannot be read',
    ]);
    return [...unread, ...chosen];
  });
  return Object.fromEntries(all);
}
