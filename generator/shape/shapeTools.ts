import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { type NameLock, type SourceNaming, noNames } from '../model/names.js';
import { isRouted, listSentNames } from '../model/requests.js';
import type { Server, Tool, ToolEntry, ToolsetEntry } from '../model/server.js';
import { reachComponents } from '../schema/components.js';
import { kindOf } from '../schema/mediaTypes.js';
import type { CountTokens } from '../text/tokens.js';
import { planAdjustment } from './adjusted/planAdjustment.js';
import { replaceAnswers } from './adjusted/showParts.js';
import { adoptCredentials } from './arguments/credentials.js';
import { typeFiles } from './arguments/files.js';
import { planInput } from './arguments/planInput.js';
import { planValues } from './arguments/planParameter.js';
import { planRouting } from './arguments/planRouting.js';
import { planSelect } from './arguments/ownArguments.js';
import { fitTool } from './budget/fitTool.js';
import type { Enforcer } from './enforced/enforce.js';
import { applyEvidence, locateSchemas } from './enforced/evidence.js';
import { settleSlashes } from './enforced/settleSlashes.js';
import { dropRepeated } from './mended/dropRepeated.js';
import { fillTags } from './mended/fillTags.js';
import { relaxSpread } from './mended/relaxSpread.js';
import { readMaps } from './mended/readMaps.js';
import { relaxByWords } from './mended/relaxByWords.js';
import { relaxPatches } from './mended/relaxPatches.js';
import { sendAsJson } from './mended/sendAsJson.js';
import { toEnvName } from './toEnvName.js';
import { nameTools } from './names/nameTools.js';
import { collectKept, recallArguments } from './names/collectKept.js';
import { profiles } from './profiles.js';
import { isPolled, planCancel, planRedirects } from './responses.js';
import { annotateFor } from './select/annotate.js';
import { groupTools } from './select/toolsets.js';
import { describeServer } from './server/describeServer.js';
import { listLoginCalls } from './server/planSession.js';
import { nameVariables, planOwnServer, reportOwnServers } from './server/planServers.js';
import { findSources } from './sources/findSources.js';
import { planLinks } from './sources/planLinks.js';
import { tellHeaders } from './tellHeaders.js';
import { describe } from './words/describe.js';
import { foldUsual } from './words/tellArguments.js';
import { tellWholes } from './words/tellWholes.js';
import { indexTools } from './words/indexTools.js';

/** Operations after which it is told again how far the work is. */
const toldEach = 25;

interface ToolsMeans {
  /** The names of the tools so far. */
  given?: NameLock;
  naming?: SourceNaming | undefined;
  onProgress?: (text: string) => void;
}

/** Makes a tool of every operation of the API, in toolsets. */
export function shapeTools(
  asRead: Api,
  config: Config,
  report: Report,
  countTokens: CountTokens,
  { given = noNames, naming, onProgress = () => {} }: ToolsMeans = {},
): Server {
  const api = settleSlashes(
    adoptCredentials(mend(replaceAnswers(asRead), report), config, report),
    config,
    report,
  );
  const groups = groupTools(api, config);
  const server = describeServer(api, groups, config, report, { called: naming?.name, kept: given.kept });
  const called = {
    ...naming,
    style: config.names,
    serverName: server.api.name,
    lock: given,
    tools: config.tools,
  };
  const { names, lock } = nameTools(api, called, report);
  const { figures: evidence, views } = applyEvidence(api, report);
  const { enforcer, shown } = views;
  const layout = {
    api,
    ...views,
    report,
    valueOf: planValues(views, report),
    profile: profiles[config.profile],
    selectOf: planSelect(config, report),
    ...recallArguments(names, given, lock),
  };
  const fit = fitTool(config, { countTokens, api, shown });
  const nameOf = nameVariables(toEnvName(naming?.name ?? server.api.name), server.api.auth);
  const means = {
    api,
    config,
    report,
    names,
    layout,
    fit,
    nameOf,
    tell: tellHeaders(api),
    source: naming?.name,
    index: indexTools(api, enforcer.component),
    tellWhole: tellWholes(api, names),
  };
  let told = 0;
  const shapeNext = (operation: Operation, toolset: string): ToolEntry => {
    told += 1;
    if (told % toldEach === 0) onProgress(`Shaping operation ${told} of ${names.size}`);
    return shapeTool(operation, toolset, means);
  };
  const toolsets = addSources(
    api,
    groups.map(({ name, title, description, operations }) => ({
      name,
      title,
      description,
      tools: operations.map((operation) => shapeNext(operation, name)),
    })),
  );
  reportOwnServers([...listCalls(toolsets), ...listLoginCalls(api, server.api.auth)], server.api, report);
  const schemas = toolsets.flatMap(({ tools }) => tools.map(({ enforced }) => enforced));
  const shared = reachComponents(schemas, enforcer.component);
  reportDoubts(api, enforcer, report);
  reportContradictions(api, enforcer, report);
  const sealsState = toolsets.some(({ tools }) =>
    tools.some(({ tool }) => tool.consent !== undefined || tool.request.poll === true),
  );
  const info = {
    ...server.api,
    ...(sealsState && { sealsState: true as const }),
    ...(toolsets.some(({ tools }) => tools.some(({ tool }) => isRouted(tool))) && { routing: true as const }),
  };
  const noted = collectKept({ name: naming?.name ?? info.name, auth: info.auth }, toolsets, given.kept);
  const remembered = { ...lock, kept: noted };
  return { ...server, api: info, toolsets, components: shared, evidence, names: remembered };
}

/** The API with what frameworks write told as they mean it. */
function mend(asRead: Api, report: Report): Api {
  const relaxed = relaxByWords(relaxPatches(relaxSpread(sendAsJson(readMaps(asRead))), report), report);
  return dropRepeated(fillTags(relaxed), report);
}

/** What the tools of an API are shaped with. */
interface ToolMeans {
  api: Api;
  config: Config;
  report: Report;
  names: ReadonlyMap<Operation, string>;
  layout: Parameters<typeof planInput>[1];
  fit: ReturnType<typeof fitTool>;
  nameOf: ReturnType<typeof nameVariables>;
  tell: ReturnType<typeof tellHeaders>;
  /** Which of several documents it is. */
  source: string | undefined;
  index: ReturnType<typeof indexTools>;
  tellWhole: ReturnType<typeof tellWholes>;
}

/** The tool for an operation: its input laid out, and what is listed of it fitted into the budget. */
function shapeTool(operation: Operation, toolset: string, means: ToolMeans): ToolEntry {
  const { api, config, report, names, layout, fit, nameOf } = means;
  const name = names.get(operation) ?? '';
  const { enforced, list, nullable, select, consent, unusable, loss, former, ...input } = planInput(
    means.tellWhole(operation),
    layout,
  );
  if (loss !== undefined) report('schema-relaxed', operation.bodies[0]?.pointer ?? operation.pointer, loss);
  const own = planOwnServer(operation, api, config, nameOf, report);
  const request: Tool['request'] = {
    method: operation.method,
    path: planPath(operation.path),
    ...(own === undefined ? {} : { server: own }),
    ...input,
    accept: acceptedBy(operation),
    security: operation.security,
    ...planRedirects(operation),
    ...(isPolled(operation) && { poll: true as const, ...planCancel(operation, api, report) }),
    ...means.tell(operation),
  };
  const words = {
    name,
    ...describe(operation, name),
    annotations: annotateFor(config.hints, operation, api.components),
  };
  const { cost, plain, stubbed, ...fitted } = fit(words, list, operation, input.body);
  const inputSchema = planRouting(operation, fitted.inputSchema, layout.profile, report);
  const tool: Tool = {
    name,
    title: words.title,
    ...fitted,
    inputSchema,
    annotations: words.annotations,
    request,
    ...(select === undefined ? {} : { select }),
    ...(consent === undefined ? {} : { consent }),
    ...planAdjustment(operation, means.source),
    ...planFormer(former, { inputSchema, request }, enforced),
  };
  const codec = request.body?.codec;
  const typed = codec === 'multipart' || codec === 'binary' ? typeFiles(plain ?? fitted.inputSchema) : plain;
  return {
    tool,
    enforced,
    ...(typed === undefined ? {} : { plain: typed }),
    nullable,
    ...(stubbed === undefined ? {} : { stubbed }),
    pointer: operation.pointer,
    ...(unusable === undefined ? {} : { unusable }),
    cost,
    pinned: operation.choice.pinned ?? false,
    ...(operation.choice.kind === undefined || operation.choice.kind === 'tool'
      ? {}
      : { kind: operation.choice.kind }),
    search: means.index({ tool, operation, toolset, enforced }),
  };
}

/** The former names of arguments: what a header repeats has none, and by the names of the API each may be given anyway. */
function planFormer(
  former: Tool['former'] = {},
  { inputSchema, request }: Pick<Tool, 'inputSchema' | 'request'>,
  enforced: ToolEntry['enforced'],
): Pick<Tool, 'former'> {
  const sent = listSentNames(request, enforced);
  const kept = Object.entries(former).filter(([name, now]) => sent.get(name) !== now);
  return kept.length === 0 || isRouted({ inputSchema }) ? {} : { former: Object.fromEntries(kept) };
}

/** Which server each tool calls, and whether with credentials. */
function listCalls(toolsets: readonly ToolsetEntry[]) {
  return toolsets.flatMap(({ tools }) =>
    tools.map(({ tool: { request }, pointer }) => ({
      pointer,
      server: request.server,
      isSecured: request.security.some((one) => Object.keys(one).length > 0),
    })),
  );
}

/** Says in what each tool is found by where its arguments come from, and counts those that many tools have; and which tools its responses lead to. */
function addSources(api: Api, toolsets: readonly ToolsetEntry[]): ToolsetEntry[] {
  foldUsual(toolsets);
  const all = toolsets.flatMap(({ tools }) => tools);
  const { given } = findSources(api, all);
  const linked = planLinks(api, all);
  const add = (entry: ToolEntry): ToolEntry => {
    const { tool, search } = entry;
    const [sources, links] = [given.get(tool.name), linked.get(tool.name)];
    return {
      ...entry,
      ...(links && { tool: { ...tool, request: { ...tool.request, links } } }),
      ...(sources && { search: { ...search, sources } }),
    };
  };
  return toolsets.map((toolset) => ({ ...toolset, tools: toolset.tools.map(add) }));
}

/** Tells which discriminators cannot be made out, each once, wherever the document uses it. */
function reportDoubts(api: Api, enforcer: Enforcer, report: Report): void {
  const locate = locateSchemas(api);
  const known = new Set<string>();
  for (const [source, { property, doubts }] of enforcer.doubts()) {
    const pointer = locate(source);
    const key = `${pointer} ${doubts.join()}`;
    if (!known.has(key))
      report('discriminator-open', pointer, { property, reasons: [...new Set(doubts)].join('; ') });
    known.add(key);
  }
}

/** Tells which schemas no value fits, each once. */
function reportContradictions(api: Api, enforcer: Enforcer, report: Report): void {
  const locate = locateSchemas(api);
  const known = new Set<string>();
  for (const [source, { asked, parts }] of enforcer.contradictions()) {
    const pointer = [source, ...parts].map(locate).find((one) => one !== '#') ?? '#';
    const what = `No value fits all parts of this schema: they ask for ${asked.join(' and ')}`;
    if (!known.has(pointer + what))
      report('schema-relaxed', pointer, { what, done: 'a value that fits one of them is accepted' });
    known.add(pointer + what);
  }
}

/** The media types of the answers that mean success, JSON first; of any answer where none of those is described. */
function acceptedBy({ responses }: Operation): string[] {
  const succeeded = responses.filter(({ status }) => status.startsWith('2'));
  const described = succeeded.length > 0 ? succeeded : responses.filter(({ status }) => status === 'default');
  const types = new Set(described.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)));
  return [...types].toSorted((a, b) => Number(kindOf(b) === 'json') - Number(kindOf(a) === 'json'));
}

/** The path as it is sent: a pair of its query whose value is a parameter is written by that parameter. */
function planPath(path: string): string {
  const [before = '', query = ''] = path.split(/\?(.*)/s);
  const pairs = query.split('&').filter((pair) => pair !== '' && !/^[^={}]+=\{[^{}]+\}$/.test(pair));
  return pairs.length === 0 ? before : `${before}?${pairs.join('&')}`;
}
