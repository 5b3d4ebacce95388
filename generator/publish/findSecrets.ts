import { type Members, isMap } from '../model/document.js';
import type { PublishFacts, PublishFinding } from '../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText } from './projectFiles.js';

/** Names of variables and flags that say that their value is a secret: `PETSTORE_API_KEY`, `api-key`, `accessToken`. */
const secretNames = [
  /(?:^|[_-])(?:tokens?|secrets?|password|passwd|passphrase|credentials?|pat|(?:api|access|private|secret|signing)[_-]?keys?)$/i,
  /[a-z](?:Token|Secret|Password|ApiKey|AccessKey|PrivateKey)$/,
  // Variables of the server itself.
  /^MCP_STATE_KEYS$/,
];
/** Headers that hold credentials; others are called like the secret that they hold. */
const secretHeader = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

/** Secrets that show by their form whose they are. */
const forms = [
  /\bgh[pousr]_[A-Za-z0-9]{20}/,
  /\bgithub_pat_\w{20}/,
  /\bnpm_[A-Za-z0-9]{20}/,
  /\bglpat-[\w-]{16}/,
  /(?<![\w-])sk-(?=[\w-]{0,100}\d)[\w-]{20}/,
  /\b[rs]k_live_\w{10}/,
  /\bxox[abeprs]-[\w-]{10}/,
  /\bA[KS]IA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30}/,
  /\bya29\.[\w-]{20}/,
  /\bGOCSPX-[\w-]{20}/,
  /\bhf_[A-Za-z0-9]{30}/,
  /\bSG\.[\w-]{16,64}\.[\w-]{16}/,
  /\bshp(?:at|ca|pa|ss)_[0-9a-f]{32}/,
  /\bdop_v1_[0-9a-f]{32}/,
  /hooks\.slack\.com\/services\/T\w{6,12}\/B/,
  /\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,4000}\.[\w-]/,
  /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
];

/** A reference to a value, and what holds where it is not set: `${NAME:-value}`, `${{ secrets.NAME }}`, `$NAME`, `$(command)`, `{token}`, `%NAME%`, `<NAME>`. */
const reference =
  /\$\{\{[^}]{0,200}(?:\}\}|$)|\$\{(?:\w+:)?[\w.]{1,200}(?::?(?:[-+=](?<value>(?:[^{}$]|\$\{[^{}]{0,200}\}|\$){0,400})|\?[^}]{0,400}))?\}|\$[A-Z_][A-Z0-9_]*|\$\([^)]{0,400}(?:\)|$)|\{\{?[\w.]{1,200}\}?\}|%[A-Z_]{1,80}%|<[^>]{0,200}>/g;

/** Words that stand for a value that is to be filled in. */
const blank =
  /^(?:[x*.…_-]+|(?:your|my|some|an?|the)[\s_-][a-z\s_-]*|(?:insert|enter|put|replace|change|example|sample|dummy|fake|none|null|redacted)[a-z\s_-]*|[\w-]+:\/\/.*|\[.*\])$/i;

/** Names in capitals that stand for a value: `YOUR_API_KEY`. */
const capitals = /^[A-Z]+(?:_[A-Z0-9]+)*$/;

/** Files whose own check looks at variables, and tells of them better. */
const checkedThere = /^(?:Dockerfile|compose\.yaml|kubernetes\/.*)$/;

/** What of a file is looked at: more than any place takes. */
const mostCharacters = 1_000_000;

/** Whether a variable, a flag or a header holds a secret, as far as its name or the server says so; paths of files are none. */
export function isSecretVariable(name: string, { variables }: Pick<PublishFacts, 'variables'>): boolean {
  const bare = name.replace(/^-+/, '');
  if (/_FILE$/i.test(bare)) return false;
  return (
    secretNames.some((pattern) => pattern.test(bare)) ||
    secretHeader.test(bare) ||
    variables.some((one) => one.isSecret && one.name === bare)
  );
}

/**
 * Whether what is written for a secret is none: nothing, a reference, or words for what is to be filled in, behind a scheme
 * such as Bearer. What stands around a reference, or holds where it is not set, counts.
 */
export function isStandIn(text: string): boolean {
  const defaults: string[] = [];
  const bare = text.slice(0, 4_000).replace(/^(?:bearer|basic|token)(?:\s+|$)/i, '');
  const rest = bare.replaceAll(reference, (_whole, ...groups) => {
    const { value } = groups.at(-1) as { value?: string };
    if (value !== undefined) defaults.push(value);
    return '';
  });
  const isBare = rest === bare;
  const isFilled = isBare
    ? rest.trim() !== '' && !blank.test(rest.trim()) && !capitals.test(rest.trim())
    : /[a-z0-9]{3}/i.test(rest);
  return !isFilled && defaults.every(isStandIn);
}

/** Words, or a name made of them, each with a number behind it at most: `get_oauth2_token`. */
const words = /^[a-z]+\d{0,2}(?:[_-][a-z]+\d{0,2})*[:=]?$/i;

/** Whether a text looks as a machine made it, and no name: eight characters without blanks, letters and digits. */
function isGenerated(text: string): boolean {
  const bare = text.replace(/^(?:bearer|basic|token)\s+/i, '');
  const isMixed = /^\S{8,}$/.test(bare) && /\d/.test(bare) && /[a-z]/i.test(bare);
  return isMixed && !words.test(bare) && !isStandIn(bare);
}

/**
 * Holds the choices, what was written for places, package.json, README.md and .env.example against what must not be
 * published: the values of secrets. JSON is looked at by its members, all else as text, with what its links say.
 *
 * @param told - what was found before: a name that was told of a file is not told again
 */
export async function findSecrets(
  context: CheckContext,
  told: readonly PublishFinding[],
): Promise<PublishFinding[]> {
  const found = listChosen(context.facts).map(({ key, name }) =>
    tellSecret('all', 'mcpwright.yaml', `A value of ${name} stands there`, `/publish/${key}`),
  );
  const own = ['package.json', 'README.md', '.env.example'].map((path) => ({ path, place: 'npm' as const }));
  const files = [...context.files.map(({ path, place }) => ({ path, place })), ...own];
  for (const { path, place } of files) {
    const text = ((await readFileText(context, path)) ?? '').slice(0, mostCharacters);
    const links = listDecoded(text);
    const held = parseHeld(path, text, context.facts) ?? [
      ...listSpelled(text, context.facts, true),
      ...links.flatMap((link) => readLink(link, context.facts)),
    ];
    const tell = (at: string | undefined, what: string) => tellSecret(place, path, what, at);
    const names = new Set<string>();
    const isTold = (name: string) =>
      checkedThere.test(path) && told.some((one) => one.file === path && one.message.includes(name));
    for (const { name, at, line } of held) {
      if (isTold(name) || (at === undefined && names.has(name))) continue;
      names.add(name);
      found.push(tell(at, `A value of ${name} stands ${line === undefined ? 'there' : `in line ${line}`}`));
    }
    if (held.length === 0 && forms.some((form) => [text, ...links].some((one) => form.test(one))))
      found.push(tell(undefined, 'What looks like a token or a private key stands there'));
  }
  return found;
}

function tellSecret(place: PublishFinding['place'], file: string, what: string, at?: string): PublishFinding {
  return findingsFor(place, file)(
    'error',
    `${what}, ${openness}.`,
    'Take it out, and get a new one in its place: what was committed or published is known.',
    at,
  );
}

/** How every finding of a secret ends. */
const openness = 'and everybody could read it';

/** Whether a finding is one of a secret. */
export function tellsSecret({ message }: PublishFinding): boolean {
  return message.endsWith(`${openness}.`);
}

/** The choices that hold a secret, and what it is called: they go into files of many places. */
function listChosen(facts: PublishFacts): { key: string; text: string; name: string }[] {
  return Object.entries(facts.choices).flatMap(([key, value]) => {
    const text = String(value);
    const [held] = listSpelled(text, facts);
    const name = held?.name ?? (forms.some((form) => form.test(text)) ? 'a token' : undefined);
    return name === undefined ? [] : [{ key, text, name }];
  });
}

/** Findings without the secrets that the owner chose, which some would name as what is to be written. */
export function hideChosen(findings: readonly PublishFinding[], facts: PublishFacts): PublishFinding[] {
  const chosen = listChosen(facts);
  const hide = (said: string) =>
    chosen.reduce((left, { key, text }) => left.replaceAll(text, `<publish.${key}>`), said);
  return findings.map((one) => Object.assign(one, { message: hide(one.message), fix: hide(one.fix) }));
}

/** A secret whose value stands in a file, and where: a JSON pointer, or a line. */
interface Held {
  name: string;
  at?: string;
  line?: number;
}

/** What JSON holds; undefined where a file is none, and is looked at as text. */
function parseHeld(path: string, text: string, facts: PublishFacts): Held[] | undefined {
  if (!path.endsWith('.json')) return undefined;
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Members;
    // Elsewhere in it, a name is one of a package or a script.
    const parts = path === 'package.json' ? ['config', 'publishConfig'] : undefined;
    return parts === undefined
      ? [...walkHeld(value, '', undefined, facts)]
      : parts.flatMap((part) => Array.from(walkHeld(value[part], `/${part}`, undefined, facts)));
  } catch {
    return undefined;
  }
}

/** The members of an object that hold the value of what it describes (server.json, Input; MCPB, user_config). */
const valued = new Set(['value', 'default', 'example', 'choices']);

function* walkHeld(
  value: unknown,
  at: string,
  key: string | undefined,
  facts: PublishFacts,
): Generator<Held> {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    if (key !== undefined && isValue(text, key, facts)) yield { name: key, at };
    else for (const { name } of listSpelled(text, facts)) yield { name, at };
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      const before = value[index - 1];
      const flag = typeof before === 'string' && /^--?[\w-]+$/.test(before) ? before : undefined;
      yield* walkHeld(one, `${at}/${index}`, flag ?? key, facts);
    }
    return;
  }
  if (!isMap(value)) return;
  const name = nameSecret(value, key, facts);
  for (const [member, one] of Object.entries(value)) {
    const inside = `${at}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield* walkHeld(one, inside, name !== undefined && valued.has(member) ? name : member, facts);
  }
}

/** The secret that an object describes: it says so, is called so, or stands under its name. */
function nameSecret(one: Members, key: string | undefined, facts: PublishFacts): string | undefined {
  const { name, isSecret, sensitive, password } = one;
  const called = typeof name === 'string' ? name : key;
  if ([isSecret, sensitive, password].includes(true)) return called ?? 'SECRET';
  return called !== undefined && isSecretVariable(called, facts) ? called : undefined;
}

/** Whether a text is the value of a secret: any that is none of the stand-ins for a variable, or a header; one that a machine made for all else. */
function isValue(text: string, name: string, facts: PublishFacts): boolean {
  if (!isSecretVariable(name, facts) && name !== 'SECRET') return false;
  if (/\s/.test(text.replace(/^(?:bearer|basic|token)\s+/i, '').trim())) return false;
  const isPlain = /^[A-Z][A-Z0-9_]*$|-/.test(name) || secretHeader.test(name);
  return isPlain ? !isStandIn(text) : isGenerated(text);
}

/** A name, what stands between, and a value: of shells, YAML, JSON, headers, queries of URLs, tables and lists of words. */
const spelled =
  /(?<!\w)([A-Za-z_][\w-]{1,80})(?=["'`]?([ \t]{0,4}[=:|,][ \t]{0,4}|[ \t]{1,4})(?:[|>][-+]?)?[ \t]{0,4}(?:\r?\n[ \t]{0,16})?["'`]?((?:(?:bearer|basic|token)[ \t]{1,4})?[^\s"'`,|&<>]{1,400}))/gi;
/** The password in a URL (RFC 3986, section 3.2.1). */
const userinfo = /:\/\/[^\s/@:]{1,100}:([^\s/@]{3,200})@/g;

/** The secrets whose values a text spells, each once. */
function listSpelled(text: string, facts: PublishFacts, hasLines = false): Held[] {
  const places = new Map<string, number>();
  for (const { 1: name = '', 2: between = '', 3: value = '', index } of text.matchAll(spelled)) {
    // Behind a blank, an address, an image or a flag is another word.
    const isWord = between.trim() === '' && /^-|[/:=]/.test(value);
    if (!places.has(name) && !isWord && isSecretVariable(name, facts) && isGenerated(value))
      places.set(name, index);
  }
  for (const { 1: password = '', index } of text.matchAll(userinfo))
    if (isGenerated(password)) places.set('a password in a URL', index);
  return [...places].map(([name, index]) =>
    hasLines ? { name, line: text.slice(0, index).split('\n').length } : { name },
  );
}

/** What a link holds: members of JSON, or what it spells. */
function readLink(text: string, facts: PublishFacts): Held[] {
  try {
    return [...walkHeld(JSON.parse(text), '', undefined, facts)].map(({ name }) => ({ name }));
  } catch {
    return listSpelled(text, facts);
  }
}

/** What the links in a text say: percent-encoded, and JSON in base64. */
function listDecoded(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&');
  const links = [...plain.matchAll(/(?<![a-z])[a-z][a-z0-9+.-]{1,40}:[^\s)>\]"'<]{1,20000}/gi)];
  const configs = [...plain.matchAll(/[?&]config=([\w%+/=-]{8,20000})/g)];
  return [
    ...links.filter(([link]) => link.includes('%')).map(([link]) => decodeLink(decodeLink(link))),
    ...configs.map(([, config = '']) => Buffer.from(decodeLink(config), 'base64').toString('utf8')),
  ];
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
