import {
  type Api,
  type Discriminator,
  type Operation,
  type Schema,
  type Skipped,
  listContents,
} from '../../model/api.js';
import { type Config, type ToolChoice, combineChoices } from '../../model/config.js';
import type { NameLock } from '../../model/names.js';
import type { Report } from '../../model/diagnostic.js';
import type { Selection } from '../../model/selection.js';
import { listSubschemas } from '../../schema/subschemas.js';
import { operationKey } from '../names/legal.js';
import { nameServer } from '../names/nameServer.js';
import { nameToolsets, proposeToolset } from '../names/nameToolset.js';
import { resolveNames } from '../names/resolveNames.js';
import { annotate } from './annotate.js';
import { chooseMediaType, findChoices, findPlace } from './choices.js';
import { type Match, type Subject, matchRules, uniteMatches } from './rules.js';
import { listLogins } from './sessions.js';
import { assignToolsets } from './toolsets.js';

/** The API as it is offered, and how that came about. */
interface Selected {
  api: Api;
  selection: Selection;
}

/** An operation, and what is chosen for its tool: by the document, then by the user. */
interface Candidate<T extends Skipped = Skipped> extends Subject {
  operation: T;
  choice: ToolChoice;
}

/**
 * Selects the operations that are offered, and settles what is chosen for each: toolset, name, words and hints.
 *
 * What the configuration says of an operation alone decides first; then what it only says of all, that they have to
 * read; then what the document says of it; then the rules, `exclude` after `include`.
 *
 * @param given - the names of earlier runs
 * @throws InputError where the configuration gives a tool a name, or its body a media type, that it cannot have.
 */
export function select(api: Api, config: Config, report: Report, given: NameLock['given'] = {}): Selected {
  const chosen = findChoices(api, config, report, given);
  const propose = proposeToolset(api, config.groupBy);
  const nameOf = nameToolsets(api);
  const found = [...api.operations, ...api.skipped].map((operation) =>
    toCandidate(operation, chosen.get(operation), { propose, nameOf }, api.components),
  );
  const { subjects: candidates, matches: assigning } = assignToolsets(found, chosen, config, nameOf, report);
  const including = matchRules(config.include, 'include', candidates, report);
  const excluding = matchRules(config.exclude, 'exclude', candidates, report);
  const confirming = uniteMatches(matchRules(config.confirm.for, 'confirm.for', candidates, report));
  const reading = matchRules(config.resources.include, 'resources.include', candidates, report);
  const logins = listLogins(api, config);
  const fits = ({ operation, readOnly }: Candidate): boolean => {
    const isIn = (matches: readonly Match[]) => matches.some(({ operations }) => operations.has(operation));
    const enabled = chosen.get(operation)?.enabled;
    if (enabled === false || (config.readOnly && !readOnly)) return false;
    if (enabled === true) return true;
    if (operation.choice.enabled === false || logins.has(operation as Operation)) return false;
    return (including.length === 0 || isIn(including)) && !isIn(excluding);
  };
  const skipped = new Set<Skipped>(api.skipped);
  const isReadable = (one: Candidate): one is Candidate<Operation> => !skipped.has(one.operation);
  const fitting = candidates.filter(fits);
  const offered = fitting.filter(isReadable);
  const operations = resolveNames(
    offered.map((candidate) => {
      const { operation, choice, toolset } = candidate;
      const settled = {
        ...settleKind(candidate, reading, config),
        ...settleConfirm(choice, confirming.has(operation), config),
        toolset: toolset.title,
      };
      const asksByConfig = findPlace(config.tools, operation, 'ask');
      const asked = { ...operation, choice: settled, ...(asksByConfig !== undefined && { asksByConfig }) };
      return {
        operation: chooseMediaType(asked, report),
        chosenAt: findPlace(config.tools, operation, 'name'),
      };
    }),
    { style: config.names, serverName: nameServer(api, config) },
    report,
  );
  const kept = new Set(offered.map(({ operation }) => operation));
  const leftOut = api.operations.filter((operation) => !kept.has(operation));
  const missed = new Set(fitting.map(({ operation }) => operation));
  const word = (kind: string, rule: string, test: (candidate: Candidate) => boolean): Match => ({
    kind,
    rule,
    operations: new Set(candidates.filter(test).map(({ operation }) => operation)),
  });
  const words = [
    word('tools', 'enabled: true', ({ operation }) => chosen.get(operation)?.enabled === true),
    word('tools', 'enabled: false', ({ operation }) => chosen.get(operation)?.enabled === false),
    word('readOnly', 'read-only=false', ({ readOnly }) => config.readOnly && !readOnly),
    word('x-mcp', 'false', ({ operation }) => operation.choice.enabled === false),
  ].filter((match) => match.operations.size > 0);
  return {
    api: {
      ...pruneComponents({ ...api, operations }, logins),
      leftOut,
      skipped: api.skipped.filter((operation) => missed.has(operation)),
    },
    selection: {
      operations: candidates.length,
      offered: operations.length,
      rules: [...words, ...including, ...excluding, ...assigning, ...reading].map(
        ({ kind, rule, operations: matched }) => ({
          kind,
          rule,
          operations: [...matched].map(operationKey),
        }),
      ),
    },
  };
}

/** The choice with what its operation is offered as, where that is no tool alone. */
function settleKind(
  { operation, choice }: Candidate,
  reading: readonly Match[],
  { resources }: Pick<Config, 'resources'>,
): ToolChoice {
  const { kind: said, ...others } = choice;
  const isRead = operation.method === 'GET' && reading.some(({ operations }) => operations.has(operation));
  const kind = said ?? (isRead ? resources.kind : 'tool');
  return kind === 'tool' ? others : { ...others, kind };
}

function toCandidate(
  operation: Skipped,
  own: ToolChoice = {},
  { propose, nameOf }: { propose: (operation: Skipped) => string; nameOf: (title: string) => string },
  components: Api['components'],
): Candidate {
  const choice = combineChoices(operation.choice, own);
  const title = operation.choice.toolset ?? propose(operation);
  const { readOnlyHint, destructiveHint } = annotate({ ...operation, choice }, components);
  return {
    operation,
    choice,
    toolset: { name: nameOf(title), title },
    readOnly: readOnlyHint,
    destructive: destructiveHint,
  };
}

/** Whether the user is asked about a call: as is said of it alone, else by the rules. */
function settleConfirm(
  { confirm, ask }: ToolChoice,
  isRuled: boolean,
  { confirm: { otherwise } }: Pick<Config, 'confirm'>,
): Pick<ToolChoice, 'confirm'> {
  if (confirm === undefined && ask === undefined && !isRuled) return {};
  const enabled = confirm?.enabled ?? (isRuled || confirm !== undefined);
  return { confirm: { otherwise, ...confirm, enabled } };
}

/** The API with no component that neither its operations reach nor these. */
function pruneComponents(api: Api, others: Iterable<Operation>): Api {
  const reached = new Set<string>();
  const visit = (schema: Schema): void => {
    if (typeof schema === 'boolean') return;
    const { $ref, discriminator } = schema as { $ref?: unknown; discriminator?: Discriminator };
    const { mapping = {}, unnamed = [] } = discriminator ?? {};
    for (const name of [$ref, ...Object.values(mapping), ...unnamed]) {
      if (typeof name === 'string' && Object.hasOwn(api.components, name)) reached.add(name);
    }
    listSubschemas(schema).forEach(visit);
  };
  for (const { parameters, bodies, responses } of [...api.operations, ...others]) {
    for (const { schema } of [...parameters, ...bodies, ...responses.flatMap(listContents)]) visit(schema);
  }
  // What is added while the set is gone through is visited too.
  for (const name of reached) visit(api.components[name] ?? true);
  const keep = <T>(table: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => reached.has(name)));
  return {
    ...api,
    components: keep(api.components),
    pointers: keep(api.pointers),
  };
}
