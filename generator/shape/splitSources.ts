import { type Config, type SourceChoice, sourceKeys } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { joinPointer } from '../model/document.js';

/** What a server is made of: a document, and the choices for it. */
export interface SourcePart {
  /** What is said of it as one of several; undefined where it is the only one. */
  source?: SourceChoice;
  document: string;
  config: Config;
  /** Where the user made a choice that a pointer of `config` names. */
  placeChoice: (pointer: string) => string;
}

/** What is about one document, and cannot be said of several at once. */
const ofOne = [
  'overlays',
  'baseUrl',
  'credentialOrigins',
  'credentials',
  'headers',
  'arguments',
  'toolsets',
  'tools',
] as const satisfies readonly (typeof sourceKeys)[number][];

/**
 * The documents of a server, each with its own choices: what a source says counts more than what is said of all, but
 * that both leave out.
 *
 * @param document - the document that is named, where there is one alone
 * @throws InputError where what is said of several documents does not go together
 */
export function splitSources(config: Config, document: string): SourcePart[] {
  const { sources } = config;
  if (sources.length === 0) return [{ document, config, placeChoice: (pointer) => pointer }];
  checkSources(config, document);
  return sources.map((source, index) => {
    const said = Object.fromEntries(
      sourceKeys.flatMap((key) => (source[key] === undefined ? [] : [[key, source[key]]])),
    ) as Partial<Config>;
    return {
      source,
      document: source.document,
      config: {
        ...config,
        ...said,
        refs: joinRefs(config.refs, source.refs),
        exclude: [...config.exclude, ...(source.exclude ?? [])],
        readOnly: config.readOnly || source.readOnly === true,
        sources: [],
        // They may name tools of any source.
        prompts: {},
        completions: {},
        document: source.document,
      },
      placeChoice: (pointer) => placeIn(pointer, index, source, config),
    };
  });
}

function joinRefs(all: Config['refs'], own: Partial<Config['refs']> = {}): Config['refs'] {
  return {
    folders: [...all.folders, ...(own.folders ?? [])],
    hosts: [...all.hosts, ...(own.hosts ?? [])],
  };
}

/** Of what adds up, what is said of all comes first. */
function placeIn(pointer: string, index: number, source: SourceChoice, { exclude, refs }: Config): string {
  const [, key = '', ...path] = pointer.split('/');
  if (!Object.hasOwn(source, key)) return pointer;
  if (key === 'exclude') {
    const [rule = '', ...more] = path;
    const own = Number(rule) - exclude.length;
    return own < 0 ? pointer : joinPointer('config#/sources', index, key, own, ...more);
  }
  if (key === 'refs') {
    const [list = '', at = ''] = path;
    const own = Number(at) - refs[list as keyof typeof refs].length;
    return own < 0 ? pointer : joinPointer('config#/sources', index, key, list, own);
  }
  // Its segments are escaped as they are.
  return ['config#/sources', index, key, ...path].join('/');
}

function checkSources(config: Config, document: string): void {
  const { sources, name } = config;
  if (document !== '' || config.document !== '')
    throw new InputError(
      'One document is named, and several are listed under sources.',
      'Leave out one or the other; to look at one document alone, name it beside --config with another file.',
      undefined,
      'config#/document',
    );
  for (const key of ofOne) {
    if (Object.values(config[key]).length === 0) continue;
    throw new InputError(
      `${JSON.stringify(key)} is about one document, and there are several.`,
      'Write it under the document that it is about, in sources.',
      undefined,
      `config#/${key}`,
    );
  }
  if (name === '')
    throw new InputError(
      'The server has no name: it cannot take that of one of several documents.',
      'Write "name:" beside "sources:", for example: name: shop',
      undefined,
      'config#/sources',
    );
  for (const [key, valueOf] of Object.entries(unique)) {
    const known = new Map<string, string>();
    for (const [index, source] of sources.entries()) {
      const value = valueOf(source);
      const other = known.get(value);
      known.set(value, source.name);
      if (other === undefined || value === '') continue;
      throw new InputError(
        key === 'name'
          ? `Two sources have the name ${JSON.stringify(value)}.`
          : `The sources ${other} and ${source.name} have the same ${key}, ${JSON.stringify(value)}.`,
        'Give one of them another.',
        undefined,
        `config#/sources/${index}`,
      );
    }
  }
}

/** What two sources cannot have both. */
const unique: Record<string, (source: SourceChoice) => string> = {
  name: ({ name }) => name,
  namespace: ({ name, namespace = name }) => namespace,
  prefix: ({ name, prefix = name }) => prefix,
};
