import type { Api } from '../model/api.js';
import type { Diagnostic, Severity } from '../model/diagnostic.js';
import type { Document } from '../model/document.js';
import type { Server } from '../model/server.js';
import type { Check, Find, Means } from './check.js';
import { checkBodies } from './checks/checkBodies.js';
import { checkNames } from './checks/checkNames.js';
import { checkOperations } from './checks/checkOperations.js';
import { checkParameters } from './checks/checkParameters.js';
import { checkProse } from './checks/checkProse.js';
import { checkSchemas } from './checks/checkSchemas.js';
import type { Finding } from './finding.js';
import { diagnosed, rules } from './rules.js';
import { survey } from './survey.js';

/** What is known of a document when it has been read and shaped. */
export interface Known {
  document: Document;
  api: Api;
  server: Server;
  diagnostics: readonly Diagnostic[];
}

const checks: readonly Check[] = [
  checkOperations,
  checkNames,
  checkParameters,
  checkSchemas,
  checkBodies,
  checkProse,
];

const order: readonly Severity[] = ['error', 'warning', 'info'];

/** Finds what in a document costs the models that will work with its API, worst first, then by place. */
export function lint({ document, api, server, diagnostics }: Known, means: Means): Finding[] {
  const findings = diagnostics.map(fromDiagnostic);
  const find: Find = (rule, pointer, args, { tokens, operations, suggestion } = {}) => {
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
  const surveyed = survey(api, server);
  for (const check of checks) check(surveyed, find, means);
  return withoutRepeats(findings).toSorted(bySeverityAndPlace);
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
    compare(a.location?.file ?? '', b.location?.file ?? '') ||
    (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
    (a.location?.column ?? 0) - (b.location?.column ?? 0) ||
    compare(a.rule, b.rule) ||
    compare(a.pointer, b.pointer) ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
