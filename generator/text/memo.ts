/** What the map holds for a key, made first where it holds nothing. */
export function memoizeIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as V;
}
