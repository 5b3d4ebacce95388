import { isObject } from '../isObject.js';
import { Unsendable } from './unsendable.js';

/** A file that an argument holds. */
export interface FileArgument {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string | undefined;
  contentType: string | undefined;
}

/** Reads `{ base64, filename?, contentType? }`; of a value of another form, nothing. */
export function readFileArgument(value: unknown, argument: string): FileArgument | undefined {
  if (!isObject(value)) return undefined;
  const { base64, filename, contentType, ...others } = value;
  if (typeof base64 !== 'string' || Object.keys(others).length > 0) return undefined;
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replaceAll(/\s/g, ''))) {
    throw new Unsendable(argument, 'base64 holds characters that are not base64');
  }
  return {
    bytes: new Uint8Array(Buffer.from(base64, 'base64')),
    filename: typeof filename === 'string' ? filename : undefined,
    contentType: typeof contentType === 'string' ? checkMediaType(contentType, argument) : undefined,
  };
}

function checkMediaType(text: string, argument: string): string {
  if (/^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(text)) return text;
  throw new Unsendable(argument, 'contentType is not a media type such as image/png');
}
