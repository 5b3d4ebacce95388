import type { ValueChoice } from '../../model/config.js';
import { isObject } from '../../model/document.js';
import { type Place, type Readers, readMembers, readRules, showPath } from './readers.js';

const choice: Readers<ValueChoice> = {
  value: ({ value }) => value,
  default: ({ value }) => value,
  for: readRules,
};

const isChoice = (value: Place['value']): boolean =>
  isObject(value) && Object.keys(value).some((key) => Object.hasOwn(choice, key));

/** What is sent under a name: a value, a mapping with one or with a default, or a list of such mappings. */
export function readValues(place: Place): ValueChoice[] {
  const { value, path, refuse } = place;
  if (!Array.isArray(value)) return [readValue(place)];
  if (!value.every(isObject)) {
    return refuse(
      path,
      `${showPath(path)} is a list of values`,
      'Write "{ value: [a, b] }" for a value that is a list. A list here has mappings, such as "{ value: a, for: tag=pets }".',
    );
  }
  return value.map((one, index) => readValue({ value: one, path: [...path, String(index)], refuse }));
}

function readValue(place: Place): ValueChoice {
  const { value, path, refuse } = place;
  if (value === null) return refuse(path, `${showPath(path)} has no value`, 'Write the value that is sent.');
  if (!isObject(value)) return { value };
  if (!isChoice(value) && Object.keys(value).length === 0) {
    return refuse(path, `${showPath(path)} has no value`, 'Write the value that is sent.');
  }
  const read = readMembers(choice)(place);
  const said = [read.value, read.default].filter((one) => one !== undefined && one !== null);
  if (said.length === 1) return read;
  return refuse(
    path,
    `${showPath(path)} has ${said.length === 0 ? 'neither a value nor a default' : 'a value and a default'}`,
    'Write "value:" for what is always sent and not shown, or "default:" for what is sent unless the caller gives another.',
  );
}

/** The same for a header, whose values are single. */
export function readHeaderValues(place: Place): ValueChoice[] {
  const choices = readValues(place);
  const isFine = choices.every(({ value, default: usual }) => {
    const one = value ?? usual;
    return typeof one !== 'object' && /^[\t\x20-\x7e\x80-\xff]*[^\s]$/.test(String(one));
  });
  if (isFine) return choices;
  return place.refuse(
    place.path,
    `${showPath(place.path)} cannot be sent in a header`,
    'Write a text of printable characters.',
  );
}

/** Headers that hold credentials, and those that are made with the request. */
const secret = /^(?:authorization|proxy-authorization|cookie)$/i;
const made =
  /^(?:host|content-length|content-type|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive)$/i;

/** The name of a header. */
export function readHeaderName({ value, path, refuse }: Place): string {
  const name = typeof value === 'string' ? value.trim() : '';
  const isKey = path.includes('credentials');
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    return refuse(path, `${JSON.stringify(value)} cannot be the name of a header`, 'For example: X-API-Key');
  }
  if (secret.test(name) && !isKey) {
    return refuse(
      path,
      `The header ${name} holds a credential, whose value no file of the project should have`,
      `Write it under credentials, such as "- { header: ${name}, prefix: Bot }": its value then comes from the environment.`,
    );
  }
  // Of a request without a body, nothing but its owner says what it is of.
  const isSaid = path[0] === 'headers' && name.toLowerCase() === 'content-type';
  if (made.test(name) && !isSaid) {
    return refuse(path, `The header ${name} is made with each request`, 'Leave it out.');
  }
  return name;
}
