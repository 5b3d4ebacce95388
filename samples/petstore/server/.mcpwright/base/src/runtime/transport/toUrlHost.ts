/** A host name or address as it stands in a URL: IPv6 addresses in brackets. */
export function toUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
