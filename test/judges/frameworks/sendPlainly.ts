import type { TakenFile } from './withFiles.js';

/** Arguments, by the names that tools list. */
export type Received = Record<string, unknown>;

/** How an operation is reached without mcpwright. */
export interface Operation {
  tool: string;
  method: string;
  /** With `{name}` for arguments. */
  path: string;
  /**
   * Where each argument goes: `path`, `query`, `header`, `cookie`, a member of a body of `json`, `form` or `multipart`, or
   * `body`, all of a body of JSON; behind it its name there, if another.
   */
  places: Readonly<Record<string, string>>;
  /** Members of a `body` that odd values are given for, one after the other; all of it, if there are none. */
  members?: readonly string[];
  /** What is given beside an odd value. */
  fill?: Received;
  /** What the framework fills in where nothing is given. */
  defaults?: Received;
  /** How the framework reads a value in a query or form, if not as one pair for each item. */
  pairs?: (name: string, value: unknown) => [string, string][];
}

/** Members that come in a place, by the arguments that they are. */
export function namedAsListed({ places }: Operation, place: string, members: unknown): Received {
  const names = new Map(
    Object.entries(places).map(([argument, at]) => [at === place ? `${place} ${argument}` : at, argument]),
  );
  return Object.fromEntries(
    Object.entries(members ?? {}).map(([name, value]) => [names.get(`${place} ${name}`) ?? name, value]),
  );
}

/** Sends arguments the plainest way that the framework documents; says whether it takes them. */
export async function sendPlainly(url: string, operation: Operation, given: Received): Promise<boolean> {
  const request = plainRequest(url, operation, given);
  if (request === undefined) return false;
  // There are texts that no header takes.
  const response = await fetch(request).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}

/** The request; undefined where there is none for these values. */
function plainRequest(url: string, operation: Operation, given: Received): Request | undefined {
  const { method, places, pairs = plainPairs } = operation;
  const parts: Record<string, Map<string, unknown>> = {};
  for (const [argument, value] of Object.entries(given)) {
    const [place = '', ...name] = (places[argument] ?? '').split(' ');
    const isText = place !== 'json' && place !== 'body';
    if (isText && (value === null || (Array.isArray(value) && value.length === 0))) return undefined;
    (parts[place] ??= new Map()).set(name.join(' ') || argument, value);
  }
  const at = (place: string): [string, unknown][] => [...(parts[place] ?? [])];
  const listed = (place: string): [string, string][] =>
    at(place).flatMap(([name, value]) => pairs(name, value));
  if (['path', 'header', 'cookie'].flatMap(at).some(([, value]) => typeof value === 'object'))
    return undefined;
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts['path']?.get(name))),
  );
  const query = new URLSearchParams(listed('query')).toString();
  const cookies = at('cookie').map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  try {
    const headers = new Headers(at('header').map(([name, value]) => [name, String(value)]));
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
    const body = plainBody(parts, listed);
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    return new Request(`${url}${path}${query && `?${query}`}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
  } catch {
    // No header takes this text.
    return undefined;
  }
}

function plainBody(
  parts: Readonly<Record<string, Map<string, unknown>>>,
  listed: (place: string) => [string, string][],
): string | URLSearchParams | FormData | undefined {
  if (parts['body'] !== undefined) return JSON.stringify([...parts['body'].values()][0]);
  if (parts['json'] !== undefined) return JSON.stringify(Object.fromEntries(parts['json']));
  if (parts['form'] !== undefined) return new URLSearchParams(listed('form'));
  if (parts['multipart'] === undefined) return undefined;
  const form = new FormData();
  for (const [name, value] of parts['multipart']) {
    const file = value as Partial<TakenFile>;
    if (typeof file.base64 === 'string')
      form.append(name, new Blob([Buffer.from(file.base64, 'base64')]), file.filename ?? 'file');
    else for (const [key, text] of plainPairs(name, value)) form.append(key, text);
  }
  return form;
}

function plainPairs(name: string, value: unknown): [string, string][] {
  return [value].flat().map((item) => [name, typeof item === 'object' ? JSON.stringify(item) : String(item)]);
}
