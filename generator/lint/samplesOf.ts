/** Joins each way to write a part with each way to write the next. */
function combine(...parts: readonly (readonly string[])[]): string[] {
  return parts.reduce<string[]>(
    (texts, ways) => texts.flatMap((text) => ways.map((way) => text + way)),
    [''],
  );
}

const days = combine(
  ['1970-', '1999-', '2000-', '2024-', '2031-'],
  ['01-', '02-', '06-', '07-', '12-'],
  ['01', '15', '28'],
).concat('2024-02-29', '2024-12-31', '2024-03-31', '2024-04-30', '2024-05-31', '2024-09-30');
const times = combine(
  ['00:00:00', '09:30:00', '12:34:56', '23:59:59'],
  ['', '.0', '.12', '.000', '.123', '.123456', '.123456789', '.1234567'],
);
const zones = ['Z', 'z', '+00:00', '-00:00', '+02:00', '-05:00', '+05:30'];

const someDays = ['1970-01-01', '2000-01-01', '2024-12-31'];

const uuids = ['0', '1', '2', '3', '4', '5', '6', '7', '8'].flatMap((version) =>
  ['8', 'a', '0'].map((variant) => `8c2c63d4-7b5e-${version}e36-${variant}d1f-0a6a3c1f3b7e`),
);

/** Formats whose values look alike, so that a few of them stand for all. */
const samples: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['date', days],
  ['time', combine(times, ['', ...zones])],
  ['date-time', combine([...someDays, ...days.slice(0, 4)], ['T', 't', ' '], times, zones)],
  [
    'uuid',
    [
      ...uuids,
      ...uuids.map((text) => text.toUpperCase()),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ],
  ],
  [
    'ipv4',
    combine(
      ['0', '1', '8', '10', '100', '127', '169', '172', '192', '224', '255'],
      ['.0', '.16', '.64', '.168', '.254', '.255'],
      ['.0', '.1', '.10', '.255'],
      ['.0', '.1', '.10', '.255'],
    ),
  ],
]);

/** Values of a format in all ways to write them; none where they differ too much for that. */
export function samplesOf(format: unknown): readonly string[] {
  return samples.get(format) ?? [];
}
