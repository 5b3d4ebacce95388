/** Characters that have a name in HTML. */
export const names: Record<string, string> = {
  '&': 'amp',
  '"': 'quot',
  '<': 'lt',
  é: 'eacute',
  '/': 'sol',
  '+': 'plus',
};

/** Everything that a text could be read as, as far as one can come by undoing what encodes it. */
export function readings(text: string, depth = 3): string[] {
  if (depth === 0) return [text];
  const plain = text
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/\\(.)/g, '$1');
  const url = text
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  const entities = text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(
      /&(\w+);/g,
      (all, name: string) => Object.entries(names).find(([, one]) => one === name)?.[0] ?? all,
    );
  const files = [...text.matchAll(/[\w+/-]{12,}/g)].map(([run]) => Buffer.from(run, 'base64').toString());
  const next = [plain, url, entities, ...files].filter((one) => one !== text);
  return [text, ...next.flatMap((one) => readings(one, depth - 1))];
}
