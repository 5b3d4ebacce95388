/** What a value of a media type is to a caller. */
export type Kind = 'json' | 'form' | 'multipart' | 'xml' | 'lines' | 'text' | 'file';

/**
 * The table of media types, for requests and for answers: the first row that fits says the kind, and none a file.
 * Documents write `x-`, a dot or nothing at all where `/` or `+` belongs.
 */
const kinds: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/(?:^|[/.-])x-www-form-url-?encoded$|^form-?url-?encoded$/, 'form'],
  [/^multipart(?:\/|$)|^form-?data$/, 'multipart'],
  [/(?:^|[/.+-])(?:ndjson|jsonl|json-?lines|json-stream|json-seq)$/, 'lines'],
  [/(?:^|[/+._-]|^application|\/geo|\/topo)json$|[/-]json-?(?:patch|rpc|request|home)$/, 'json'],
  // A range that JSON is in.
  [/^\*$|^(?:\*|application)\/\*$/, 'json'],
  [/(?:^|[/+._-]|^application)xml$/, 'xml'],
  [/^text(?:\/|$)|[/+.-](?:yaml|toml|csv|markdown|graphql|javascript|ecmascript|typescript|sql)$/, 'text'],
];

/** The kind of a media type, whatever its case and its parameters. */
export function kindOf(mediaType: string): Kind {
  const bare = bareType(mediaType);
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'file';
}

/** A media type in small letters, without parameters. */
export function bareType(mediaType: string): string {
  return mediaType
    .replace(/[;,].*/s, '')
    .replaceAll(/\s/g, '')
    .toLowerCase();
}

/** Whether a media type is JSON: `application/json`, `text/json`, `application/problem+json`; a range is none. */
export function isJson(mediaType: string): boolean {
  return kindOf(mediaType) === 'json' && !mediaType.trim().endsWith('*');
}

const textKinds: ReadonlySet<Kind> = new Set(['json', 'lines', 'xml', 'text', 'form']);

/** Whether a media type is text that can be read as it is: XML, CSV, YAML and the like among it. */
export function isText(mediaType: string): boolean {
  return textKinds.has(kindOf(mediaType));
}
