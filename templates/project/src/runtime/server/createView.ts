import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Call } from '../call/createCaller.js';
import type { MetaCallOptions } from '../dynamic/createMetaCaller.js';
import { once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import { type Plan, planView } from '../offer/planView.js';
import { mockNotice, writeInstructions } from '../offer/writeInstructions.js';
import type { Settings } from '../settings.js';
import { echo } from '../text.js';
import type { Catalog, Toolset } from '../tool.js';
import type { Connection, Served, View } from './app.js';
import { createServer } from './createServer.js';
import { createToolList } from './createToolList.js';

/** What the views of a server share. */
export interface ViewParts {
  catalog: Catalog;
  settings: Settings;
  offer: Offer;
  caller: () => Promise<Call>;
}

/** Serves some toolsets; what its servers share is made once, when the first of them is. */
export function createView(parts: ViewParts, toolsets: readonly Toolset[]): View {
  const { catalog, settings, offer, caller } = parts;
  const { instructions, listLimit } = catalog.api;
  const about = settings.mock ? `${mockNotice} ${instructions}` : instructions;
  const plan = once(() => planView(offer, toolsets, settings, listLimit));
  const fixed = once(async () => prepare(await plan(), false));
  const growing = once(async () => prepare(await plan(), true));

  function prepare(planned: Plan, mayEnable: boolean): Served {
    const tools = createToolList(catalog.api, offer, planned, mayEnable);
    const metaCaller = once(async () => {
      const { createMetaCaller } = await import('../dynamic/createMetaCaller.js');
      return createMetaCaller({ ...tools, catalog, offer, toolsets: planned.toolsets, caller });
    });

    async function call(tool: string, args: unknown, circumstances: MetaCallOptions) {
      const meta = tools.meta.find((one) => one.name === tool);
      if (meta !== undefined) return (await metaCaller())(meta, args, circumstances);
      const offered = await tools.find(tool);
      if (offered !== undefined) return (await caller())(offered, args, circumstances);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${echo(tool)}`);
    }

    return { instructions: writeInstructions(about, planned, mayEnable), mayEnable, list: tools.list, call };
  }

  async function serve({ mayChange = false }: Connection = {}): Promise<Served> {
    return mayChange && (await plan()).isDynamic ? growing() : fixed();
  }

  return {
    summary: async () => (await plan()).summary,
    serve,
    createServer: (connection) => createServer(catalog.api, settings, () => serve(connection)),
  };
}
