/** What the map holds for a key, made first where it holds nothing. */
export function memoizeIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as V;
  const made = make();
  map.set(key, made);
  return made;
}
