/** Levels of a value that are handed on: programs that read it call themselves for each, and fail beyond some thousands. */
const deepest = 500;

/** Whether a value is nested deeper than programs can be expected to read. */
export function isDeep(value: unknown, left = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((member) => isDeep(member, left - 1));
}
