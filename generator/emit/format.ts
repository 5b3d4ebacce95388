/** Lays a file out as prettier does. Only for prose: it takes far too long over generated data. */
export async function format(text: string, parser: 'markdown'): Promise<string> {
  const prettier = await import('prettier');
  return prettier.format(text, { parser, printWidth: 110 });
}
