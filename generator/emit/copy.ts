/** A template as it stands; that it is missing is a fault of ours. */
export function copy(templates: ReadonlyMap<string, string>, path: string): string {
  const content = templates.get(path);
  if (content === undefined) throw new Error(`There is no template ${path}.`);
  return content;
}
