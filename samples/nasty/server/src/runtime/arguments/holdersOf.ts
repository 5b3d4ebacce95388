/** The objects and lists of a value that hold, at any level, a value that is looked for. */
export function holdersOf(value: unknown, isSought: (value: unknown) => boolean): ReadonlySet<unknown> {
  const holders = new Set<unknown>();
  const visit = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return isSought(one);
    let holds = false;
    for (const member of Object.values(one)) holds = visit(member) || holds;
    if (holds) holders.add(one);
    return holds;
  };
  visit(value);
  return holders;
}
