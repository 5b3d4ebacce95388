/** The URL of a proxy, where it is one; `http://` may be left out. */
export function parseProxy(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isFine =
    url !== undefined && /^https?:$/.test(url.protocol) && [url.username, url.password].every(isEncoded);
  return isFine ? url : undefined;
}

/** Whether a text can be decoded: `%ff`, for one, is no character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
