import { identifyCredential } from '../../model/identifyCredential.js';
import { listRefusing } from '../../model/refusals.js';
import { joinPointer } from '../../model/document.js';
import { splitSentences } from '../../text/sentences.js';
import type { Check, Find } from '../finding.js';
import type { Survey, SurveyedOperation } from '../survey.js';

/** Characters of a description that are read for what it says of headers. */
const longestRead = 50_000;

/** Looks at what a document says, or forgets to say, of how it is authenticated with. */
export const checkCredentials: Check = (survey, find) => {
  const { schemes } = survey.about;
  const asked = new Set(
    survey.operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys)),
  );
  const idle = Object.keys(schemes).filter((name) => !asked.has(name));
  if (survey.operations.length === 0) return;
  if (asked.size === 0)
    for (const name of idle)
      find('scheme-unasked', joinPointer('#/components/securitySchemes', name), { name });
  findUnprefixed(survey, asked, find);
  findRefusing(survey, idle, find);
  findHeaders(survey, find);
};

/** A key in `Authorization` stands behind a word in most APIs, which OpenAPI has no place for. */
function findUnprefixed({ about }: Survey, asked: ReadonlySet<string>, find: Find): void {
  for (const [name, scheme] of Object.entries(about.schemes)) {
    const isBare =
      scheme.type === 'apiKey' &&
      scheme.in === 'header' &&
      scheme.name.toLowerCase() === 'authorization' &&
      scheme.prefix === undefined;
    if (!isBare || !asked.has(name)) continue;
    const said = findPrefix(scheme.description) ?? findPrefix(about.description);
    find('key-without-prefix', joinPointer('#/components/securitySchemes', name), {
      name,
      prefix: said ?? '',
    });
  }
}

const word = String.raw`([A-Za-z][\w-]{1,30})`;
/** How words name what stands before a key: `Authorization: Bot <token>`, prefixed with "Bot", `ApiKey {key}`. */
const prefixes = [
  new RegExp(String.raw`\bauthorization["'\`]?\s?[:=]\s?["'\`]?${word} ["'\`]?[<{[$*]`, 'i'),
  new RegExp(
    String.raw`\bauthorization["'\`]?\s?[:=]\s?["'\`]?${word} (?:your|my|the|[\w-]{0,30}(?:key|token))`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:prefix\w*|preced\w*|begin\w*|start\w*)[^.\n"'\`]{0,60}["'\`]${word}\s?["'\`]`,
    'i',
  ),
  new RegExp(String.raw`["'\`]${word} [<{[](?:your[ _-]?)?(?:api[ _-]?|access[ _-]?)?(?:key|token)`, 'i'),
  // `Token token=<key>`.
  /["'`]([A-Za-z][\w-]{1,30} [\w-]{1,30}=)["'`]?[<{[$*]/,
  /\b(Bearer) (?:token|auth|scheme)/i,
];
const noPrefix = /^(?:header|value|the|your|an?|is|in|with|using|key|authorization)$/i;

function findPrefix(text: string): string | undefined {
  const read = text.slice(0, longestRead);
  const found = prefixes.map((pattern) => pattern.exec(read)?.[1]);
  return found.find((one) => one !== undefined && !noPrefix.test(one));
}

function findRefusing({ operations }: Survey, idle: readonly string[], find: Find): void {
  const refusing = listRefusing(operations.map(({ operation }) => operation));
  const [first] = refusing;
  const scheme = idle[0] ?? '';
  if (first !== undefined)
    find('refused-without-scheme', first.pointer, { scheme }, { operations: refusing.length });
}

const headerName =
  /\b(X-[A-Z][A-Za-z0-9-]{1,40}|[A-Z][A-Za-z0-9]{1,30}-(?:Version|Tenant|Account|Region|Workspace))\b/g;
const isRequired = /\b(?:required|must|mandatory|always|every request|all requests)\b/i;
const isOfResponse = /\b(?:respon\w*|returned|rate.?limit\w*)\b/i;

/** Headers that words ask for, and that no operation declares. */
function findHeaders({ about, operations, parameters }: Survey, find: Find): void {
  const declared = new Set([
    ...parameters
      .filter(({ parameter }) => parameter.in === 'header')
      .map(({ parameter }) => parameter.name.toLowerCase()),
    ...Object.values(about.schemes).flatMap((scheme) =>
      scheme.type === 'apiKey' ? scheme.name.toLowerCase() : [],
    ),
  ]);
  const found = new Map<string, { pointer: string; value: string }>();
  const texts = [
    { text: about.description, pointer: '#/info' },
    ...operations.map(({ operation }: SurveyedOperation) => ({
      text: operation.description,
      pointer: operation.pointer,
    })),
  ];
  for (const { text, pointer } of texts) {
    if (!/\bheaders?\b/i.test(text)) continue;
    for (const sentence of splitSentences(text.slice(0, longestRead))) {
      if (!/\bheaders?\b/i.test(sentence) || !isRequired.test(sentence) || isOfResponse.test(sentence))
        continue;
      for (const { 1: name = '', index } of sentence.matchAll(headerName)) {
        const value =
          /^["'`]?\s?:\s?["'`]?([\w.-]{1,40})/.exec(sentence.slice(index + name.length))?.[1] ?? '';
        const isKnown = declared.has(name.toLowerCase()) || found.has(name);
        if (!isKnown) found.set(name, { pointer, value });
      }
    }
  }
  for (const [name, { pointer, value }] of found) {
    const isSecret = identifyCredential(
      { name, in: 'header', description: '' },
      { path: '', operationId: '' },
    );
    find('header-in-prose', pointer, { name, value, isSecret: isSecret !== undefined });
  }
}
