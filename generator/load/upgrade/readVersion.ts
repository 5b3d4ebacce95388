import { InputError, type Report } from '../../model/diagnostic.js';
import type { Document, JsonObject } from '../../model/document.js';

/** What the version of a document decides. */
export interface Version {
  /** As the document says it. */
  said: string;
  major: 2 | 3;
  dialect: Document['dialect'];
}

/**
 * Reads which version of OpenAPI a document is in.
 *
 * @param written - how the value of a member stands in the text, where it is a number
 * @throws InputError where it is a version that we cannot read.
 */
export function readVersion(
  root: JsonObject,
  source: string,
  written: (member: string) => string | undefined,
  report: Report,
): Version {
  const member = ['openapi', 'swagger'].find((key) => Object.hasOwn(root, key));
  if (member === undefined) {
    const guess: Version =
      'definitions' in root
        ? { said: '2.0', major: 2, dialect: '3.0' }
        : { said: '3.0.0', major: 3, dialect: '3.0' };
    const done = `it is read as version ${guess.said}`;
    report('odd-document', '#', { what: 'The document does not say its version ("openapi")', done });
    return guess;
  }
  const value = root[member];
  const said = typeof value === 'string' ? value.trim() : (written(member) ?? JSON.stringify(value));
  if (typeof value !== 'string') {
    const kind = typeof value === 'number' ? 'a number' : 'not a text';
    const what = `The version is ${kind} ("${member}: ${said}")`;
    report('odd-document', `#/${member}`, { what, done: `it is read as the text "${said}"` });
  }
  const [, major = '', minor = '0'] = /^v?(\d+)(?:\.(\d+))?(?![\w])/.exec(said) ?? [];
  if (major === '2') return { said, major: 2, dialect: '3.0' };
  if (major !== '3') throw unknownVersion(source, said);
  if (Number(minor) > 2) {
    report('odd-document', `#/${member}`, {
      what: `Version ${said} of OpenAPI is not known`,
      done: 'it is read as version 3.2',
    });
  }
  return { said, major: 3, dialect: minor === '0' ? '3.0' : '3.1' };
}

function unknownVersion(source: string, said: string): InputError {
  return new InputError(
    `${source} says it is version ${said === '' ? '""' : said} of OpenAPI, which cannot be read.`,
    'Versions 2.0 (Swagger), 3.0, 3.1 and 3.2 can be.',
  );
}
