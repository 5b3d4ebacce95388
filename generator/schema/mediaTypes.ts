import {
  type Kind,
  bareType,
  holdsOnlyBytes,
  isFormData,
  isHtml,
  isMergePatch,
  isMultipart,
  isOctets,
  kindOf,
} from '../../templates/project/src/runtime/mediaTypes.js';

/** What media types mean: to the generator as they do to the servers that it makes. */
export { bareType, holdsOnlyBytes, isFormData, isMergePatch, isMultipart, isOctets, type Kind, kindOf };

/** What is sent for a range of media types, such as `text/*`, and for what is none at all. */
const concrete: Record<Kind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  lines: 'application/x-ndjson',
  text: 'text/plain',
  file: 'application/octet-stream',
};

/** A media type as it is sent: of several in one text, the first; of a range, one for what is of a `kind`. */
export function concreteType(mediaType: string, kind = kindOf(mediaType)): string {
  const [first = ''] = mediaType.split(/,(?=\s*[\w.+-]+\/[\w.+*-]+)/);
  const bare = bareType(first);
  if (bare.includes('*') || !bare.includes('/')) return concrete[kind];
  return first.trim().replace(/^([^;]*?)\s*\/\s*/, '$1/');
}

/** What the two types of forms are called by mistake, by their letters alone. */
const formNames: readonly [pattern: RegExp, kind: 'form' | 'multipart'][] = [
  [/(?:www|form|url)[a-z]*encod(?:e|ed|ing)?$|wwwform$/, 'form'],
  [/formdata$|^(?:application)?x?multipart(?:form|data)?$|^form(?:data)?multipart$/, 'multipart'],
];

/** The type of a form that is meant by one that is close to it, such as `application/www-form-urlencoded`. */
export function meantForm(mediaType: string): string | undefined {
  const bare = bareType(mediaType);
  if (/[*+]|vnd\./.test(bare)) return undefined;
  const letters = bare.replaceAll(/[^a-z]/g, '');
  const kind = formNames.find(([pattern]) => pattern.test(letters))?.[1];
  return kind === undefined || bare === concrete[kind] ? undefined : concrete[kind];
}

/** Media types, the one that serves a caller best first; others rank by their kind. */
const ranking: readonly (RegExp | Kind)[] = [
  /^application\/json$/,
  /^\*\/\*$|^application\/\*$/,
  'json',
  'form',
  /^multipart\/form-data$/,
  'multipart',
  'lines',
  'xml',
  /^text\/plain$/,
  'text',
  /^application\/octet-stream$/,
  'file',
];

/** How well a media type serves a caller: the less, the better. */
export function rankMediaType(mediaType: string): number {
  const bare = bareType(mediaType);
  const kind = kindOf(mediaType);
  return ranking.findIndex((row) => (typeof row === 'string' ? row === kind : row.test(bare)));
}

/** Whether a body says what to change of a resource. */
export function isPatch(mediaType: string): boolean {
  return patchName(mediaType) !== undefined;
}

/** What the formats are called that say what to change of a resource. */
const patches: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^application\/merge-patch\+json$/, 'a JSON merge patch (RFC 7396)'],
  [/strategic-merge-patch\+json$/, 'a strategic merge patch'],
  [/json-?patch(?:\+json)?$/, 'a JSON Patch (RFC 6902)'],
  [/patch\+json/, 'a patch'],
];

/** What a patch is called in words; undefined for any other body. */
export function patchName(mediaType: string): string | undefined {
  const bare = bareType(mediaType);
  return patches.find(([pattern]) => pattern.test(bare))?.[1];
}

/** Whether a body is a list of changes (RFC 6902). */
export function isJsonPatch(mediaType: string): boolean {
  return /json-?patch(?:\+json)?$/.test(bareType(mediaType));
}

/** The types of JSON that the syntax of a kind can hold, where it cannot hold all. */
const held: Partial<Record<Kind, readonly string[]>> = {
  form: ['object', 'string'],
  text: ['string', 'number', 'integer', 'boolean'],
  file: ['string'],
};

/** Whether the syntax of a media type can hold a value of one of some types; any media type can hold what is not said. */
export function canHold(mediaType: string, types: ReadonlySet<string> | undefined): boolean {
  if (types === undefined || types.size === 0) return true;
  const kind = kindOf(mediaType);
  // A name that says nothing of a syntax says nothing against JSON.
  const isOpen = kind === 'file' && !holdsOnlyBytes(mediaType) && !isOctets(mediaType);
  if (isOpen || (kind === 'text' && takesJson(mediaType))) return true;
  const holds = isJsonPatch(mediaType)
    ? ['array']
    : isMergePatch(mediaType) || isFormData(mediaType)
      ? ['object']
      : held[kind];
  return holds === undefined || holds.some((type) => types.has(type));
}

/** Whether it is a page for people, which browsers ask for. */
export function isPage(mediaType: string): boolean {
  return isHtml(mediaType) || bareType(mediaType) === 'application/xhtml+xml';
}

export function isEventStream(mediaType: string): boolean {
  return bareType(mediaType) === 'text/event-stream';
}

/** Whether it is JSON or text by its very name, neither of which can hold bytes as they are. */
export function isForText(mediaType: string): boolean {
  return /[/+]json$|^text\//.test(bareType(mediaType));
}

/** Whether it is a text of no further syntax, which may be any one value. */
export function isUnformatted(mediaType: string): boolean {
  return bareType(mediaType) === 'text/plain';
}

/** Whether JSON is a part of such a text, or APIs take it there. */
export function takesJson(mediaType: string): boolean {
  return /^text\/plain$|[/.+-]yaml$/.test(bareType(mediaType));
}

/** What stands for a range in a mock; every image is a PNG and every sound a WAV, which the runtime has. */
const mocked: readonly [range: RegExp, mediaType: string][] = [
  [/^image\//, 'image/png'],
  [/^audio\//, 'audio/wav'],
  [/^text\/\*/, concrete.text],
  [/^(?:\*|application)\/\*/, concrete.json],
  [/\*/, concrete.file],
];

/** The media type of a mock where the document names a range. */
export function mockedType(mediaType: string, isFile: boolean): string {
  if (isFile && /^(?:\*|application)\/\*/.test(mediaType)) return concrete.file;
  return mocked.find(([range]) => range.test(mediaType))?.[1] ?? mediaType;
}

/** Whether a media type is that of an archive, or of the streams of a container in frames. */
export function holdsPacked(mediaType: string): boolean {
  return /[/.+-](?:zip(?:-compressed)?|tar|raw-stream|multiplexed-stream)$/.test(bareType(mediaType));
}

/** Whether a media type is that of a file: what is neither JSON nor text, a picture nor a sound. */
export function holdsFile(mediaType: string): boolean {
  return kindOf(mediaType) === 'file' && !/\*|^(?:image|audio)\//.test(mediaType);
}
