import type { Diagnostic, Severity } from '../model/diagnostic.js';
import { escapeHidden } from '../model/escapeHidden.js';
import type { Context, Style } from './context.js';

const styles: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'dim' };

/** How many findings of one severity are shown before the rest is only counted. */
const shown = 12;

/** Findings for people, worst first: `error openapi.yaml:12:5 what happened`. Infos are only counted. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[], paint: Context['paint']): string {
  const lines: string[] = [];
  for (const severity of ['error', 'warning'] as const) {
    const found = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    for (const diagnostic of found.slice(0, shown)) {
      lines.push(
        `${paint(styles[severity], severity.padEnd(7))} ${escapeHidden(`${where(diagnostic)}  ${diagnostic.message}`)}`,
      );
    }
    const rest = found.length - shown;
    if (rest > 0) {
      lines.push(paint('dim', `        … and ${rest} more ${severity}s; --json lists them all`));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

function where({ location, pointer }: Diagnostic): string {
  return location === undefined ? pointer : `${location.file}:${location.line}:${location.column}`;
}
