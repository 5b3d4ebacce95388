/** What a media type's value is to a caller. */
export type Kind = 'json' | 'form' | 'multipart' | 'text' | 'file';

const kinds: [pattern: RegExp, kind: Kind][] = [
  [/^application\/json$|\+json$|^(?:\*|application)\/\*$/, 'json'],
  [/^application\/x-www-form-urlencoded$/, 'form'],
  [/^multipart\//, 'multipart'],
  [
    /^text\/|[/+](?:xml|yaml)$|^application\/(?:x-yaml|x-ndjson|jsonl|json-seq|graphql|javascript|sql)$/,
    'text',
  ],
  [/^/, 'file'],
];

/** The kind of a media type, whatever its parameters. */
export function kindOf(mediaType: string): Kind {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  return kinds.find(([pattern]) => pattern.test(bare.trim()))?.[1] ?? 'file';
}
