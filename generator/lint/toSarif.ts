import { createHash } from 'node:crypto';
import type { Code, Severity } from '../model/diagnostic.js';
import type { Finding } from './finding.js';
import { type Rule, type RuleId, diagnosed, rules } from './rules.js';

/** SARIF calls suggestions notes (SARIF 2.1.0, 3.58.6). */
const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** The findings as a log in SARIF 2.1.0, for code hosts. */
export function toSarif(findings: readonly Finding[], version: string): object {
  const ids = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcpwright', version, rules: ids.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => toResult(finding, ids)),
      },
    ],
  };
}

/** A rule as a reportingDescriptor (SARIF 2.1.0, 3.49). */
function describeRule(id: RuleId | Code): object {
  const rule: Rule = isOwn(id) ? rules[id] : diagnosed[id];
  return {
    id,
    shortDescription: { text: rule.what },
    fullDescription: { text: `${rule.what} ${rule.cost}` },
    help: { text: `${rule.cost} ${rule.fix}` },
    ...(isOwn(id) ? { defaultConfiguration: { level: levels[rules[id].severity] } } : {}),
  };
}

function isOwn(id: RuleId | Code): id is RuleId {
  return Object.hasOwn(rules, id);
}

/** A finding as a result (SARIF 2.1.0, 3.27). */
function toResult(
  { rule, severity, message, cost, fix, ...finding }: Finding,
  ids: readonly string[],
): object {
  const { location, pointer, tokens, operations } = finding;
  const physical = location && {
    physicalLocation: {
      artifactLocation: { uri: toUri(location.file) },
      region: { startLine: location.line, startColumn: location.column },
    },
  };
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: levels[severity],
    message: { text: `${message} ${cost} ${fix}` },
    locations: [{ ...physical, logicalLocations: [{ fullyQualifiedName: pointer }] }],
    // Lines move when something is added above them; pointers and messages stay.
    partialFingerprints: { 'finding/v1': hash(JSON.stringify([rule, pointer, message])) },
    properties: {
      ...(tokens === undefined ? {} : { tokens }),
      ...(operations === undefined ? {} : { operations }),
    },
  };
}

/** A file name as a URI reference (RFC 3986); a URL is one already. */
function toUri(file: string): string {
  if (/^https?:/i.test(file)) return file;
  const path = encodeURI(file.replaceAll('\\', '/')).replaceAll('?', '%3F').replaceAll('#', '%23');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path}`;
  return path.startsWith('/') ? `file://${path}` : path;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
