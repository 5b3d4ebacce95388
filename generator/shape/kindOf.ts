/** What a media type's value is to a caller. */
export type Kind = 'json' | 'form' | 'multipart' | 'xml' | 'lines' | 'text' | 'file';

const kinds: [pattern: RegExp, kind: Kind][] = [
  [/^application\/json$|\+json$|^(?:\*|application)\/\*$/, 'json'],
  [/^application\/x-www-form-urlencoded$/, 'form'],
  [/^multipart\//, 'multipart'],
  [/[/+]xml$/, 'xml'],
  [/[/-](?:ndjson|jsonl|json-?lines|json-stream)$|[/+]json-seq$/, 'lines'],
  [/^text\/|[/+]yaml$|^application\/(?:x-yaml|graphql|javascript|sql)$/, 'text'],
  [/^/, 'file'],
];

/** The kind of a media type, whatever its parameters. */
export function kindOf(mediaType: string): Kind {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  return kinds.find(([pattern]) => pattern.test(bare.trim()))?.[1] ?? 'file';
}
