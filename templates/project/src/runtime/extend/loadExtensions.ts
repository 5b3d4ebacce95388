import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallOptions } from '../call/callerParts.js';
import { readSender } from '../call/readClient.js';
import type { AnyCustomization } from '../customize.js';
import type { Extend, Features } from '../features.js';
import { loadPart } from '../memo.js';
import { type Offer, type OfferedTool, toListedTool } from '../offer/createOffer.js';
import type { Toolset } from '../tool.js';
import type { ExtensionFeatures, ExtensionParts } from './extensions.js';

/** What they work on, as a view knows it. */
interface LoaderParts extends Omit<ExtensionParts, 'isWhole' | 'offers' | 'read' | 'readSender'> {
  features: () => Promise<Features>;
  offer: Offer;
}

/** Loads what serves the parts of the protocol besides tools, as far as they were generated for the API. */
export async function loadExtensions({ features, offer, ...parts }: LoaderParts): Promise<readonly Extend[]> {
  const { resources, reference, prompts, completions, tasks, subscriptions, listening, telemetry, skills } =
    (await features()) as Features & ExtensionFeatures;
  const { catalog, custom, toolsets, caller, find } = parts;
  const needed = {
    resources: (catalog.resources ?? custom.resources ?? catalog.skills) && resources,
    prompts: (catalog.prompts ?? custom.prompts) && prompts,
    completions,
    tasks: tasks && (async () => (await loadPart(tasks, 'tasks')).serveTasks),
    subscriptions: catalog.subscriptions && subscriptions,
    telemetry:
      catalog.telemetry && telemetry && (async () => (await loadPart(telemetry, 'telemetry')).serveTelemetry),
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
  const own = keepGranted(custom, offer);
  const all = { ...parts, custom: own, isWhole: toolsets === offer.toolsets, offers, read, readSender };
  if (reference && catalog.resources) {
    const pages = await (await loadPart(reference, 'reference'))(all);
    all.custom = { ...own, resources: { ...pages, ...own.resources } };
  }
  const served = catalog.skills && skills && (await (await loadPart(skills, 'skills'))(all));
  if (served) all.custom = { ...all.custom, resources: { ...served.resources, ...all.custom.resources } };
  const loaded = Object.entries(needed).map(async ([name, load]) =>
    load ? (await loadPart(load, name))(all) : undefined,
  );
  const extensions = (await Promise.all(loaded)).filter((extend) => extend !== undefined);
  const listens = extensions.flatMap(({ listen }) => listen ?? []);
  if (served) extensions.push(served.extend);
  if (listens.length === 0) return extensions;
  return [...extensions, (await loadPart(listening, 'listening'))(listens, all)];
}

/** `custom.ts`, and of what it has besides tools that whose scopes are granted. */
function keepGranted(custom: AnyCustomization, { grants }: Offer): AnyCustomization {
  if (grants === undefined) return custom;
  const keep = <Some extends { scopes?: readonly string[] }>(all: Record<string, Some> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([, { scopes = [] }]) => grants(scopes)));
  return { ...custom, resources: keep(custom.resources), prompts: keep(custom.prompts) };
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
