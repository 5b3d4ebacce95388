import type { Finding } from '../../lint/finding.js';
import type { Severity } from '../../model/diagnostic.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, type Style, formatCount } from '../context.js';

const styles: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** How many findings of one rule are shown before the rest is only counted. */
const shown = 10;

/** Findings for people: by rule, worst first, each rule with what it costs and what to do. */
export function describeFindings(findings: readonly Finding[], paint: Context['paint']): string {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.rule}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return [...groups.values()].map((group) => describeGroup(group, paint)).join('\n');
}

function describeGroup(findings: readonly Finding[], paint: Context['paint']): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { severity, rule, cost, fix } = first;
  const rest = findings.length - shown;
  return [
    `${paint(styles[severity], severity)} ${paint('dim', rule)}  ${cost}`,
    `  ${paint('dim', `Fix: ${fix}`)}`,
    ...findings.slice(0, shown).map((finding) => `  ${describeFinding(finding)}`),
    ...(rest > 0 ? [paint('dim', `  … and ${rest} more; --json lists them all`)] : []),
    '',
  ].join('\n');
}

function describeFinding({ location, pointer, message, operations }: Finding): string {
  const where = location === undefined ? pointer : `${location.file}:${location.line}:${location.column}`;
  const concerned = operations === undefined ? '' : ` (${formatCount(operations, 'operation')})`;
  return escapeHidden(`${where}  ${message}${concerned}`);
}
