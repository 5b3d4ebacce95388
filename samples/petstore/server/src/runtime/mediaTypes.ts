import { isUtf8 } from 'node:buffer';

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
  [
    /^text(?:\/|$)|\+text$|[/+.-](?:yaml|toml|csv|markdown|graphql|javascript|ecmascript|typescript|sql|sparql-(?:query|update)|n-triples|n-quads|trig|turtle|mpegurl|sdp|pem(?:-file|-certificate-chain)?|zpl)$/,
    'text',
  ],
];

/** What holds bytes and nothing else, though its name may not say so. */
const ofBytes =
  /^(?:image|audio|video|font|model|\*)\/|[/.+-](?:binary|pdf|g?zip(?:-compressed)?|g?tar|t[bgx]z|rar(?:-compressed)?|7z-compressed|bzip2?|xz|lz[4a]|lzma|zstd|brotli|cbor|bson|msgpack|messagepack|protobuf|avro|parquet|arrow|thrift|capnp|flatbuffers?|wasm|grpc|java-archive|java|exe|msdownload|dosexec|executable|msi|deb|debian-package|rpm|dmg|diskimage|iso9660-image|sqlite3?|hdf5?|netcdf|grib2?|dicom|msword|msexcel|ogg|mp4|mpeg|shockwave-flash|pkcs\d+(?:-[a-z]+)?|pkix-[a-z]+|x509-[a-z-]+|ocsp-[a-z]+|timestamp-[a-z]+|mobipocket-ebook)$|^application\/vnd\.(?:ms-|openxmlformats|oasis\.opendocument|apple\.|google-earth|android|mapbox-vector)/;

/** Whether it holds bytes and nothing else. */
export function holdsOnlyBytes(mediaType: string): boolean {
  return ofBytes.test(bareType(mediaType));
}

/** Whether what comes in it can be read as it is, by its name or, where that says neither, by its bytes. */
export function isReadable(mediaType: string, bytes: Uint8Array): boolean {
  if (isText(mediaType)) return true;
  const isNamed = bareType(mediaType).includes('/');
  return isNamed && !isOctets(mediaType) && !holdsOnlyBytes(mediaType) && isUtf8(bytes) && !bytes.includes(0);
}

/** The kind of a media type, whatever its case and its parameters. */
export function kindOf(mediaType: string): Kind {
  const found = known.get(mediaType);
  if (found !== undefined) return found;
  const bare = bareType(mediaType);
  const kind = kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'file';
  if (known.size >= mostKnown) known.clear();
  if (mediaType.length <= longestKnown) known.set(mediaType, kind);
  return kind;
}

/** What was found: an API answers in few media types, and each answer asks for several kinds. */
const known = new Map<string, Kind>();
const mostKnown = 200;
const longestKnown = 100;

/** A media type that may be told to a client, since it is one (RFC 6838, 4.2); nothing where it is none. */
export function tellableType(mediaType = ''): string | undefined {
  return /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i.test(mediaType) ? mediaType : undefined;
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

/** Whether a body only changes what it names, where null takes away (RFC 7396, and the strategic one of Kubernetes). */
export function isMergePatch(mediaType: string): boolean {
  return /^application\/(?:strategic-)?merge-patch\+json$/.test(bareType(mediaType));
}

/** Whether a media type says no more than that there are bytes. */
export function isOctets(mediaType: string): boolean {
  return bareType(mediaType) === 'application/octet-stream';
}

/** Whether JSON values stand behind record separators (RFC 7464). */
export function isJsonSequence(mediaType: string): boolean {
  return bareType(mediaType).endsWith('json-seq');
}

/** Whether a body comes in parts. */
export function isMultipart(mediaType: string): boolean {
  return bareType(mediaType).startsWith('multipart/');
}

export function isFormData(mediaType: string): boolean {
  return bareType(mediaType) === 'multipart/form-data';
}

/** Whether what comes first says what the other parts are for (RFC 2387). */
export function isRelated(mediaType: string): boolean {
  return bareType(mediaType) === 'multipart/related';
}

/** Whether a body is one of names and values, in which brackets stand for what is nested. */
export function isFields(mediaType: string): boolean {
  return isFormData(mediaType) || bareType(mediaType) === 'application/x-www-form-urlencoded';
}

export function isHtml(mediaType: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(bareType(mediaType));
}

/** Whether a text in it is for people, as its name has it. */
export function isOfText(mediaType: string): boolean {
  return bareType(mediaType).startsWith('text/');
}

/** Whether some APIs send JSON in it: `text/plain`, and those of a vendor that say nothing of the form. */
export function mayHoldJson(mediaType: string): boolean {
  return /^text\/plain$|^application\/(?:vnd\.|x\.|prs\.)/.test(bareType(mediaType));
}

const streamed = /^text\/event-stream|[/+-](?:ndjson|jsonl|jsonlines|json-seq|stream\+json)\b/;

/** Whether an API may send a response bit by bit, and never end it. */
export function isStreamed(mediaType: string): boolean {
  return streamed.test(bareType(mediaType));
}

const textKinds: ReadonlySet<Kind> = new Set(['json', 'lines', 'xml', 'text', 'form']);

/** Whether a media type is text that can be read as it is: XML, CSV, YAML and the like among it. */
export function isText(mediaType: string): boolean {
  return textKinds.has(kindOf(mediaType));
}
