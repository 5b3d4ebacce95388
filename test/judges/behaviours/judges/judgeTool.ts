import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { expect } from 'vitest';
import type { ToolFacts } from '../case.js';
import { type Findings, judgeEach, type Judges } from '../findings.js';

type Words = NonNullable<ToolFacts['description']>;

/** Judges a tool as it is listed. */
export async function judgeTool(facts: ToolFacts, listed: ListedTool, findings: Findings): Promise<void> {
  const { description, ...others } = facts;
  await judgeEach<typeof others, ListedTool>(others, judges, listed, { group: 'tool', findings });
  if (description === undefined) return;
  const group = 'tool.description';
  await judgeEach(description, wordJudges, listed.description ?? '', { group, findings });
}

const judges: Judges<Omit<ToolFacts, 'description'>, ListedTool> = {
  title: (title, listed) => expect(listed.title).toBe(title),
  annotations: (annotations, listed) => expect(listed.annotations).toMatchObject(annotations),
};

const wordJudges: Judges<Words, string> = {
  contains: (parts, words) => {
    for (const part of parts) expect(words).toContain(part);
  },
  lacks: (parts, words) => {
    for (const part of parts) expect(words).not.toContain(part);
  },
  maxLength: (most, words) => expect(words.length).toBeLessThanOrEqual(most),
};
