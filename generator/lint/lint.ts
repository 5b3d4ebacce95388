import type { Api, Operation } from '../model/api.js';
import { type Diagnostic, type Severity, describeError } from '../model/diagnostic.js';
import type { Document } from '../model/document.js';
import type { Server } from '../model/server.js';
import { spareOthers } from '../spareOthers.js';
import { checkBodies } from './checks/checkBodies.js';
import { checkCredentials } from './checks/checkCredentials.js';
import { checkLogins } from './checks/checkLogins.js';
import { checkNames } from './checks/checkNames.js';
import { checkOperations } from './checks/checkOperations.js';
import { checkParameters } from './checks/checkParameters.js';
import { checkProse } from './checks/checkProse.js';
import { checkSchemas } from './checks/checkSchemas.js';
import { checkServers } from './checks/checkServers.js';
import { checkSteering } from './checks/checkSteering.js';
import type { Check, Find, Finding, Means } from './finding.js';
import { diagnosed, rules } from './rules.js';
import { type Survey, survey } from './survey.js';
import { nameOperation } from './words.js';

/** What is known of a document when it has been read and shaped. */
interface Known {
  document: Document;
  api: Api;
  server: Server;
  diagnostics: readonly Diagnostic[];
}

const checks: readonly Check[] = [
  checkOperations,
  checkNames,
  checkParameters,
  checkCredentials,
  checkLogins,
  checkServers,
  checkSchemas,
  checkBodies,
  checkProse,
  checkSteering,
];

const order: readonly Severity[] = ['error', 'warning', 'info'];

/** Finds what in a document costs the models that will work with its API, worst first, then by place. */
export function lint(known: Known, means: Means): Finding[] {
  const found = checks.flatMap(lookAt(known, means));
  // A rule says it of the operations.
  const isSaid = found.some(({ rule }) => rule === 'refused-without-scheme');
  const diagnostics = known.diagnostics.filter(({ code }) => !isSaid || code !== 'no-credential');
  const findings = [...diagnostics.map(fromDiagnostic), ...found];
  return withoutRepeats(findings).toSorted(bySeverityAndPlace);
}

/** What a check finds; operations at which it throws are named and left to the other checks. */
function lookAt({ document, api, server }: Known, means: Means): (check: Check) => Finding[] {
  const surveys = new Map<readonly Operation[], Survey>();
  const surveyOnce = (operations: readonly Operation[]): Survey => {
    const found = surveys.get(operations) ?? survey({ ...api, operations: [...operations] }, server);
    if (operations === api.operations) surveys.set(operations, found);
    return found;
  };
  return (check) => {
    const { result: findings, failures } = spareOthers(api.operations, (operations) => {
      const found: Finding[] = [];
      check(surveyOnce(operations), collectInto(found, document), means);
      return found;
    });
    const find = collectInto(findings, document);
    for (const { item, error } of failures)
      find('not-judged', item.pointer, { operation: nameOperation(item), reason: describeError(error) });
    return findings;
  };
}

function collectInto(findings: Finding[], document: Document): Find {
  return (rule, pointer, args, { tokens, operations, suggestion } = {}) => {
    const { severity, text, cost, fix } = rules[rule];
    findings.push({
      rule,
      severity,
      message: (text as (a: typeof args) => string)(args),
      cost,
      fix,
      pointer,
      ...located(pointer, document),
      ...(tokens === undefined ? {} : { tokens }),
      ...(operations === undefined || operations < 2 ? {} : { operations }),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  };
}

function fromDiagnostic({ code, ...found }: Diagnostic): Finding {
  const { cost, fix } = diagnosed[code];
  return { rule: code, ...found, cost, fix };
}

function located(pointer: string, { locate }: Document): Pick<Finding, 'location'> {
  const location = locate(pointer);
  return location === undefined ? {} : { location };
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const byIdentity = new Map(
    findings.map((finding) => [JSON.stringify([finding.rule, finding.pointer, finding.message]), finding]),
  );
  return [...byIdentity.values()];
}

function bySeverityAndPlace(a: Finding, b: Finding): number {
  return (
    order.indexOf(a.severity) - order.indexOf(b.severity) ||
    compareTexts(a.location?.file ?? '', b.location?.file ?? '') ||
    (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
    (a.location?.column ?? 0) - (b.location?.column ?? 0) ||
    compareTexts(a.rule, b.rule) ||
    compareTexts(a.pointer, b.pointer) ||
    compareTexts(a.message, b.message)
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
