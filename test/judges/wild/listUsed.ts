type Node = Record<string, unknown>;

const methods = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

/** An operation of a document, and the pointers to all that it is read from. */
export interface Used {
  method: string;
  path: string;
  pointers: string[];
}

/**
 * The operations of a document, with the places that they use: their own, their path's, the shared objects that they
 * refer to by `$ref`, a discriminator or the name of a security scheme, and what these refer to.
 */
export function listUsed(document: object): Used[] {
  const root = document as Node;
  const paths = Object.entries(membersOf(root['paths']));
  return paths.flatMap(([path, item]) =>
    Object.keys(membersOf(item))
      .filter((method) => methods.test(method))
      .map((method) => {
        const home = `#/paths/${escape(path)}`;
        const beside = Object.keys(membersOf(item)).filter((key) => !methods.test(key));
        const starts = [method, ...beside].map((key) => `${home}/${escape(key)}`);
        return { method, path, pointers: follow(root, [...starts, ...listSchemes(root, item, method)]) };
      }),
  );
}

/** Whether something that was changed at a pointer is part of what is used, or holds it. */
export function isUsed({ pointers }: Used, changed: string): boolean {
  return pointers.some((one) => isIn(changed, one) || isIn(one, changed));
}

function isIn(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** All that can be reached from some places by what refers. */
function follow(root: Node, starts: readonly string[]): string[] {
  const found = new Set(starts);
  for (const pointer of found) {
    for (const target of listTargets(root, valueAt(root, pointer))) found.add(target);
    for (const heir of listHeirs(root, pointer)) found.add(heir);
  }
  return [...found];
}

function listTargets(root: Node, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listTargets(root, item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === '$ref' && typeof member === 'string') return [decodeURIComponent(member)];
    if (key === 'mapping') return Object.values(membersOf(member)).map((one) => pointTo(root, String(one)));
    return listTargets(root, member);
  });
}

/** A value of a discriminator's mapping is a name or a reference. */
function pointTo(root: Node, target: string): string {
  return target.startsWith('#') ? target : `${homeOf(root)}/${target}`;
}

/** The schemas that include one with a discriminator belong to its family. */
function listHeirs(root: Node, pointer: string): string[] {
  const home = homeOf(root);
  if (!pointer.startsWith(`${home}/`) || membersOf(valueAt(root, pointer))['discriminator'] === undefined)
    return [];
  return Object.entries(membersOf(valueAt(root, home)))
    .filter(([, schema]) => {
      const parts = membersOf(schema)['allOf'];
      return Array.isArray(parts) && parts.some((part) => membersOf(part)['$ref'] === pointer);
    })
    .map(([name]) => `${home}/${escape(name)}`);
}

/** The security schemes that an operation may be called with. */
function listSchemes(root: Node, item: unknown, method: string): string[] {
  const security = membersOf(membersOf(item)[method])['security'] ?? root['security'];
  const home = root['swagger'] === undefined ? '#/components/securitySchemes' : '#/securityDefinitions';
  const names = Array.isArray(security) ? security.flatMap((one) => Object.keys(membersOf(one))) : [];
  return names.map((name) => `${home}/${escape(name)}`);
}

function homeOf(root: Node): string {
  return root['swagger'] === undefined ? '#/components/schemas' : '#/definitions';
}

function valueAt(root: Node, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>(
    (value, key) => membersOf(value)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
}

function membersOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
