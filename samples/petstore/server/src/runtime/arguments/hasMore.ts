/** Whether a value holds more members than these, those of its members included. */
export function hasMore(value: unknown, most: number): boolean {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    count += members.length;
    if (count > most) return true;
    for (const member of members) open.push(member);
  }
  return false;
}
