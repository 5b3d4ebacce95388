import { createHash } from 'node:crypto';

/** Identifies the content of a file, whatever line ends a checkout gave it. */
export function hashContent(content: string | Buffer): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  // As Latin-1 every byte is one character, so that nothing is lost on the way.
  const normal = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(normal, 'latin1').digest('hex');
}
