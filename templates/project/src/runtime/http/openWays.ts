import { readSecret, readWhole, type UnreadableError, wrongFile } from '../auth/readSecret.js';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates } from 'node:tls';
import { SetupError } from '../errors.js';
import { memoize } from '../memo.js';
import { type Environment, readSwitch } from '../settings.js';
import type { CertificateVariables } from '../tool.js';
import { keepConnections, proxyError, toProxyError, type Way } from './createClient.js';
import { exceptVariables, parseProxy, proxyVariables } from './proxies.js';

/** How long a proxy may take to open a tunnel. */
const tunnelMs = 30_000;

/** Where a connection leads, as agents say it. */
interface Target {
  host: string;
  port: string | number;
  servername?: string;
}

type OnSocket = (error: Error | null, socket?: Socket) => void;

/**
 * Opens the ways that requests go where proxies or certificates are set. It is imported only then.
 *
 * @throws SetupError where one of them cannot be used.
 */
export async function openWays(env: Environment, own?: CertificateVariables): Promise<(url: URL) => Way> {
  const { proxyFor, authorities, identity } = await readWays(env, own);
  const trust = authorities === undefined ? {} : { ca: [...rootCertificates, authorities] };
  const toApi = { secureContext: createSecureContext({ ...trust, ...identity }) };
  // To take in what Node trusts costs as much as all else here. Who we are is for the API only.
  const toProxy = () => (identity === undefined ? toApi : { secureContext: createSecureContext(trust) });
  const kept = { keepAlive: true };

  /** The ways to what is reached directly, or by tunnels. */
  const waysBy = (open: object) => ({
    'http:': { agent: Object.assign(keepConnections(new Agent(kept)), open) },
    'https:': { agent: Object.assign(keepConnections(new SecureAgent({ ...kept, ...toApi })), open) },
  });
  const direct = waysBy({});

  const waysOf = memoize((proxy: URL) => {
    const headers = credentialsOf(proxy);
    const host = proxy.hostname.replaceAll(/^\[|\]$/g, '');
    const port = proxy.port || (proxy.protocol === 'https:' ? '443' : '80');
    const servername = isIP(host) ? '' : host;
    const agent = proxy.protocol === 'https:' ? new SecureAgent({ ...toProxy(), servername }) : new Agent();

    function openTunnel(target: Target, isSecure: boolean, onSocket: OnSocket): void {
      const path = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
      const options = { agent, host, port, method: 'CONNECT', path, headers: { host: path, ...headers } };
      const asked = request({ ...options, protocol: proxy.protocol });
      asked.setTimeout(tunnelMs, () => asked.destroy(proxyError(504)));
      asked.once('error', (error) => onSocket(toProxyError(error)));
      asked.once('connect', ({ statusCode = 0 }, socket: Socket) => {
        socket.setTimeout(0);
        if (statusCode < 200 || statusCode > 299) {
          onSocket(proxyError(statusCode));
          socket.destroy();
        } else if (isSecure)
          onSocket(null, connect({ ...target, port: Number(target.port), ...toApi, socket }));
        else onSocket(null, socket);
      });
      asked.end();
    }

    const tunnelling = (isSecure: boolean) => ({
      createConnection: (target: Target, onSocket: OnSocket) => openTunnel(target, isSecure, onSocket),
    });
    const through = {
      'http:': waysBy(tunnelling(false))['http:'],
      'https:': waysBy(tunnelling(true))['https:'],
    };
    if (proxy.protocol === 'https:') return through;
    // Many proxies open tunnels to the port of HTTPS only.
    const handedOn: Way = { agent: keepConnections(new Agent(kept)), proxy: { host, port, headers } };
    return { ...through, 'http:': handedOn };
  });

  return (url) => {
    const proxy = proxyFor(url);
    const ways = proxy === undefined ? direct : waysOf(proxy);
    return ways[url.protocol as keyof typeof ways];
  };
}

/** What a proxy is told of who asks. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** What the operator has set of the ways that requests go. */
interface SetWays extends Certificates {
  proxyFor: (url: URL) => URL | undefined;
}

/**
 * Reads and checks the proxies and certificates that the operator has set.
 *
 * @param own - what the operator proves who calls with; nothing where nobody is to see it
 * @throws SetupError where one of them cannot be used.
 */
export async function readWays(env: Environment, own?: CertificateVariables): Promise<SetWays> {
  return { proxyFor: readProxies(env), ...(await readCertificates(env, own)) };
}

/**
 * Reads which proxy is asked for a URL: the one of its protocol, but for what `NO_PROXY` names, and for this machine
 * itself, which no other one can reach for us.
 *
 * @throws SetupError where a variable holds no URL of a proxy.
 */
export function readProxies(env: Environment): (url: URL) => URL | undefined {
  const proxies = Object.entries(proxyVariables).map(([protocol, names]): [string, URL | undefined] => [
    protocol,
    readProxy(env, names),
  ]);
  const byProtocol = new Map(proxies);
  const named = exceptVariables.map((name) => env[name]?.trim()).find(Boolean) ?? '';
  const exceptions = named
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(parseException);
  return (url) => {
    const { hostname, port } = addressOf(url);
    const isException = isLoopback(hostname) || exceptions.some((covers) => covers(hostname, port));
    return isException ? undefined : byProtocol.get(url.protocol);
  };
}

function readProxy(env: Environment, names: readonly string[]): URL | undefined {
  const name = names.find((one) => env[one]?.trim());
  if (name === undefined) return undefined;
  const url = parseProxy(env[name]?.trim() ?? '');
  if (url !== undefined) return url;
  throw new SetupError(
    `The environment variable ${name} must be the http or https URL of a proxy, such as http://proxy.example.com:8080.`,
  );
}

/** `host`, which stands for the hosts below it too, with `.` or `*.` before it or not; `host:port`; `*`. */
function parseException(text: string): (hostname: string, port: string) => boolean {
  if (text === '*') return () => true;
  const [, host = text, onlyPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  const name = unbracket(host)
    .replace(/^\*?\./, '')
    .toLowerCase();
  return (hostname, port) =>
    (onlyPort === undefined || onlyPort === port) && (hostname === name || hostname.endsWith(`.${name}`));
}

function addressOf({ hostname, port, protocol }: URL): { hostname: string; port: string } {
  return { hostname: unbracket(hostname), port: port || (protocol === 'https:' ? '443' : '80') };
}

function unbracket(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|::1)$/.test(hostname);
}

/** Certificates in PEM form. */
interface Certificates {
  /** Authorities that are trusted besides those that Node knows. */
  authorities: string | undefined;
  /** What the server proves itself with. */
  identity: { cert: string; key: string; passphrase: string | undefined } | undefined;
}

const authorityVariable = 'MCP_CA_FILE';

/**
 * Reads and checks the certificates that the operator has set.
 *
 * @throws SetupError where one cannot be read or used.
 */
async function readCertificates(env: Environment, own?: CertificateVariables): Promise<Certificates> {
  const authorities = await readPem(env, authorityVariable);
  if (authorities !== undefined) parseCertificate(authorities, authorityVariable);
  readSwitch(env, 'MCP_CLIENT_CERT_FOR_TOKENS');
  return { authorities, identity: own && (await readIdentity(env, own)) };
}

async function readIdentity(env: Environment, own: CertificateVariables): Promise<Certificates['identity']> {
  const cert = await readPem(env, own.certificate);
  const ownKey = await readPem(env, own.key);
  if (cert === undefined) {
    if (ownKey === undefined) return undefined;
    throw new SetupError(
      `The environment variable ${own.key} is set, but not ${own.certificate}: set it to the certificate that the key belongs to.`,
    );
  }
  const keyName = ownKey === undefined ? own.certificate : own.key;
  const key = ownKey ?? cert;
  const passphrase = await readSecret(env, own.passphrase, wrongFile);
  const certificate = parseCertificate(cert, own.certificate);
  if (!certificate.checkPrivateKey(parseKey(key, passphrase, keyName, own.passphrase))) {
    throw wrongFile(keyName, `holds a key that the certificate of ${own.certificate} is not for`);
  }
  return { cert, key, passphrase };
}

async function readPem(env: Environment, name: string): Promise<string | undefined> {
  const file = env[name]?.trim();
  if (!file) return undefined;
  const pem = await readWhole(file).catch((error: UnreadableError) => {
    throw wrongFile(name, error.message);
  });
  return pem.toString('utf8');
}

function parseCertificate(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw wrongFile(name, 'holds no certificate in PEM form');
  }
}

function parseKey(
  key: string,
  passphrase: string | undefined,
  name: string,
  passphraseName: string,
): KeyObject {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    const isLocked = /passphrase|decrypt|interrupted/i.test((error as Error).message);
    if (!isLocked) throw wrongFile(name, 'holds no private key in PEM form');
    throw wrongFile(name, `holds a key that cannot be decrypted: ${passphraseName} must be its passphrase`);
  }
}
