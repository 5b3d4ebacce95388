import { describe, expect, test } from 'vitest';
import { formatTable } from '../../generator/commands/formatTable.js';
import { documents } from './documents.js';
import { knownFaults, type Fault } from './faults.js';
import { judgeDocument } from './judgeDocument.js';
import unsendable from './unsendable.json' with { type: 'json' };

/** By document, the operations of which nothing is sent, and part of what their tools say instead. */
const listed: Record<string, Record<string, string>> = unsendable;

const rows: string[][] = [];

describe('Prism finds nothing wrong with the requests', { timeout: 120_000 }, () => {
  test.each(documents)('of $name', async ({ name, file, step }) => {
    const { operations, calls, violations, unsent } = await judgeDocument(file, step);
    const hits = new Set<string>();
    const unknown = violations.filter(({ operation, text }) => {
      const fault = knownFaults.find((one) => isAbout(one, name, operation, text));
      if (fault !== undefined) hits.add(writePair(fault, operation));
      return fault === undefined;
    });
    const known = knownFaults.flatMap((fault) =>
      (fault.operations[name] ?? []).map((operation) => writePair(fault, operation)),
    );
    rows.push([name, ...[operations, calls, unknown.length, known.length].map(String)]);
    expect(unknown).toEqual([]);
    expect(known.filter((pair) => !hits.has(pair))).toEqual([]);

    const expected = listed[name] ?? {};
    expect(Object.keys(unsent).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [operation, part] of Object.entries(expected)) expect(unsent[operation]).toContain(part);
  });
});

test('what is known is said of documents that there are, with a reason', () => {
  console.log(formatTable([['Document', 'Operations', 'Calls', 'Violations', 'Known'], ...rows]));
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
