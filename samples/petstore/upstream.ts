import { serve, type Upstream } from '../serve.js';
import { answer } from './http.js';
import { orderRoutes } from './orders.js';
import { petRoutes } from './pets.js';
import { shelterRoutes } from './shelters.js';
import { openShop } from './shop.js';

/** Starts the pet shop on loopback with its first day's stock; port 0 takes a free one. */
export async function startUpstream(options: { port?: number } = {}): Promise<Upstream> {
  const shop = openShop();
  const routes = { ...petRoutes(shop), ...orderRoutes(shop), ...shelterRoutes(shop) };
  return serve((call) => answer(routes, call), { ...options, basePath: '/v1' });
}
