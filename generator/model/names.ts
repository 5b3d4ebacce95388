/** The name that the tool of an operation was given. */
export interface GivenName {
  name: string;
  /** By which the operation is found again where its path has changed; left out where it has none. */
  operationId?: string;
  /** The operationId by which mcpwright.yaml speaks of it, where the document gives it another one now. */
  chosenAs?: string;
  /** The path as it is written, where it has patterns: another path may come to be read as the same one. */
  written?: string;
  /** Names that it had before: they can be called as well, but are not listed. */
  was?: readonly string[];
  /** Arguments that the owner has renamed, by the names that the document gives them. */
  arguments?: Readonly<Record<string, RenamedArgument>>;
}

/** The name that the owner has given to an argument. */
export interface RenamedArgument {
  name: string;
  /** Names that it had before: calls may use them as well. */
  was?: readonly string[];
}

/** The names that were given on earlier runs: they stay with their operations, and are given to no other one. */
export interface NameLock {
  /** By operation, such as `GET /pets/{petId}`; those that the document no longer has stay. */
  given: Record<string, GivenName>;
  /** What this was read from, so that nothing newer is overwritten; undefined where there was no file. */
  text?: string;
  /** What else was given. */
  kept?: Kept;
}

/** All names that were given, those of before among them. */
export function listGivenNames(given: NameLock['given']): string[] {
  return Object.values(given).flatMap(({ name, was = [] }) => was.concat(name));
}

/** How the body of a call is given: by its members as arguments, or as one argument. */
export type BodyForm = 'flat' | 'nested';

/** What was given on earlier runs besides names of tools, and stays as it is. */
export interface Kept {
  /** The name of the server, which its environment variables begin with, where nobody chooses one. */
  name?: string;
  /** An environment variable of each security scheme. */
  variables: Readonly<Record<string, string>>;
  /** How the body is given, by the names of tools that have one. */
  forms: Readonly<Record<string, BodyForm>>;
  /** What this was read from. */
  text?: string;
}

/** A name that some client takes: a letter, then letters, digits and `_`. */
export const legalName = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** A name of an argument that clients take; `__proto__` is one that JavaScript gives a meaning. */
export const legalArgument = /^(?!__proto__$)[a-zA-Z0-9_.-]{1,64}$/;

/** What a document is called as one of several. */
export interface SourceNaming {
  /** What its environment variables begin with. */
  name: string;
  /** What the names of its tools begin with. */
  prefix: string;
  /** Names of tools of other documents, in lower case. */
  taken: ReadonlySet<string>;
}

/** Where it is kept, relative to the project. */
export const namesPath = '.mcpwright/names.json';

/** Where the rest is kept that was given. */
export const keptPath = '.mcpwright/kept.json';

/** What is wrong with a variable that no rule of ours could have given to a security scheme, without the end of the sentence. */
export function describeInvented(scheme: string, variable: string): string {
  return `${JSON.stringify(variable)} is no name that mcpwright gives to a variable of the security scheme ${JSON.stringify(scheme)}`;
}

/** The lock of a project that does not exist yet. */
export const noNames: NameLock = { given: {} };

/** Verbs that names of operations begin with. */
export const verbs: ReadonlySet<string> = new Set(
  (
    'accept acknowledge activate add analyse analyze append apply approve archive assign attach authenticate ' +
    'authorize ban block browse build calculate call cancel capture change charge check claim classify clear ' +
    'clone close compare complete compute configure confirm connect convert copy count create deactivate ' +
    'decline decrypt delete deploy describe destroy detach detect disable disconnect dismiss dispatch ' +
    'download duplicate edit embed enable encrypt enqueue estimate evaluate execute expire export extract ' +
    'fetch find finish follow forward generate get grant head ignore import index insert install invite ' +
    'invoke join leave link list load lock login logout lookup make mark merge modify move notify open ' +
    'options parse patch pause pay pin poll post predict preview process provision publish purge put query ' +
    'read rebuild recommend recover redeliver refresh refund regenerate register reject release remove ' +
    'rename render reopen reorder replace replay reply request rerun resend reset resize resolve restart ' +
    'restore resume retrieve retry return revert review revoke rollback rotate run save schedule search ' +
    'select send set share show sign simulate split star start stop store stream submit subscribe summarize ' +
    'suspend sync terminate test toggle transcribe transfer transform translate trigger unarchive unassign ' +
    'unban unblock undelete undo unfollow uninstall unlink unlock unpin unpublish unregister unstar ' +
    'unsubscribe unsuspend update upgrade upload upsert use validate verify view void watch withdraw write'
  ).split(' '),
);

/** Words that say nothing of what an operation acts on. */
export const vagueWords: ReadonlySet<string> = new Set(
  (
    'a all an any api body by call data default detail details do dto entities entity for foo bar from ' +
    'function generic handle handler id in info information instance it item items many method multiple ' +
    'new no object objects of on one op operation or request resource resources response result results ' +
    'route single the thing things to unknown untitled value values with'
  ).split(' '),
);

/** The names of the tools by which a server has others found and called: no operation is called so. */
export const reservedNames: ReadonlySet<string> = new Set([
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_write_tool',
  'enable_toolset',
]);
