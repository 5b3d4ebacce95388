import { createHmac } from 'node:crypto';
import {
  CompactEncrypt,
  type CryptoKey,
  SignJWT,
  UnsecuredJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
} from 'jose';
import { type Issuer, audience, fromNow } from './issuer.js';

/** What a request shows instead of a good token, and the status and error that it is answered with. */
export interface BadToken {
  name: string;
  make: (issuer: Issuer) => Promise<string | string[]>;
  status: number;
  error?: string;
}

const invalid = { status: 401, error: 'invalid_token' };
const malformed = { status: 400, error: 'invalid_request' };

const other = generateKeyPair('RS256', { extractable: true });

function base64(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** The three parts of a good token. */
async function partsOf(issuer: Issuer): Promise<[head: string, body: string, signature: string]> {
  const [head = '', body = '', signature = ''] = (await issuer.sign()).split('.');
  return [head, body, signature];
}

const usual = (issuer: Issuer) => ({ iss: issuer.url, aud: audience, sub: 'ann', exp: fromNow(300) });

/** A token whose claims differ. */
const withClaims =
  (claims: Record<string, unknown> | ((issuer: Issuer) => Record<string, unknown>)) =>
  async (issuer: Issuer) =>
    `Bearer ${await issuer.sign({ claims: typeof claims === 'function' ? claims(issuer) : claims })}`;

/** A token that somebody else has signed, with such a header. */
const withHeader = (header: Record<string, unknown>) => async (issuer: Issuer) =>
  `Bearer ${await issuer.sign({ header, key: (await other).privateKey })}`;

/** A token that the issuer has signed, with such a header. */
const signedWithHeader = (header: Record<string, unknown>) => async (issuer: Issuer) =>
  `Bearer ${await issuer.sign({ header })}`;

/** A token that is signed with a secret which everybody can know: the public key of the issuer. */
const confused =
  (algorithm: 'HS256' | 'HS384' | 'HS512', spell: (issuer: Issuer) => Promise<string>) =>
  async (issuer: Issuer) => {
    const text = `${base64({ alg: algorithm, kid: 'first', typ: 'at+jwt' })}.${base64(usual(issuer))}`;
    const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[algorithm];
    return `Bearer ${text}.${createHmac(hash, await spell(issuer))
      .update(text)
      .digest('base64url')}`;
  };

const spkiOf = async (issuer: Issuer) =>
  exportSPKI((await importJWK(issuer.publicKey, 'RS256')) as CryptoKey);

const kids: [string, unknown][] = [
  ['of another key', 'second'],
  ['that is a path', '../../../../etc/passwd'],
  ['that is the path of an empty file', '/dev/null'],
  ['that is SQL', "first' UNION SELECT 'secret' --"],
  ['that is a command', 'first|/bin/id'],
  ['that is a URL', 'https://evil.example/keys'],
  ['of 10,000 characters', 'k'.repeat(8_000)],
  ['that is empty', ''],
  ['with a line break', 'first\r\nx: y'],
  ['with a zero', 'first\0'],
  ['that is no text', 7],
  ['that is an object', { first: true }],
  ['named like a member of all objects', '__proto__'],
];

/** Each is refused. */
export const badTokens: readonly BadToken[] = [
  // How it is shown (RFC 6750, 2 and 3.1).
  { name: 'a user name and a password', make: async () => `Basic ${base64('ann:secret')}`, status: 401 },
  { name: 'a token of another scheme', make: async (issuer) => `DPoP ${await issuer.sign()}`, status: 401 },
  { name: 'a token without a scheme', make: async (issuer) => issuer.sign(), status: 401 },
  { name: 'the scheme alone', make: async () => 'Bearer', ...malformed },
  { name: 'the scheme and a blank', make: async () => 'Bearer  ', ...malformed },
  {
    name: 'two tokens',
    make: async (issuer) => `Bearer ${await issuer.sign()} ${await issuer.sign()}`,
    ...malformed,
  },
  { name: 'a list of tokens', make: async (issuer) => `Bearer ${await issuer.sign()},x`, ...malformed },
  { name: 'a token in quotes', make: async (issuer) => `Bearer "${await issuer.sign()}"`, ...malformed },
  { name: 'a token with other characters', make: async () => 'Bearer a$b', ...malformed },
  {
    name: 'the header twice, a bad one first',
    make: async (issuer) => ['Bearer x', `Bearer ${await issuer.sign()}`],
    ...malformed,
  },
  {
    name: 'the header twice, a good one first',
    make: async (issuer) => [`Bearer ${await issuer.sign()}`, 'Bearer x'],
    ...malformed,
  },
  {
    name: 'the same good token twice',
    make: async (issuer) => [`Bearer ${await issuer.sign()}`, `Bearer ${await issuer.sign()}`],
    ...malformed,
  },
  // What is no signed token.
  { name: 'a word', make: async () => 'Bearer token', ...invalid },
  { name: 'one part', make: async () => `Bearer ${base64({ sub: 'ann' })}`, ...invalid },
  {
    name: 'two parts',
    make: async (issuer) => `Bearer ${(await partsOf(issuer)).slice(0, 2).join('.')}`,
    ...invalid,
  },
  { name: 'four parts', make: async (issuer) => `Bearer ${await issuer.sign()}.x`, ...invalid },
  { name: 'empty parts', make: async () => 'Bearer ..', ...invalid },
  {
    name: 'parts that are no JSON',
    make: async () => `Bearer ${base64('x')}.${base64('y')}.${base64('z')}`,
    ...invalid,
  },
  {
    name: 'a header that is a list',
    make: async (issuer) => `Bearer ${base64([1])}.${(await partsOf(issuer))[1]}.x`,
    ...invalid,
  },
  { name: 'a token of 13,000 characters', make: async () => `Bearer ${'a'.repeat(13_000)}`, ...invalid },
  { name: 'an oversized token that is signed', make: withClaims({ filler: 'x'.repeat(9_500) }), ...invalid },
  {
    name: 'an encrypted token',
    make: async (issuer) => {
      const key = await importJWK(issuer.publicKey, 'RSA-OAEP-256');
      const text = new TextEncoder().encode(JSON.stringify(usual(issuer)));
      const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'first' };
      return `Bearer ${await new CompactEncrypt(text).setProtectedHeader(header).encrypt(key)}`;
    },
    ...invalid,
  },
  // Who has signed it.
  {
    name: 'an unsigned token (alg none)',
    make: async (issuer) => `Bearer ${new UnsecuredJWT(usual(issuer)).encode()}`,
    ...invalid,
  },
  ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): BadToken => ({
    name: `the algorithm "${alg}" with the signature left in`,
    make: async (issuer: Issuer) => {
      const [, body, signature] = await partsOf(issuer);
      return `Bearer ${base64({ alg, kid: 'first', typ: 'at+jwt' })}.${body}.${signature}`;
    },
    status: 401,
    error: 'invalid_token',
  })),
  { name: 'HS256 with the public key as PEM', make: confused('HS256', spkiOf), ...invalid },
  {
    name: 'HS256 with the public key as PEM and no last line',
    make: confused('HS256', async (issuer) => (await spkiOf(issuer)).trimEnd()),
    ...invalid,
  },
  {
    name: 'HS384 with the public key as JSON',
    make: confused('HS384', async ({ publicKey }) => JSON.stringify(publicKey)),
    ...invalid,
  },
  {
    name: 'HS512 with the modulus',
    make: confused('HS512', async ({ publicKey }) => String(publicKey.n)),
    ...invalid,
  },
  { name: 'HS256 with an empty secret', make: confused('HS256', async () => ''), ...invalid },
  { name: 'another key under the same name', make: withHeader({}), ...invalid },
  {
    name: 'another signature algorithm of the same key',
    make: async (issuer) => {
      const key = await importJWK(await exportJWK(issuer.privateKey), 'PS256');
      return `Bearer ${await issuer.sign({ header: { alg: 'PS256' }, key })}`;
    },
    ...invalid,
  },
  {
    name: 'a signature that was cut',
    make: async (issuer) => `Bearer ${(await issuer.sign()).slice(0, -8)}`,
    ...invalid,
  },
  {
    name: 'no signature',
    make: async (issuer) => `Bearer ${(await partsOf(issuer)).slice(0, 2).join('.')}.`,
    ...invalid,
  },
  {
    name: 'claims that were tampered with',
    make: async (issuer) => {
      const [head, , signature] = await partsOf(issuer);
      return `Bearer ${head}.${base64({ ...usual(issuer), sub: 'root' })}.${signature}`;
    },
    ...invalid,
  },
  {
    name: 'a signature of another token',
    make: async (issuer) => {
      const [head, body] = await partsOf(issuer);
      const [, , signature] = (await issuer.sign({ claims: { sub: 'bob' } })).split('.');
      return `Bearer ${head}.${body}.${signature}`;
    },
    ...invalid,
  },
  // What the header says of keys.
  ...kids.map(([what, kid]): BadToken => ({
    name: `a kid ${what}`,
    make: withHeader({ kid }),
    status: 401,
    error: 'invalid_token',
  })),
  { name: 'no kid, and another key', make: withHeader({ kid: undefined }), ...invalid },
  {
    name: 'a key of its own (jwk)',
    make: async (issuer) => {
      const { publicKey } = await other;
      return `Bearer ${await issuer.sign({ header: { kid: undefined, jwk: await exportJWK(publicKey) }, key: (await other).privateKey })}`;
    },
    ...invalid,
  },
  {
    name: 'a place of keys of its own (jku)',
    make: withHeader({ jku: 'http://127.0.0.1:9/keys', kid: 'theirs' }),
    ...invalid,
  },
  {
    name: 'a place of certificates of its own (x5u)',
    make: withHeader({ x5u: 'http://127.0.0.1:9/cert', kid: 'theirs' }),
    ...invalid,
  },
  { name: 'certificates of its own (x5c)', make: withHeader({ x5c: ['MIIB'], kid: 'theirs' }), ...invalid },
  {
    name: 'a critical header that nobody knows',
    make: async (issuer) => {
      const head = base64({ alg: 'RS256', kid: 'first', typ: 'at+jwt', crit: ['exotic'], exotic: true });
      return `Bearer ${head}.${(await partsOf(issuer)).slice(1).join('.')}`;
    },
    ...invalid,
  },
  {
    name: 'an empty list of critical headers',
    make: async (issuer) => {
      const head = base64({ alg: 'RS256', kid: 'first', typ: 'at+jwt', crit: [] });
      return `Bearer ${head}.${(await partsOf(issuer)).slice(1).join('.')}`;
    },
    ...invalid,
  },
  // What it is for.
  { name: 'a nested token (cty)', make: signedWithHeader({ cty: 'JWT' }), ...invalid },
  { name: 'a token that logs out', make: signedWithHeader({ typ: 'logout+jwt' }), ...invalid },
  { name: 'a proof of possession', make: signedWithHeader({ typ: 'dpop+jwt' }), ...invalid },
  { name: 'a token that is bound to a key', make: withClaims({ cnf: { jkt: 'x' } }), ...invalid },
  { name: 'a refresh token that is signed', make: withClaims({ token_use: 'refresh' }), ...invalid },
  { name: 'another audience', make: withClaims({ aud: 'https://other.example.com/mcp' }), ...invalid },
  {
    name: 'an audience that begins like ours',
    make: withClaims({ aud: `${audience}.evil.example` }),
    ...invalid,
  },
  { name: 'an audience above ours', make: withClaims({ aud: 'https://mcp.example.com' }), ...invalid },
  { name: 'a list of other audiences', make: withClaims({ aud: ['a', 'b'] }), ...invalid },
  { name: 'an empty list of audiences', make: withClaims({ aud: [] }), ...invalid },
  { name: 'no audience', make: withClaims({ aud: undefined }), ...invalid },
  {
    name: 'an identity token (its audience is the client)',
    make: withClaims({ aud: 'app', nonce: 'n' }),
    ...invalid,
  },
  // Who it is from, and for how long.
  { name: 'another issuer', make: withClaims({ iss: 'https://evil.example' }), ...invalid },
  {
    name: 'an issuer with a slash behind it',
    make: withClaims((issuer) => ({ iss: `${issuer.url}/` })),
    ...invalid,
  },
  { name: 'no issuer', make: withClaims({ iss: undefined }), ...invalid },
  { name: 'a list of issuers', make: withClaims((issuer) => ({ iss: [issuer.url] })), ...invalid },
  { name: 'a time that is over', make: withClaims({ exp: fromNow(-3_600) }), ...invalid },
  { name: 'no end', make: withClaims({ exp: undefined }), ...invalid },
  { name: 'an end that is a text', make: withClaims({ exp: String(fromNow(300)) }), ...invalid },
  { name: 'a beginning that is still to come', make: withClaims({ nbf: fromNow(3_600) }), ...invalid },
  { name: 'a beginning that is a text', make: withClaims({ nbf: 'now' }), ...invalid },
  { name: 'nobody whom it is for', make: withClaims({ sub: undefined, client_id: undefined }), ...invalid },
  {
    name: 'somebody who is no text',
    make: withClaims({ sub: { name: 'ann' }, client_id: undefined }),
    ...invalid,
  },
];

/** Signs with another algorithm of the same kind of key. */
export async function signOtherwise(
  issuer: Issuer,
  alg: string,
  key: CryptoKey,
  kid: string,
): Promise<string> {
  return new SignJWT({ ...usual(issuer), client_id: 'app' }).setProtectedHeader({ alg, kid }).sign(key);
}
