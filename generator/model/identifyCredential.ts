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

/** Whether a name, which is bare, may be of a credential; words may say that it is none. */
export function mayProve(bare: string): boolean {
  return Object.hasOwn(likely, bare) || kinds.some(([, pattern]) => pattern.test(bare));
}

/** Words of a parameter that prove who calls, and those of one that does something else. */
const proves = /\b(?:auth\w*|api|access|bearer|oauth2?|scopes?|credentials?|secret|developer|private)\b/i;
const other =
  /\b(?:pag(?:e|es|ing|ination)|cursor|continu\w*|next|sync\w*|csrf|invit\w*|reset\w*|verif\w*|confirm\w*|device|push|captcha|idempoten\w*)\b/i;

/**
 * Words of a secret that is not the caller's own: it proves who calls somewhere else, as where a file is fetched from,
 * it is somebody else's, it is used once, or it is what the operation adds, checks or revokes.
 */
const ofOthers = [
  /\b(?:remote|external|third[ -]part(?:y|ies)|upstream|destination|whose)\b/i,
  /\b(?:of|for|from|at|to) (?:another|(?:the|an?|your) (?:other|target|source|mirrored|foreign|partner|customer|recipient|linked|connected|migrated|imported))\b/i,
  /\b(?:one|single)[ -](?:time|use)\b/i,
  /\b(?:token|key|secret|code)\b[^.]{0,60}\b(?:of|from|in|by|via|with|through) (?:the |an? |your )?(?:\w+ )?(?:e-?mail|mail|sms|link)\b/i,
  /\b(?:token|key|secret|password|credentials?)s? (?:(?:that|which) (?:is|are) )?to (?:(?:be )?(?:add|revok|introspect|inspect|validat|verif|delet|remov|stor|import|exchang|register|link|connect)(?:y|e|i?ed)|add|inspect|introspect|import)\b/i,
];

/** Words that say all the same whose it is. */
const ofCallerOwn = /\b(?:your|own) (?:[\w-]+ ){0,3}(?:key|token|secret|password|credentials?)\b/i;

/** Whether the words of what is called like a credential say that it is not the caller's own, but what the call is about. */
export function speaksOfOther({ description }: Pick<ApiParameter, 'description'>): boolean {
  return ofOthers.some((words) => words.test(description)) && !ofCallerOwn.test(description);
}

/** Operations that are given a token once, which somebody has got for that. */
const takesOnce = /verif|reset|confirm|invit|activat|unsubscrib|revo[ck]|introspect|magic/i;

/** Whether a `token`, a name that says little, is given to its operation for once, and its words say nothing else. */
export function isOneTime(
  { name, description }: Pick<ApiParameter, 'name' | 'description'>,
  { path, operationId }: Pick<Operation, 'path' | 'operationId'>,
): boolean {
  const isOpen = Object.hasOwn(likely, bareName(name)) && takesOnce.test(`${path} ${operationId}`);
  return isOpen && !/\b(?:scopes?|authenticat\w*|api|access)\b/i.test(description);
}

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

/** Operations that make, check or change credentials, or are about somebody else's: a body has those as data. */
const makes =
  /token|oauth|auth|log-?in|sign-?(?:in|up)|session|regist|password|reset|invit|confirm|verif|activat|credential|secret|webhook|connect|integration|key|revo[ck]|introspect/i;
const ofUsers = /account|user/i;

/** Operations, and fields, beside which a `token` is of a card, a device or a form. */
const paysOrNotifies = /pay|card|charge|checkout|amount|currency|device|platform|push|notif|captcha|subscri/i;

/** Words of a field that is the caller's own credential, and no data. */
const ofCaller = /\bscopes?\b|\bauthenticat\w*\b|\byour\b/i;

/** A field of a body, with the names of all that the body has. */
export interface Field extends Pick<ApiParameter, 'name' | 'description'> {
  among: readonly string[];
  isForm: boolean;
}

/**
 * What a field of a body proves of the caller where it does nothing else. Bodies hold data, so more is asked of them
 * than of parameters: an operation that is about credentials has them as what it is about, one that changes a thing may
 * have them as members of that thing, and what stands alone is what is sent.
 */
export function fieldKind(
  { name, description, among, isForm }: Field,
  operation: Pick<Operation, 'path' | 'operationId' | 'method'>,
): CredentialKind | undefined {
  const where = `${operation.path} ${operation.operationId}`;
  if (makes.test(where) || other.test(description)) return undefined;
  const isBare = bareName(name) === 'token' && description.trim() === '';
  const kind = identifyCredential({ name, description, in: 'body' }, operation);
  if (ofCaller.test(description)) return kind;
  // Of many fields, few are called like a credential: only for them, the others are looked at.
  if (kind === undefined && !isBare) return undefined;
  const beside = among.filter((one) => one !== name);
  const isData =
    ofUsers.test(where) || operation.method !== 'POST' || beside.length === 0 || hasLogin(name, beside);
  if (isData || [where, ...beside].some((one) => paysOrNotifies.test(one))) return undefined;
  if (isBare) return isForm ? 'token' : undefined;
  return kind;
}

/** Whether a secret stands beside the name of who has it, as `auth_token` beside `auth_username` does: both are of one login. */
function hasLogin(name: string, beside: readonly string[]): boolean {
  const prefix = bareName(name).replace(endOfSecret, '');
  return beside.some((one) => /^(?:user(?:name)?|login|password)$/.test(bareName(one).replace(prefix, '')));
}

const endOfSecret = /(?:token|key|secret|password)$/;

/** Whether a parameter and that of who has it are named as of one login, which is that of another service: `auth_token`, `auth_username`. */
export function isOfLogin(name: string, beside: readonly string[]): boolean {
  const prefix = bareName(name).replace(endOfSecret, '');
  return (
    prefix !== '' &&
    hasLogin(
      name,
      beside.filter((one) => one !== name && bareName(one).startsWith(prefix)),
    )
  );
}

/** Whether a field of a body looks like a credential; often, only its name is known. */
export function isLikelyField(
  name: string,
  operation: Pick<Operation, 'path' | 'operationId'>,
  description = '',
): boolean {
  const where = `${operation.path} ${operation.operationId}`;
  if (makes.test(where) || ofUsers.test(where)) return false;
  if (bareName(name) === 'token' && description.trim() === '') return !paysOrNotifies.test(where);
  return identifyCredential({ name, in: 'body', description }, operation) !== undefined;
}

/** Whether a secret is that of the thing that the path is about, as in "the client secret of the PaymentIntent". */
function isOfThing(description: string, path: string): boolean {
  const thing = /\b(?:secret|token|key|password) (?:of|for) (?:the|this|an?) (\w{3,40})/i.exec(
    description,
  )?.[1];
  return thing !== undefined && bareName(path).includes(bareName(thing));
}

/** What a parameter or a field of that name and those words proves of the caller, if it does. */
export function identifyCredential(
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
  const isOther = speaksOfOther({ description }) || (kind === 'secret' && isOfThing(description, path));
  if (isOther) return undefined;
  // Whoever logs in is asked for it.
  if (/password/.test(bare) && about.test(`${path} ${operationId}`)) return undefined;
  if (kind !== undefined) return kind;
  if (!Object.hasOwn(likely, bare) || other.test(description)) return undefined;
  if (description.trim() !== '') return proves.test(description) ? likely[bare] : undefined;
  return place !== 'body' && bare === 'token' && !about.test(`${path} ${operationId}`) ? 'token' : undefined;
}
