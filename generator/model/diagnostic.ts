import type { Location } from './document.js';

/** Every message that the generator can give a user, in one table: what happened, and what was done instead. */
const messages = {
  // load
  'unreadable-reference': {
    severity: 'warning',
    text: (a: { ref: string; reason: string }) => `The reference "${a.ref}" cannot be read: ${a.reason}.`,
  },
  'odd-document': {
    severity: 'warning',
    text: (a: { what: string; done: string }) => `${a.what}; ${a.done}.`,
  },
  // read
  'operation-skipped': {
    severity: 'error',
    text: (a: { operation: string; reason: string }) =>
      `${a.operation} is left out: ${a.reason}. The other operations are not affected.`,
  },
  'schema-relaxed': {
    severity: 'warning',
    text: (a: { what: string; done: string }) => `${a.what}; ${a.done}.`,
  },
  'pattern-changed': {
    severity: 'info',
    text: (a: { pattern: string; written: string }) =>
      `The pattern ${a.pattern} is of another dialect; it is checked as ${a.written}.`,
  },
  'pattern-dropped': {
    severity: 'warning',
    text: (a: { pattern: string; reason: string }) =>
      `The pattern ${a.pattern} is not checked: ${a.reason}. It is kept in words.`,
  },
  'parameter-ignored': {
    severity: 'warning',
    text: (a: { name: string; reason: string }) => `The parameter "${a.name}" is ignored: ${a.reason}.`,
  },
  'scheme-undefined': {
    severity: 'warning',
    text: (a: { name: string }) =>
      `The security scheme "${a.name}" is not defined in the document; it is sent no credential.`,
  },
  'scheme-unsupported': {
    severity: 'warning',
    text: (a: { name: string; reason: string }) =>
      `The security scheme "${a.name}" cannot be served: ${a.reason}.`,
  },
  // shape
  'constraint-relaxed': {
    severity: 'warning',
    text: (a: { constraint: string; evidence: string; done: string }) =>
      `${a.evidence} does not fit ${a.constraint}; ${a.done}.`,
  },
  'name-changed': {
    severity: 'info',
    text: (a: { wanted: string; given: string; reason: string }) =>
      `"${a.wanted}" becomes the tool "${a.given}": ${a.reason}.`,
  },
  'name-shared': {
    severity: 'warning',
    text: (a: { what: string; given: string }) =>
      `${a.what} is used by several operations; this one becomes the tool "${a.given}".`,
  },
  'no-server': {
    severity: 'warning',
    text: (a: { env: string }) =>
      `The document names no absolute server URL; set ${a.env} or pass --base-url.`,
  },
  'insecure-server': {
    severity: 'warning',
    text: (a: { url: string }) => `Credentials would travel unencrypted to ${a.url}; prefer https.`,
  },
  'nothing-to-offer': {
    severity: 'error',
    text: (a: { reason: string }) => `There is nothing to offer: ${a.reason}.`,
  },
  'tool-quarantined': {
    severity: 'error',
    text: (a: { tool: string; reason: string }) =>
      `The tool "${a.tool}" failed its check and is left out: ${a.reason}. The other tools are not affected.`,
  },
} as const satisfies Record<string, { severity: Severity; text: (args: never) => string }>;

export type Severity = 'error' | 'warning' | 'info';
export type Code = keyof typeof messages;

/** One finding about the user's document. */
export interface Diagnostic {
  code: Code;
  severity: Severity;
  message: string;
  /** JSON pointer into the document: `#/paths/~1pets/get`. */
  pointer: string;
  location?: Location;
}

/** Collects a finding; `pointer` is a JSON pointer into the document. */
export type Report = <C extends Code>(
  code: C,
  pointer: string,
  args: Parameters<(typeof messages)[C]['text']>[0],
) => void;

/** A place to collect findings in: hand `report` down, read `diagnostics` at the end. */
export function collector(): { diagnostics: Diagnostic[]; report: Report } {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report: (code, pointer, args) => {
      const { severity, text } = messages[code] as { severity: Severity; text: (a: typeof args) => string };
      diagnostics.push({ code, severity, message: text(args), pointer });
    },
  };
}

/** Bad input of the user's that ends the run; anything else that is thrown is a fault of ours. */
export class InputError extends Error {
  override name = 'InputError';
  constructor(
    message: string,
    /** What the user can do about it. */
    readonly hint?: string,
    readonly location?: Location,
  ) {
    super(message);
  }
}
