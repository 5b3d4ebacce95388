import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { type NameLock, noNames } from '../model/names.js';
import type { Server, Tool, ToolEntry } from '../model/server.js';
import { advertiseArguments } from './advertiseArguments.js';
import { annotate } from './annotate.js';
import { applyEvidence } from './applyEvidence.js';
import { components } from './components.js';
import { describe } from './describe.js';
import { describeServer } from './describeServer.js';
import { enforce } from './enforce.js';
import { envName } from './envName.js';
import { groupTools } from './groupTools.js';
import { nameTools } from './nameTools.js';
import { planInput } from './planInput.js';
import { planOutput } from './planOutput.js';
import { planOwnServer } from './planServers.js';
import { planValues } from './planValues.js';
import { profiles } from './profiles.js';

/** Decides what is offered: a tool for every operation of the API, in toolsets; `given` are its names so far. */
export function shape(api: Api, config: Config, report: Report, given: NameLock = noNames): Server {
  const groups = groupTools(api);
  const server = describeServer(api, groups, config, report);
  const naming = { style: config.names, serverName: server.api.name, lock: given };
  const { names, lock } = nameTools(api, naming, report);
  const enforcer = enforce(api);
  const evidence = applyEvidence(api, enforcer, report);
  const { [config.profile]: profile, portable: plain } = profiles;
  const layout = {
    api,
    enforcer,
    valueOf: planValues(enforcer, report),
    advertise: advertiseArguments(enforcer, profile),
    ...(profile === plain ? {} : { advertisePlain: advertiseArguments(enforcer, plain) }),
    profile,
  };
  const outputOf = planOutput(api, profile);
  const prefix = envName(server.api.name);
  const toEntry = (operation: Operation): ToolEntry => {
    const name = names.get(operation) ?? '';
    const { enforced, advertised, plain: typed, nullable, ...input } = planInput(operation, layout);
    const own = planOwnServer(operation, api, config, prefix, report);
    const request: Tool['request'] = {
      method: operation.method,
      path: operation.path,
      ...(own === undefined ? {} : { server: own }),
      ...input,
      accept: acceptedBy(operation),
      security: operation.security,
    };
    const output = outputOf(operation);
    const tool = {
      name,
      ...describe(operation),
      inputSchema: advertised,
      ...(output === undefined ? {} : { outputSchema: output }),
      annotations: annotate(operation),
      request,
    };
    return {
      tool,
      enforced,
      ...(typed === undefined ? {} : { plain: typed }),
      nullable,
      pointer: operation.pointer,
    };
  };
  const toolsets = groups.map(({ name, title, description, operations }) => ({
    name,
    title,
    description,
    tools: operations.map(toEntry),
  }));
  const schemas = toolsets.flatMap(({ tools }) => tools.map(({ enforced }) => enforced));
  return { ...server, toolsets, components: components(schemas, enforcer.component), evidence, names: lock };
}

/** The media types of the answers that mean success, JSON first; of any answer where none of those is described. */
function acceptedBy({ responses }: Operation): string[] {
  const succeeded = responses.filter(({ status }) => status.startsWith('2'));
  const described = succeeded.length > 0 ? succeeded : responses.filter(({ status }) => status === 'default');
  const types = new Set(described.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)));
  return [...types].toSorted((a, b) => Number(isJson(b)) - Number(isJson(a)));
}

function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\b/i.test(mediaType);
}
