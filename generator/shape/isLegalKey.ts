/** What clients accept as a key of a schema's properties. `__proto__` is one that JavaScript gives a meaning. */
export function isLegalKey(key: string): boolean {
  return /^[a-zA-Z0-9_.-]{1,64}$/.test(key) && key !== '__proto__';
}
