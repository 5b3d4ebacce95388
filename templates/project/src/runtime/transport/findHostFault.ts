import type { IncomingMessage } from 'node:http';

/**
 * What keeps it open which host a request is for (RFC 9112, 3.2): what stands before this server might read it otherwise
 * than this server does.
 */
export function findHostFault({ rawHeaders, url = '' }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1,
  );
  const [host] = hosts;
  if (host === undefined) return 'A request needs a Host header.';
  if (hosts.length > 1) return 'A request may have only one Host header.';
  const target = readTarget(url);
  if (target !== undefined && target.host !== hostOf(host))
    return 'The target names another host than the Host header.';
  return undefined;
}

/** The path and query that a request asks for, also where its target is a whole URL. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const target = readTarget(url);
  return target === undefined ? url : target.pathname + target.search;
}

/** A target in absolute form. */
function readTarget(url: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
}

function hostOf(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : undefined;
}
