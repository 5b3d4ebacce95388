/** The web address that an API names, relative to that which was asked; who we are is for the operator to say. */
export function toAddress(said: string, base: URL): URL | undefined {
  if (!URL.canParse(said, base.href)) return undefined;
  const address = new URL(said, base);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  return Object.assign(address, { username: '', password: '', hash: '' });
}
