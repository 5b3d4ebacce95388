import type { ApiParameter, Operation } from './api.js';

/** What a parameter proves: who was let in (`token`), or which program calls (`key`); `secret` is any other. */
export type CredentialKind = 'token' | 'key' | 'secret';

/** Names that say it by themselves, without `x-`, case and what divides their words. */
const kinds: readonly [CredentialKind, RegExp][] = [
  ['token', /^(?:access|auth|authorization|authentication|oauth2?|bearer|private|personalaccess)token$/],
  ['token', /^(?:proxy)?authorization$/],
  [
    'key',
    /^(?:api|app|application|auth|access|developer|dev|subscription|ocpapimsubscription|account|service)key$/,
  ],
  ['key', /^(?:api|app)token$/],
  ['secret', /^(?:client|app|api|consumer|shared|auth)secret$/],
  ['secret', /^(?:secret|session|jwt|user|service)(?:key|token)$/],
  ['secret', /^(?:password|jwt|apipassword)$/],
];

/** Names that may say it. */
const likely: Readonly<Record<string, CredentialKind>> = { token: 'token', key: 'key', auth: 'token' };

/** Words of a parameter that prove who calls, and those of one that does something else. */
const proves = /\b(?:auth\w*|api|access|bearer|oauth2?|scopes?|credentials?|secret|developer|private)\b/i;
const other =
  /\b(?:pag(?:e|es|ing|ination)|cursor|continu\w*|next|sync\w*|csrf|invit\w*|reset\w*|verif\w*|confirm\w*|device|push|captcha|idempoten\w*)\b/i;

/** Operations that are about tokens and the like, and not only let in by them. */
const about =
  /token|verif|reset|confirm|invit|unsubscrib|revo[ck]|introspect|activat|auth|log-?in|sign-?(?:in|up)|session|keys?\b/i;

/** `X-API-Key`, `api_key` and `apiKey` are one name. */
export function bareName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^x(?=[a-z]{4})/, '');
}

/** What a parameter or a field of that name and those words proves of the caller, if it does. */
export function credentialKind(
  {
    name,
    in: place,
    description,
  }: Pick<ApiParameter, 'name' | 'description'> & { in: ApiParameter['in'] | 'body' },
  { path, operationId }: Pick<Operation, 'path' | 'operationId'>,
): CredentialKind | undefined {
  if (place === 'path' || place === 'querystring') return undefined;
  const bare = bareName(name);
  const kind = kinds.find(([, pattern]) => pattern.test(bare))?.[0];
  // Whoever logs in is asked for it.
  if (/password/.test(bare) && about.test(`${path} ${operationId}`)) return undefined;
  if (kind !== undefined) return kind;
  if (!Object.hasOwn(likely, bare) || other.test(description)) return undefined;
  if (description.trim() !== '') return proves.test(description) ? likely[bare] : undefined;
  return place !== 'body' && bare === 'token' && !about.test(`${path} ${operationId}`) ? 'token' : undefined;
}
