import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Call, CallOptions } from '../call/createCaller.js';
import { SetupError } from '../errors.js';
import type { Extend, ExtensionParts, Features } from '../features.js';
import { loadPart } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import { type OfferedTool, toListedTool } from '../offer/offerTools.js';
import type { Toolset } from '../tool.js';
import { readTrace, readVisitor } from './answerCall.js';

/** What they work on, as a view knows it. */
interface LoaderParts extends Omit<ExtensionParts, 'isWhole' | 'offers' | 'read' | 'readSender'> {
  features: () => Promise<Features>;
  offer: Offer;
  caller: () => Promise<Call>;
  find: (name: string) => Promise<OfferedTool | undefined>;
}

/**
 * Loads what serves the parts of the protocol besides tools, as far as they were generated for the API.
 *
 * @throws SetupError where `custom.ts` has what the project has no code for.
 */
export async function loadExtensions({
  features,
  offer,
  caller,
  find,
  ...parts
}: LoaderParts): Promise<readonly Extend[]> {
  const { resources, prompts, completions } = await features();
  const { catalog, custom, toolsets } = parts;
  if (custom.resources && !resources) throw notGenerated('resources', 'resources: { own: true }');
  if (custom.prompts && !prompts) throw notGenerated('prompts', 'ownPrompts: true');
  const needed = {
    resources: (catalog.resources ?? custom.resources) && resources,
    prompts: (catalog.prompts ?? custom.prompts) && prompts,
    completions,
  };
  const read: ExtensionParts['read'] = async (what, args, options) => {
    const offered = typeof what === 'string' ? await find(what) : offerUnlisted(what);
    if (offered === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, 'It is not offered');
    return (await caller())(offered, args, options as CallOptions);
  };
  const offers: ExtensionParts['offers'] = async (what) =>
    typeof what === 'string'
      ? (await find(what)) !== undefined
      : (offer.isFor?.(offerUnlisted(what)) ?? true);
  const all = { ...parts, readSender, isWhole: toolsets === offer.toolsets, offers, read };
  const loaded = Object.entries(needed).map(async ([name, load]) =>
    load ? (await loadPart(load, name))(all) : undefined,
  );
  return (await Promise.all(loaded)).filter((extend) => extend !== undefined);
}

const readSender: ExtensionParts['readSender'] = (meta, http) => ({
  trace: readTrace(meta, http?.req?.headers),
  visitor: http && readVisitor(http),
});

function notGenerated(what: string, choice: string): SetupError {
  return new SetupError(
    `src/custom.ts has ${what}, and this project was generated without the code that serves them: say "${choice}" in mcpwright.yaml, and run mcpwright generate.`,
  );
}

/** A tool that is called by this server alone. */
function offerUnlisted({
  tool,
  schema,
  source,
}: Exclude<Parameters<ExtensionParts['read']>[0], string>): OfferedTool {
  const toolset = {
    ...(source !== undefined && { source }),
    schemas: async () => ({ [tool.name]: schema }),
  } as unknown as Toolset;
  return { listed: toListedTool(tool), tool, toolset, wrap: undefined };
}
