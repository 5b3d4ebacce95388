import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';

type Contents = ReadResourceResult['contents'];

/** What the API answered, as far as a resource goes by it. */
export interface Answered {
  status?: number;
  mimeType?: string | undefined;
}

/** What is told of a URI that nothing is behind (MCP, Resources, Error Handling). */
export function notFound(uri: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, { uri });
}

/** Statuses that say that nothing is there. */
const absent: ReadonlySet<number | undefined> = new Set([404, 410]);

/**
 * The result of a call as the contents of a resource: the first of them is what the API answered, and what this server
 * says of it stands behind.
 *
 * @throws ProtocolError where the call failed.
 */
export function readContents(
  uri: string,
  { content, isError }: CallToolResult,
  { status, mimeType }: Answered,
): Contents {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (isError) {
    if (absent.has(status)) throw notFound(uri);
    const code = isRefused(texts[0]) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, texts.join('\n'));
  }
  const file = content.flatMap((block): Contents => {
    if (block.type === 'image' || block.type === 'audio')
      return [{ uri, mimeType: block.mimeType, blob: block.data }];
    if (block.type !== 'resource' || !('blob' in block.resource)) return [];
    const { blob, mimeType: type = mimeType } = block.resource;
    return [{ uri, ...(type !== undefined && { mimeType: type }), blob }];
  });
  if (file.length > 0) return file;
  const [first = '', ...notes] = texts;
  return [
    { uri, ...(mimeType !== undefined && { mimeType }), text: first },
    ...notes.map((text) => ({ uri, mimeType: 'text/plain', text })),
  ];
}

/** Whether values of the URI were refused before anything was sent. */
function isRefused(text = ''): boolean {
  return text.startsWith('Invalid arguments for ');
}
