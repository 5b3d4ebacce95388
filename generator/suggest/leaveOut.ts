import { findVersions } from './findVersions.js';
import { type Candidate, isValue } from './candidate.js';
import { splitWords, toOne } from '../text/words.js';

/** Words of paths and tags that say administration: who may do what, with which keys, and what it costs. */
const administering = new Set(
  (
    'admin administration administrator audit auditing billing entitlement invoicing key license licensing migration ' +
    'oauth oauth2 onboarding permission policy privilege quota rbac saml scim secret seat session setting sso token ' +
    'webhook hook certificate credential preference config configuration login logout signin signup password auth ' +
    'authorization authentication sku plugin integration backup snapshot'
  ).split(' '),
);

/** Of that, what needs two words. */
const administeringPairs = new Set(['access control', 'api key', 'audit log', 'activity log', 'rate limit']);

/** Last segments that say how the API itself fares. */
const health = new Set(
  (
    'health healthz healthcheck live livez liveness ready readyz readiness ping metrics telemetry version versions ' +
    'status uptime info'
  ).split(' '),
);

/** Last segments that hold the description of the API. */
const descriptions =
  /^(?:openapi|swagger|api-?docs|redoc|graphql|schema)(?:[._-]?v?\d+(?:\.\d+)*)?(?:\.(?:json|ya?ml))?$/i;

/** A part of the operations from which a word says what the API is about. */
const subject = 0.25;

/** What is no work for a model, whatever room there is: a reason for each operation, by its key. */
export function findUnwanted(candidates: readonly Candidate[], title: string): Map<string, string> {
  const aside = findAside(candidates);
  const isAdministration = findAdministration(candidates, title);
  const reasons = new Map(aside);
  for (const candidate of candidates) {
    if (reasons.has(candidate.key)) continue;
    const word = isAdministration(candidate);
    if (word !== undefined) reasons.set(candidate.key, `administration, by the word "${word}"`);
  }
  const left = candidates.filter(({ key }) => !reasons.has(key));
  for (const [key, reason] of findTwins(left)) reasons.set(key, reason);
  return reasons;
}

/** What nobody puts into a tool set: deprecated, about the health of the API, or its own description. */
export function findAside(candidates: readonly Candidate[]): Map<string, string> {
  const homes = new Map<string, number>();
  for (const { home } of candidates) homes.set(home, (homes.get(home) ?? 0) + 1);
  return new Map(
    candidates.flatMap((one): [string, string][] => {
      const reason = tellAside(one, homes.get(one.home) === 1);
      return reason === undefined ? [] : [[one.key, reason]];
    }),
  );
}

function tellAside({ operation, entry, segments, act }: Candidate, isAlone: boolean): string | undefined {
  if (operation.deprecated) return 'deprecated';
  if (entry.search.old === true) return 'its description says that it goes out of use';
  if (operation.method === 'OPTIONS') return 'tells what may be asked, as browsers ask before they call';
  const last = segments.at(-1) ?? '';
  if (descriptions.test(last) && act !== 'create' && !segments.some(isValue))
    return "returns the API's own description";
  const isPlain = !segments.some(isValue) && operation.parameters.every(({ required }) => !required);
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const word = last.replace(/^_+/, '').toLowerCase();
  if (isRead && isPlain && isAlone && (last === '' || health.has(word)))
    return 'tells how the API itself fares';
  return undefined;
}

/** Says by which word an operation is administration; a word that much of the API is about says nothing. */
function findAdministration(
  candidates: readonly Candidate[],
  title: string,
): (candidate: Candidate) => string | undefined {
  const counts = new Map<string, number>();
  const wordsOf = new Map(candidates.map((one) => [one.key, listSigns(one)]));
  for (const words of wordsOf.values())
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Set(splitWords(title).map(toOne));
  return ({ key }) =>
    wordsOf.get(key)?.find((word) => !own.has(word) && (counts.get(word) ?? 0) < candidates.length * subject);
}

function listSigns({ segments, operation }: Candidate): string[] {
  const texts = [...segments.filter((segment) => !isValue(segment)), ...operation.tags.slice(0, 1)];
  return texts.flatMap((text) => {
    const words = splitWords(text).map(toOne);
    const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
    // The last word of a name says what it is: an issue type is no type of issue.
    const said = words.filter((word, at) => administering.has(word) && (at === words.length - 1 || at === 0));
    return pairs.filter((pair) => administeringPairs.has(pair)).concat(said);
  });
}

/** One of two that do the same: an earlier version, a PUT beside a PATCH, a HEAD beside a GET, the same list twice. */
function findTwins(candidates: readonly Candidate[]): Map<string, string> {
  const keys = new Set(candidates.map(({ key }) => key));
  const twins = new Map<string, string>();
  for (const [key, newer] of findVersions(candidates)) twins.set(key, `earlier version of ${newer}`);
  for (const {
    key,
    operation: { method, path },
    segments,
  } of candidates) {
    if (method === 'HEAD' && keys.has(`GET ${path}`)) twins.set(key, `asks what GET ${path} answers`);
    // Who creates by PUT has no POST for it.
    const creates = isValue(segments.at(-1) ?? '') && !keys.has(`POST ${path.replace(/\/[^/]*\/?$/, '')}`);
    if (method === 'PUT' && keys.has(`PATCH ${path}`) && !creates)
      twins.set(key, `replaces what PATCH ${path} changes`);
    if (method === 'PUT' && isValue(segments.at(-1) ?? '') && keys.has(`POST ${path}`))
      twins.set(key, `replaces what POST ${path} changes`);
  }
  return twins;
}
