/** The URL of a proxy, where it is one; `http://` may be left out. */
export function parseProxy(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isFine =
    url !== undefined && /^https?:$/.test(url.protocol) && isEncoded(url.username + url.password);
  return isFine ? url : undefined;
}

function isEncoded(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}
