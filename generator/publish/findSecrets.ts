import { type Members, isMap } from '../model/document.js';
import type { PublishedVariable, PublishFacts, PublishFinding } from '../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText } from './projectFiles.js';

/** Names of variables that say that their value is a secret. */
const secretName = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSPHRASE|API_?KEY|PRIVATE_KEY)$/i;
/** Variables of the server itself that are secrets, or hold some. */
const ownSecret = /^MCP_(?:AUTH_TOKEN|STATE_KEYS|\w*CLIENT_SECRET|CLIENT_KEY_PASSPHRASE)$/;

/** Secrets that show by their form whose they are: of GitHub, npm, GitLab, Stripe, Slack, AWS, Google; JWTs and private keys. */
const forms = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bnpm_[A-Za-z0-9]{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bsk-[\w-]{20,}/,
  /\b[rs]k_live_\w{10,}/,
  /\bxox[abeprs]-[\w-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/,
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
];

/** What stands for a value: nothing, a reference (`${NAME}`, `$NAME`, `{token}`, `{{name}}`, `$(NAME)`), a place to fill in. */
const stand = /^(?:|\$[\w({].*|\{.*\}|<.*>|replace-me)$/;

/** Files whose own check looks at each of their variables. */
const checkedThere = /^(?:Dockerfile|compose\.yaml|kubernetes\/.*)$/;

/** Whether a variable holds a secret, as far as its name or the server says so; paths of files are none. */
export function isSecretVariable(name: string, { variables }: Pick<PublishFacts, 'variables'>): boolean {
  if (name.endsWith('_FILE')) return false;
  return (
    ownSecret.test(name) ||
    secretName.test(name) ||
    variables.some((one) => one.isSecret && one.name === name)
  );
}

/** Whether what is written for a secret is none: nothing, a reference or a place to fill in, behind a scheme such as Bearer. */
export function isStandIn(text: string): boolean {
  return stand.test(text.replace(/^(?:bearer|basic|token)(?:\s+|$)/i, '').trim());
}

/**
 * Holds every file that is published against what must not be published: the values of secrets. Each is looked at as a
 * text, with what its links say, and JSON by its members as well.
 */
export async function findSecrets(context: CheckContext): Promise<PublishFinding[]> {
  const found: PublishFinding[] = [];
  const files = context.files.map(({ path, place }) => ({ path, place }));
  for (const { path, place } of [...files, { path: 'package.json', place: 'npm' as const }]) {
    const text = await readFileText(context, path);
    if (text === undefined) continue;
    const tell = (at: string | undefined, what: string) =>
      findingsFor(place, path)(
        'error',
        `${what}, and everybody could read it.`,
        'Take it out, and get a new one in its place: what was committed or published is known.',
        at,
      );
    const said = path.endsWith('.json') ? listHeld(text, context.facts) : [];
    if (!path.endsWith('.json') && !checkedThere.test(path)) said.push(...listSpelled(text, context.facts));
    found.push(...said.map(({ at, name }) => tell(at, `A value of ${name} stands there`)));
    const isTold = said.length > 0 || !forms.some((form) => form.test(withDecoded(text)));
    if (!isTold) found.push(tell(undefined, 'What looks like a token or a private key stands there'));
  }
  return found;
}

/** A secret whose value stands in a file, and where: a JSON pointer. */
interface Held {
  name: string;
  at?: string;
}

function listHeld(json: string, facts: PublishFacts): Held[] {
  try {
    return [...walkHeld(JSON.parse(json), '', undefined, facts)];
  } catch {
    return []; // It is told by the check of its place.
  }
}

/** The members of an object that hold the value of what it describes (server.json, Input; MCPB, user_config). */
const valued = new Set(['value', 'default', 'example']);

function* walkHeld(
  value: unknown,
  at: string,
  key: string | undefined,
  facts: PublishFacts,
): Generator<Held> {
  if (typeof value === 'string') {
    const isSecret = key !== undefined && (isSecretVariable(key, facts) || /^authorization$/i.test(key));
    if (isSecret && !isStandIn(value) && !isAbout(value, key, facts)) yield { name: key, at };
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* walkHeld(one, `${at}/${index}`, undefined, facts);
    return;
  }
  if (!isMap(value)) return;
  const name = nameSecret(value, key, facts);
  for (const [member, one] of Object.entries(value)) {
    const inside = `${at}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (name === undefined || !valued.has(member)) yield* walkHeld(one, inside, member, facts);
    else if (typeof one === 'string' && !isStandIn(one)) yield { name, at: inside };
  }
}

/** The secret that an object describes: it says so, is called so, or stands under its name. */
function nameSecret(one: Members, key: string | undefined, facts: PublishFacts): string | undefined {
  const { name, isSecret, sensitive, password } = one;
  const called = typeof name === 'string' ? name : key;
  if ([isSecret, sensitive, password].includes(true)) return called ?? 'a secret';
  const isNamed =
    called !== undefined && (isSecretVariable(called, facts) || /^authorization$/i.test(called));
  return isNamed ? called : undefined;
}

/** Whether a text is what is said of a variable, and no value of it. */
function isAbout(text: string, name: string, { variables }: PublishFacts): boolean {
  const about = variables.find((one: PublishedVariable) => one.name === name)?.about ?? '';
  return about !== '' && (about.startsWith(text) || text.startsWith(about));
}

function listSpelled(text: string, facts: PublishFacts): Held[] {
  const found = new Set<string>();
  for (const [, name = '', value = ''] of withDecoded(text).matchAll(
    /\b([A-Z][A-Z0-9_]{2,80})["']?(?::[ \t]+|=|":)["']?([^\s"'`,&]+(?: [^\s"'`,&]+)?)/g,
  ))
    if (isSecretVariable(name, facts) && !isStandIn(value) && !isAbout(value, name, facts)) found.add(name);
  if (/\bBearer [\w.~+/-]{16,}/.test(withDecoded(text))) found.add('Authorization');
  return [...found].map((name) => ({ name }));
}

/** A text, and what the links in it say: percent-encoded, and JSON in base64. */
function withDecoded(text: string): string {
  const parts = [text];
  for (const [link] of text.matchAll(/\b[a-z][a-z-]+:[^\s)>\]]*%[0-9a-f]{2}[^\s)>\]]*/gi))
    parts.push(decodeLink(decodeLink(link)));
  for (const [, config = ''] of text.matchAll(/[?&]config=([\w%+/=-]+)/g))
    parts.push(Buffer.from(decodeLink(config), 'base64').toString('utf8'));
  return parts.join('\n');
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
