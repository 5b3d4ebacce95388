/** The path as it is sent: a pair of its query whose value is a parameter is written by that parameter. */
export function planPath(path: string): string {
  const [before = '', query = ''] = path.split(/\?(.*)/s);
  const pairs = query.split('&').filter((pair) => pair !== '' && !/^[^={}]+=\{[^{}]+\}$/.test(pair));
  return pairs.length === 0 ? before : `${before}?${pairs.join('&')}`;
}
