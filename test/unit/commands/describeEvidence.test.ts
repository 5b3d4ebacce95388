import { expect, test } from 'vitest';
import { describeEvidence } from '../../../generator/commands/describe/outcome.js';

test.each([
  [{ examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 0 }, []],
  [
    { examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 1 },
    ['1 constraint was relaxed, since defaults or listed values of the document itself contradict it.'],
  ],
  [
    { examples: 3, acceptedBefore: 3, acceptedAfter: 3, relaxed: 0 },
    ['Of 3 declared examples of a request, 3 could be sent as derived.'],
  ],
  [
    { examples: 3, acceptedBefore: 1, acceptedAfter: 3, relaxed: 2 },
    [
      'Of 3 declared examples of a request, 1 could be sent as derived, 3 once 2 constraints that examples, defaults or listed values of the document contradict were relaxed.',
    ],
  ],
])('the figures %o in words', (figures, lines) => {
  expect(describeEvidence(figures)).toEqual(lines);
});
