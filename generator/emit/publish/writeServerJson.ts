import {
  type PublishFacts,
  type PublishedVariable,
  isPublishedTo,
  releaseOf,
} from '../../model/publish/facts.js';
import {
  type PublishedFile,
  type WriteContext,
  describeEntry,
  layOutJson,
  listRemotes,
} from './published.js';

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/**
 * The entry of the MCP registry (server.json 2025-12-11): each package that is published, and the public URL. What is not
 * known yet is left out, and told by the check. Artefacts have to be there before the entry is.
 */
export function writeServerJson({ facts }: WriteContext): PublishedFile[] {
  const packages = listPackages(facts);
  const remotes = listRemotes(facts);
  const content = {
    $schema: schema,
    ...describeEntry(facts, facts.choices.name),
    ...(packages.length > 0 && { packages }),
    ...(remotes.length > 0 && { remotes }),
  };
  return [{ path: 'server.json', content: layOutJson(content) }];
}

function listPackages(facts: PublishFacts): object[] {
  const { package: own, version, choices, transports } = facts;
  if (!transports.stdio) return [];
  const transport = { type: 'stdio' };
  const environmentVariables = facts.variables.map(toInput);
  const asked = { transport, ...(environmentVariables.length > 0 && { environmentVariables }) };
  const packages: object[] = [];
  if (isPublishedTo(facts, 'npm'))
    packages.push({ registryType: 'npm', identifier: own.name, version, runtimeHint: 'npx', ...asked });
  if (isPublishedTo(facts, 'docker') && choices.image !== undefined)
    packages.push({
      registryType: 'oci',
      identifier: `${choices.image}:${version}`,
      runtimeHint: 'docker',
      ...asked,
    });
  const bundle = releaseOf(facts);
  if (isPublishedTo(facts, 'mcpb') && bundle !== undefined)
    packages.push({ registryType: 'mcpb', identifier: bundle, ...asked });
  return packages;
}

/** An environment variable as the registry has it (server.json, KeyValueInput). */
function toInput({ name, about, isSecret, isRequired, default: value }: PublishedVariable): object {
  return {
    name,
    description: about,
    ...(isRequired && { isRequired }),
    ...(isSecret && { isSecret }),
    ...(value !== undefined && !isSecret && { default: value }),
  };
}
