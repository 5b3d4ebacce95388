import { SetupError } from '../../errors.js';
import { isExposed, listSchemes, readBaseUrl } from '../../request/servers.js';
import { type Environment, readList } from '../../settings.js';
import { listSome, nearest } from '../../text.js';
import type { ApiInfo } from '../../tool.js';

/** How the API is told who calls. */
interface UserSettings {
  /** `MCP_FORWARD_HEADERS`: the header that holds a user's credential, by the name of its scheme. */
  headers: ReadonlyMap<string, string>;
  exchange: ExchangeSettings | undefined;
}

/** How a token of the door becomes one for the API. */
export interface ExchangeSettings {
  /** `MCP_EXCHANGE`: RFC 8693, or RFC 7523 as Entra has it. */
  way: ExchangeWay;
  url: URL;
  clientId: string;
  /** What is asked for, where it is said. */
  asked: Readonly<Record<'audience' | 'resource' | 'scope', string | undefined>>;
}

const ways = ['token-exchange', 'on-behalf-of'] as const;
type ExchangeWay = (typeof ways)[number];

/** Headers that are the client's own, or that say how a message goes on its way (RFC 9110, 7.6.1). */
const kept =
  /^(?:authorization|proxy-.*|cookie2?|set-cookie2?|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept(?:-.*)?|mcp-.*|origin|referer|forwarded|x-forwarded-.*|via|sec-.*|access-control-.*|date|range)$/i;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The kinds of schemes whose credential one header can hold. */
const single = new Set(['api-key', 'basic', 'bearer', 'oauth2']);

/**
 * Reads how the API is told who calls.
 *
 * @throws SetupError where that is wrong.
 */
export function readUserSettings(api: ApiInfo, env: Environment): UserSettings {
  const auth = listSchemes(api);
  const exchange = readExchange(auth, env);
  if (exchange !== undefined && api.sources !== undefined)
    throw new SetupError(
      'MCP_EXCHANGE cannot be set: its tokens are for one API, and this server offers several.',
    );
  return { headers: readHeaders(auth, env), exchange };
}

/** `petKey=X-Pet-Key`, or a header alone where there is one scheme. */
function readHeaders(auth: ApiInfo['auth'], env: Environment): ReadonlyMap<string, string> {
  const schemes = Object.keys(auth).filter((name) => single.has(auth[name]?.kind ?? ''));
  return new Map(
    readList(env, 'MCP_FORWARD_HEADERS').map((entry): [string, string] => {
      const [, scheme = schemes.length === 1 ? schemes[0] : undefined, header = ''] =
        /^(?:(.*?)\s*=\s*)?(.*)$/s.exec(entry) ?? [];
      if (scheme === undefined)
        throw new SetupError(
          `MCP_FORWARD_HEADERS must say which scheme "${entry}" is for, as in ${schemes[0] ?? 'scheme'}=${entry}. There are: ${listSome(schemes)}.`,
        );
      if (!schemes.includes(scheme)) throw new SetupError(describeUnknown(scheme, schemes));
      if (!token.test(header))
        throw new SetupError(`MCP_FORWARD_HEADERS names "${header}", which is no header.`);
      if (kept.test(header))
        throw new SetupError(
          `MCP_FORWARD_HEADERS names ${header}, which is never sent on: let clients send the credential in a header of its own, such as X-${scheme}.`,
        );
      return [scheme, header.toLowerCase()];
    }),
  );
}

function describeUnknown(scheme: string, schemes: readonly string[]): string {
  const meant = nearest(scheme, schemes);
  const guess = meant === undefined ? `There are: ${listSome(schemes)}.` : `Did you mean "${meant}"?`;
  return `MCP_FORWARD_HEADERS names the scheme "${scheme}", but the API has none of that name that a header can hold. ${guess}`;
}

function readExchange(auth: ApiInfo['auth'], env: Environment): ExchangeSettings | undefined {
  const read = (name: string) => env[name]?.trim() || undefined;
  const text = read('MCP_EXCHANGE');
  if (text === undefined) return undefined;
  const way = ways.find((one) => one === text);
  if (way === undefined) throw new SetupError(`MCP_EXCHANGE must be ${ways.join(' or ')}, not "${text}".`);
  if (read('MCP_AUTH_ISSUER') === undefined)
    throw new SetupError('MCP_AUTH_ISSUER must be set: MCP_EXCHANGE exchanges the tokens of its users.');
  const declared = Object.values(auth).flatMap((scheme) =>
    scheme.kind === 'oauth2' ? (scheme.tokenUrl ?? []) : [],
  );
  const address = read('MCP_EXCHANGE_URL') ?? declared[0];
  if (address === undefined)
    throw new SetupError('MCP_EXCHANGE_URL must be set: the token endpoint at which tokens are exchanged.');
  const url = readBaseUrl(address);
  if (typeof url === 'string')
    throw new SetupError(`MCP_EXCHANGE_URL must be an absolute https URL: it ${url}.`);
  if (isExposed(url.href))
    throw new SetupError(`MCP_EXCHANGE_URL must be an https URL: ${url.origin} is not encrypted.`);
  const clientId = read('MCP_EXCHANGE_CLIENT_ID');
  if (
    clientId === undefined ||
    (read('MCP_EXCHANGE_CLIENT_SECRET') ?? read('MCP_EXCHANGE_CLIENT_SECRET_FILE')) === undefined
  )
    throw new SetupError(
      'MCP_EXCHANGE_CLIENT_ID and MCP_EXCHANGE_CLIENT_SECRET must be set: with them tokens are exchanged.',
    );
  const asked = {
    audience: read('MCP_EXCHANGE_AUDIENCE'),
    resource: read('MCP_EXCHANGE_RESOURCE'),
    scope: read('MCP_EXCHANGE_SCOPE'),
  };
  return { way, url, clientId, asked };
}
