import type { ApiScheme } from '../../model/api.js';
import { InputError } from '../../model/diagnostic.js';
import { type Kept, describeInvented, keptPath } from '../../model/names.js';
import { hashText } from '../../text/hash.js';
import { splitWords } from '../../text/words.js';
import { toEnvName } from '../toEnvName.js';

/** A security scheme by its name. */
type Named = readonly [name: string, scheme: ApiScheme];

/** The names of environment variables for the parts of a credential. */
export type Env = (part: Part) => string;

/** What a variable holds, as the end of its name says. */
type Part = (typeof firstParts)[number] | 'PASSWORD' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'REFRESH_TOKEN';

/** The parts by whose variable a credential is remembered, whatever kind of scheme it is of. */
const firstParts = ['API_KEY', 'TOKEN', 'USERNAME'] as const;

/** How the variables of a scheme are named: with its own name or without, and with a mark where two would share one. */
interface Form {
  isNamed: boolean;
  mark: string;
}

const bare: Form = { isNamed: false, mark: '' };

/**
 * Names the environment variables of credentials: `<PREFIX>_API_KEY` and the like, with the scheme's name where several
 * schemes are in use. A scheme whose variables have names already keeps them, whatever schemes come and go.
 *
 * @param prefix - what the names begin with
 * @param kept - what was given before; of the variables only those are taken that these rules could have named
 * @param listParts - the parts of a scheme's credential
 * @throws InputError where a variable that was kept is none that these rules could have named
 */
export function nameCredentials(
  schemes: readonly Named[],
  prefix: string,
  kept: Kept | undefined,
  listParts: (scheme: ApiScheme) => readonly Part[],
): (name: string) => Env {
  const forms = new Map<string, Form>();
  const nameAll = ([name, scheme]: Named, form: Form) =>
    listParts(scheme).map((part) => nameVariable(name, prefix, form, part));
  const taken = new Set<string>();
  for (const named of schemes) {
    const form = recallVariables(named, kept?.name ?? prefix, kept);
    const variables = form === undefined ? [] : nameAll(named, form);
    // Where two schemes would share one, the first has it.
    if (form === undefined || variables.some((one) => taken.has(one))) continue;
    for (const one of variables) taken.add(one);
    forms.set(named[0], form);
  }
  const added = schemes.filter(([name]) => !forms.has(name));
  const isNamed = schemes.length > 1;
  const wanted = new Map(added.map((named) => [named[0], nameAll(named, { isNamed, mark: '' })]));
  const marks = markShared(added, wanted, taken);
  for (const [name] of added) forms.set(name, { isNamed, mark: marks.get(name) ?? '' });
  return (name) => (part) => nameVariable(name, prefix, forms.get(name) ?? bare, part);
}

/** The form that the variables of a scheme had, by one of them, which began with `prefix`. */
function recallVariables(named: Named, prefix: string, kept: Kept | undefined): Form | undefined {
  const [name] = named;
  if (kept === undefined || !Object.hasOwn(kept.variables, name)) return undefined;
  const variable = kept.variables[name] ?? '';
  const form = listForms(named).find((one) =>
    firstParts.some((part) => nameVariable(name, prefix, one, part) === variable),
  );
  // Only a file says what its owner, or somebody else, wrote there.
  if (form === undefined && kept.text !== undefined) throw invented(name, variable, kept.name ?? prefix);
  return form;
}

/** All forms that the variables of a scheme may have. */
function listForms(named: Named): Form[] {
  const marks = ['', ...marking.map((mark) => `_${toEnvName(mark(named))}`)];
  return [false, true].flatMap((isNamed) => marks.map((mark) => ({ isNamed, mark })));
}

function invented(name: string, variable: string, prefix: string): InputError {
  return new InputError(
    `${keptPath} cannot be used: ${describeInvented(name, variable)} where the server is called "${prefix}".`,
    'Restore the file from version control, or delete the line: the variable is named anew then. To call the server otherwise, write name: into mcpwright.yaml.',
  );
}

/** What tells schemes apart whose names differ only in what cannot be in that of a variable: the first that does. */
const marking: readonly ((named: Named) => string)[] = [
  ([, scheme]) => (scheme.type === 'apiKey' ? scheme.in : ''),
  ([, scheme]) => (scheme.type === 'apiKey' ? scheme.name : ''),
  ([, scheme]) => (scheme.type === 'apiKey' ? `${scheme.in} ${scheme.name}` : ''),
  ([name]) => hashText(name),
];

/** What is added to the variables of schemes that would share one, or one that is taken, by their names. */
function markShared(
  schemes: readonly Named[],
  wanted: ReadonlyMap<string, readonly string[]>,
  given: ReadonlySet<string>,
): Map<string, string> {
  const variablesOf = (name: string) => wanted.get(name) ?? [];
  const taken = new Set([...[...wanted.values()].flat(), ...given]);
  const marks = new Map<string, string>();
  for (const [name] of schemes) {
    if (marks.has(name)) continue;
    const group = schemes.filter(([other]) =>
      variablesOf(other).some((one) => variablesOf(name).includes(one)),
    );
    if (group.length === 1 && !variablesOf(name).some((one) => given.has(one))) continue;
    const found = marking
      .map((mark) => group.map((one) => `_${toEnvName(mark(one))}`))
      .find(
        (all) =>
          isOneEach(all) && !all.some((mark) => variablesOf(name).some((one) => taken.has(one + mark))),
      );
    for (const [index, [other]] of group.entries())
      marks.set(other, found?.[index] ?? `_${toEnvName(hashText(other))}`);
  }
  return marks;
}

/** Whether marks are there, differ, and say nothing else: what ends with `_FILE` names a file that holds a secret. */
function isOneEach(marks: readonly string[]): boolean {
  return new Set(marks).size === marks.length && !marks.some((mark) => /^_$|_FILE$/.test(mark));
}

/** What a scheme is called beside others, without the name of the server: `FooApiKey` of `foo` is `api_key`. */
function tellApart(name: string, prefix: string): string {
  const words = splitWords(name);
  const shared = prefix.toLowerCase().split('_');
  const isShared = words.length > shared.length && shared.every((word, index) => words[index] === word);
  return isShared ? words.slice(shared.length).join('_') : name;
}

/** `X-Partner-Key` and `API_KEY` say once that it is a key. */
function nameVariable(scheme: string, prefix: string, { isNamed, mark }: Form, part: Part): string {
  const name = isNamed ? toEnvName(tellApart(scheme, prefix)) : '';
  const own = part === 'API_KEY' ? name.replace(/(?:^|_)KEY$/, '') : name;
  return `${toEnvName(toEnvName(prefix), own, part)}${mark}`;
}
