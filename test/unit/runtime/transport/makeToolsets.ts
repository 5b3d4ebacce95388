import type { Catalog } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';

/** A catalog of several toolsets, by name the names of their tools: each tool reads `/<its name>`. */
export function makeToolsets(names: Record<string, readonly string[]>, title = 'Shop'): Catalog {
  const parts = Object.entries(names).map(([name, tools]) => {
    const made = makeCatalog(tools.map((tool) => makeTool({ name: tool, path: `/${tool}` })));
    const search = async () =>
      (await made.search()).map((entry) => Object.assign({}, entry, { toolset: name }));
    return {
      toolsets: made.toolsets.map((toolset) => Object.assign({}, toolset, { name, title: name })),
      search,
    };
  });
  const { api, components, mocks } = makeCatalog([], {
    api: { name: 'shop', title, baseUrlEnv: 'SHOP_BASE_URL' },
  });
  return {
    api,
    components,
    ...(mocks && { mocks }),
    toolsets: parts.flatMap(({ toolsets }) => toolsets),
    search: async () => (await Promise.all(parts.map(({ search }) => search()))).flat(),
  };
}
