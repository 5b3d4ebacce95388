import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { compileAlone } from '../../../support/compileAlone.js';
import type { ResultFacts } from '../case.js';
import { type Findings, judgeEach, type Judges } from '../findings.js';
import type { Called, Served } from '../serveCase.js';
import { toPattern } from '../toPattern.js';

interface Subject {
  served: Served;
  called: Called;
}

/** Judges the result of a call. */
export async function judgeResult(facts: ResultFacts, subject: Subject, findings: Findings): Promise<void> {
  await judgeEach(facts, judges, subject, { group: 'result', findings });
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });

const judges: Judges<ResultFacts, Subject> = {
  isError: (isError, { called }) => expect(called.result.isError ?? false, textOf(called)).toBe(isError),
  structured: (value, { called }) => expect(called.result.structuredContent).toEqual(value),
  conforms: (_, { served, called }) => {
    const outputSchema: object | undefined = served.listedEntry().outputSchema;
    if (outputSchema === undefined) throw new Error('no output schema is advertised');
    const validate = compileAlone(ajv, outputSchema);
    expect(validate(called.result.structuredContent), JSON.stringify(validate.errors)).toBe(true);
  },
  rootOutputObjectOrNone: (_, { served }) =>
    expect(served.listedEntry().outputSchema?.type ?? 'object').toBe('object'),
  textContains: (parts, { called }) => {
    for (const part of parts) expect(textOf(called)).toContain(part);
  },
  textLacks: (parts, { called }) => {
    for (const part of parts) expect(textOf(called)).not.toContain(part);
  },
  textMatches: (pattern, { called }) => expect(textOf(called)).toMatch(toPattern(pattern)),
  maxTextLength: (most, { called }) => expect(textOf(called).length).toBeLessThanOrEqual(most),
  noReplacementChars: (_, { called }) => expect(JSON.stringify(called.result)).not.toContain('\uFFFD'),
  hasContent: (part, { called }) =>
    expect(called.result.content).toContainEqual(expect.objectContaining(part) as unknown),
};

function textOf({ result }: Called): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}
