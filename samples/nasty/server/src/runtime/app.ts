import type { Server } from '@modelcontextprotocol/server';
import type { Settings } from './environment.js';
import type { OfferedTool } from './offerTools.js';
import type { ApiInfo } from './tool.js';

/** A server before it is bound to a transport; everything costly in it is made once and shared. */
export interface App {
  api: ApiInfo;
  settings: Settings;
  tools: () => Promise<ReadonlyMap<string, OfferedTool>>;
  /** Makes the protocol's side of it: one for each connection, or each HTTP request. */
  createServer: () => Server;
}
