import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';

/** Serves what answers requests as `fetch` does. */
export async function serveFetch(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ url: string; close: () => void }> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
