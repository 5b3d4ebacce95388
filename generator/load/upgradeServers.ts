import type { Json } from '../model/document.js';
import { textsIn } from './isObject.js';

/** What a Swagger 2.0 document says about where its API is. */
interface Address {
  host?: Json | undefined;
  basePath?: Json | undefined;
  schemes?: Json | undefined;
}

/**
 * Servers of OpenAPI 3.1, https first. Without a host there is at most one, relative to where the document is.
 *
 * @param protocol - what to use where the document names no scheme (OpenAPI 2.0, Swagger Object, schemes)
 */
export function upgradeServers({ host, basePath, schemes }: Address, protocol = 'https:'): { url: string }[] {
  const path = typeof basePath === 'string' ? basePath.replace(/^\/?/, '/').replace(/(?<!\/)\/+$/, '') : '';
  if (typeof host !== 'string' || host === '') return path === '' ? [] : [{ url: path }];
  const name = host.replace(/^[a-z]+:\/\//i, '').replace(/(?<!\/)\/+$/, '');
  const declared = ['https', 'http'].filter((scheme) => textsIn(schemes).includes(scheme));
  const used = declared.length > 0 ? declared : [protocol.replace(/:$/, '')];
  return used.map((scheme) => ({ url: `${scheme}://${name}${path}` }));
}
