import { describe, expect, test } from 'vitest';
import { formatTable } from '../../../generator/commands/context.js';
import { documents, reduced } from './documents.js';
import { type Fault, knownFaults } from './faults.js';
import { judgeDocument } from './judgeDocument.js';
import unsendable from './unsendable.json' with { type: 'json' };

/** By document, the operations of which nothing is sent, and part of what their tools say instead. */
const listed: Record<string, Record<string, string>> = unsendable;

const rows: string[][] = [];

/** Whose the known differences are, in words. */
const kinds: Record<Fault['whose'], string> = {
  prism: 'Prism’s fault',
  choice: 'a choice of ours',
  document: 'the document contradicts itself',
};
const whose = Object.keys(kinds) as Fault['whose'][];

describe('Prism finds nothing wrong with the requests', { timeout: 600_000 }, () => {
  test.each(documents)('of $name', async ({ name, file, step }) => {
    const { operations, calls, violations, unsent } = await judgeDocument(file, step);
    const hits = new Set<string>();
    const unknown = violations.filter(({ operation, text }) => {
      const fault = knownFaults.find((one) => isAbout(one, name, operation, text));
      if (fault !== undefined) hits.add(writePair(fault, operation));
      return fault === undefined;
    });
    const pairsOf = (faults: readonly Fault[]) =>
      faults.flatMap((fault) =>
        (fault.operations[name] ?? [])
          .filter((operation) => step === 1 || operations.includes(operation))
          .map((operation) => writePair(fault, operation)),
      );
    const known = pairsOf(knownFaults);
    const counts = whose.map((one) => pairsOf(knownFaults.filter((fault) => fault.whose === one)).length);
    rows.push([name, ...[operations.length, calls, unknown.length, ...counts].map(String)]);
    expect(unknown).toEqual([]);
    expect(known.filter((pair) => !hits.has(pair))).toEqual([]);

    const expected = listed[name] ?? {};
    expect(Object.keys(unsent).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [operation, part] of Object.entries(expected)) expect(unsent[operation]).toContain(part);
  });
});

test('what is known is said of documents that there are, with a reason', () => {
  const known = whose.map((one) => `Known: ${kinds[one]}`);
  console.log(formatTable([['Document', 'Operations', 'Calls', 'Unknown', ...known], ...rows]));
  if (reduced.length > 0)
    console.log(formatTable([['Real document', 'Tools that are called', 'Why not all'], ...reduced]));
  for (const [name, , reason] of reduced) expect(reason, name).not.toBe('');
  const here = new Set(documents.map(({ name }) => name));
  for (const { operations, reason } of knownFaults) {
    const names = Object.keys(operations).filter((name) => !name.startsWith('specs/'));
    expect(names.filter((name) => !here.has(name))).toEqual([]);
    expect(reason).not.toBe('');
  }
});

function isAbout(fault: Fault, document: string, operation: string, text: string): boolean {
  return (
    (fault.operations[document] ?? []).includes(operation) && new RegExp(fault.violation, 'u').test(text)
  );
}

function writePair({ violation }: Fault, operation: string): string {
  return `${operation}: ${violation}`;
}
