import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { expect } from 'vitest';
import type { Expectations } from '../case.js';
import { type Findings, judgeEach, type Judges } from '../findings.js';

type OutputFacts = NonNullable<Expectations['output']>;

/** Judges the output schema that is advertised. */
export async function judgeOutput(
  facts: OutputFacts,
  { outputSchema }: ListedTool,
  findings: Findings,
): Promise<void> {
  if (outputSchema === undefined) {
    findings.failures.push({ fact: 'output', problem: 'no output schema is advertised' });
    return;
  }
  await judgeEach(facts, judges, JSON.stringify(outputSchema), { group: 'output', findings });
}

const judges: Judges<OutputFacts, string> = {
  textContains: (parts, text) => {
    for (const part of parts) expect(text).toContain(part);
  },
  textLacks: (parts, text) => {
    for (const part of parts) expect(text).not.toContain(part);
  },
};
