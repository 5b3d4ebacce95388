import { networkCode } from '../answer/networkCode.js';

/** Codes of errors that come before there is a connection; where a proxy is asked, it is one to the proxy. */
const unconnected: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Throws an error again, with a code of its own where it is the proxy's: by the others the API would be to blame. */
export function explainProxy(error: unknown): never {
  const status = statusOf(error);
  const code = unconnected.has(networkCode(error)) ? 'PROXY_UNREACHABLE' : codeOf(status);
  throw code === undefined ? error : Object.assign(new Error(code, { cause: error }), { code });
}

function codeOf(status: number | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (status === 407) return 'PROXY_UNAUTHENTICATED';
  return status < 500 ? 'PROXY_REFUSED' : 'PROXY_FAILED';
}

/** What the proxy has answered instead of opening a tunnel: undici says it in words only. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = /^Proxy response \((\d+)\)|\((407)\)$/.exec(error.message);
  return status === null ? statusOf(error.cause) : Number(status[1] ?? status[2]);
}
