import { spareOthers } from '../spareOthers.js';
import type { Api, Operation } from '../model/api.js';
import type { Snapshot } from '../model/comparison.js';
import type { Config } from '../model/config.js';
import { type Diagnostic, type Report, collector, describeError } from '../model/diagnostic.js';
import { type NameLock, type SourceNaming, noNames } from '../model/names.js';
import type { Selection } from '../model/selection.js';
import { type Server, sizeOf } from '../model/server.js';
import type { CountTokens } from '../text/tokens.js';
import { replaceAnswers } from './adjusted/showParts.js';
import { check } from './check/check.js';
import { judgePatterns } from './enforced/patterns.js';
import { nameServer, suggestServerName } from './names/nameServer.js';
import { trimServerName } from './names/trimServerName.js';
import { select } from './select/select.js';
import { planPrompts } from './prompts/planPrompts.js';
import { planReference } from './resources/planReference.js';
import { dropListings } from './resources/leftOut.js';
import { planResources } from './resources/planResources.js';
import { outlinePromises } from './outlinePromises.js';
import { settle } from './settle.js';
import { shapeTools } from './shapeTools.js';
import { sortAsBefore } from './sortAsBefore.js';

/** What an API is shaped with. */
interface ShapingMeans {
  countTokens: CountTokens;
  /** The names that tools were given before; it is told the name of the server. */
  readNames?: ((serverName: string) => Promise<NameLock>) | undefined;
  /** What the project offered before, in whose order things stay. */
  readLast?: (() => Promise<Snapshot | undefined>) | undefined;
  /** What it is called as one document of several. */
  naming?: SourceNaming | undefined;
  onProgress?: (text: string) => void;
}

/** What is offered of an API. */
interface Shaped {
  /** What the document says, as far as it is offered. */
  api: Api;
  /** Which operations were chosen, and why. */
  selection: Selection;
  server: Server;
  diagnostics: Diagnostic[];
}

/**
 * Decides what is offered: selects operations, makes their tools, and leaves out those that clients would refuse.
 *
 * @throws InputError where the configuration gives a tool what it cannot have.
 */
export async function shape(
  found: Api,
  chosen: Config,
  { countTokens, readNames, readLast, naming, onProgress = () => {} }: ShapingMeans,
): Promise<Shaped> {
  const { diagnostics, report } = collector();
  const last = await readLast?.();
  const placed = last === undefined ? found : sortAsBefore(found, last);
  const names = (await readNames?.(nameServer(found, chosen))) ?? noNames;
  const { api: offered, selection } = select(placed, chosen, report, names.given);
  const selected = settle(offered, chosen, report);
  onProgress(`Shaping ${selected.operations.length} operations`);
  const config = settleName(chosen, names, naming, selected, report);
  const shaped = shapeSafely(selected, (api, reportOne) =>
    shapeTools(api, config, reportOne, countTokens, { given: names, naming, onProgress }),
  );
  diagnostics.push(...shaped.diagnostics);
  onProgress('Checking every tool as clients will');
  const checked = await check(shaped.server, config, report);
  const choices = dropListings(config, checked, [shaped.api], report);
  const resources = planResources(checked, shaped.api, choices, report);
  const offering = planPrompts(resources, choices, [shaped.api], report);
  const server: Server = {
    ...planReference(offering, shaped.api, config, countTokens),
    choices: config.features,
    ...(config.publish.name !== undefined && { registryName: config.publish.name }),
    promises: outlinePromises(replaceAnswers(shaped.api), checked.toolsets),
  };
  reportCosts(server, config, report);
  return { api: shaped.api, selection, server, diagnostics };
}

/**
 * The choices with the name of the server, where they name none and it is no part of another: the one that it has already,
 * or a shorter one than its title makes.
 */
function settleName(
  config: Config,
  { kept, given }: NameLock,
  naming: SourceNaming | undefined,
  api: Api,
  report: Report,
): Config {
  if (naming !== undefined || config.name !== '') return config;
  const { title } = api;
  if (kept?.name !== undefined) {
    const wanted = nameServer({ title }, config);
    if (wanted !== kept.name) report('server-name-kept', '#/info/title', { name: kept.name, title, wanted });
    return { ...config, name: kept.name };
  }
  if (Object.keys(given).length > 0) return config;
  const shortened = trimServerName(api, config);
  if (shortened === undefined) {
    const [name, meant] = [nameServer(api, config), suggestServerName(api)];
    if (meant !== undefined && meant !== name)
      report('server-name-general', '#/info/title', { name, title, meant });
    return config;
  }
  report('server-name-shortened', '#/info/title', { ...shortened, spared: String(shortened.spared) });
  return { ...config, name: shortened.name };
}

/** The server for an API; an operation at which shaping throws is left out, and its name stays its own. */
function shapeSafely(
  selected: Api,
  shapeAll: (api: Api, report: Report) => Server,
): Pick<Shaped, 'api' | 'server' | 'diagnostics'> {
  const { result, failures } = spareOthers(selected.operations, (operations) => {
    const kept = new Set(operations);
    const lost = selected.operations.filter((operation) => !kept.has(operation));
    const { diagnostics, report } = collector();
    const whole = { ...selected, operations: [...operations], leftOut: [...selected.leftOut, ...lost] };
    const api = judgePatterns(whole, report);
    return { api, server: shapeAll(api, report), diagnostics, report };
  });
  const { diagnostics, report } = result;
  const failed: Operation[] = failures.map(({ item }) => item);
  for (const { item, error } of failures) {
    const { method, path, pointer } = item;
    report('operation-skipped', pointer, { operation: `${method} ${path}`, reason: describeError(error) });
  }
  const skipped = [...selected.skipped, ...failed];
  return {
    api: { ...result.api, leftOut: selected.leftOut, skipped },
    server: result.server,
    diagnostics,
  };
}

/** Names the tools that take more than their budget, and the toolsets that are more than a list may hold. */
function reportCosts(
  { toolsets }: Pick<Server, 'toolsets'>,
  { budget, total }: Pick<Config, 'budget' | 'total'>,
  report: Report,
): void {
  for (const { name, tools } of toolsets) {
    for (const { tool, cost, pointer } of tools) {
      if (cost.tokens <= budget) continue;
      report('tool-over-budget', pointer, {
        tool: tool.name,
        tokens: String(cost.tokens),
        budget: String(budget),
      });
    }
    const { tokens } = sizeOf(tools);
    if (tokens > total)
      report('toolset-over-total', '#', { toolset: name, tokens: String(tokens), total: String(total) });
  }
}
