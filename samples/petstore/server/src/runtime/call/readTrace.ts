/** What a call carries for distributed tracing (W3C Trace Context and Baggage), as headers. */
export type Trace = Readonly<Record<string, string>>;

const names = ['traceparent', 'tracestate', 'baggage'];

/** Reads the trace context of a call: from the message, or else from the HTTP request that brought it. */
export function readTrace(meta: object | undefined, headers: Headers | undefined): Trace {
  const found = names.map((name): [string, unknown] => [
    name,
    (meta as Record<string, unknown> | undefined)?.[name] ?? headers?.get(name),
  ]);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => isHeaderText(entry[1])));
}

function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value);
}
