import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Config, defaults } from '../model/config.js';
import { type Document, type Json, isObject } from '../model/document.js';
import type { Made } from '../model/file.js';
import type { NameLock } from '../model/names.js';
import type { Mode } from '../model/server.js';
import { printKept, printNames } from './printConfig.js';

/** All that decides what the files of a project say. */
interface Inputs {
  /** Identifies the program that makes them. */
  program: string;
  documents: readonly Pick<Document, 'root' | 'url' | 'version' | 'dialect'>[];
  config: Config;
  names: NameLock;
  deleted: ReadonlySet<string>;
  /** How the tools are met. */
  mode: Mode;
  /** The text of package.json, where others files repeat what it says. */
  manifest?: string;
}

/** What identifies what a project is made of, each hexadecimal: all of it, and the program apart from its inputs. */
export interface Identity {
  unordered: string;
  made: Made;
}

/** Identifies what a project is made of, whatever the order in which its documents say it. */
export function identifyInputs({
  program,
  documents,
  config,
  names,
  deleted,
  mode,
  manifest,
}: Inputs): Identity {
  const said = documents.map(({ root, url, version, dialect }) => [
    url,
    version,
    dialect,
    hashUnordered(root),
  ]);
  const kept = names.kept && printKept(names.kept);
  const given = printNames(names);
  // Another program may know choices that this one does not.
  const chosen = Object.entries(config).filter(
    ([key, value]) => !isDeepStrictEqual(value, defaults[key as keyof Config]),
  );
  return {
    unordered: hashParts([program, config, given, kept, [...deleted].toSorted(), mode, said, manifest]),
    made: { program, inputs: hashParts([Object.fromEntries(chosen.toSorted()), given, kept, said]) },
  };
}

function hashParts(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Members that hold values as they are: the order of a list in them may mean something. */
const literal = /^(?:example|examples|default|const|enum|x-.*)$/;

/** How much text is hashed at a time. */
const portion = 1 << 16;

/**
 * Identifies what an OpenAPI document says, whatever the order in which it does: hexadecimal. The members of objects
 * have none (RFC 8259, section 4), nor have parameters, the names under `required` and the types of a schema. All other
 * lists have one: of values, of schemas, of tags, of servers and of security requirements.
 */
function hashUnordered(value: Json): string {
  const hash = createHash('sha256');
  let text = '';
  const add = (part: string) => {
    text += part;
    if (text.length < portion) return;
    hash.update(text);
    text = '';
  };
  const addValue = (one: Json, key: string, isLiteral: boolean): void => {
    if (Array.isArray(one)) {
      add('[');
      for (const item of isLiteral ? one : sortList(key, one)) {
        addValue(item, '', isLiteral);
        add(',');
      }
      add(']');
    } else if (isObject(one)) {
      add('{');
      for (const name of Object.keys(one).toSorted()) {
        add(`${JSON.stringify(name)}:`);
        addValue(one[name] ?? null, name, isLiteral || literal.test(name));
        add(',');
      }
      add('}');
    } else add(JSON.stringify(one));
  };
  addValue(value, '', false);
  return hash.update(text).digest('hex');
}

/** A list in a fixed order where its own says nothing. */
function sortList(key: string, list: Json[]): Json[] {
  if (key === 'required' || key === 'type')
    return list.every((item) => typeof item === 'string') ? list.toSorted() : list;
  if (key !== 'parameters') return list;
  // Of two with the same name and place the first may count: they stay in order.
  return list
    .map((item) => ({ item, name: nameParameter(item) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ item }) => item);
}

function nameParameter(parameter: Json): string {
  return isObject(parameter)
    ? JSON.stringify([parameter['$ref'], parameter['in'], parameter['name']])
    : JSON.stringify(parameter);
}
