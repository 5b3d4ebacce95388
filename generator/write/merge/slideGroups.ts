/** A line of one text and the same line of another, by index. */
type Match = readonly [before: number, after: number];

/** One text: its lines, and which of them the other one has not. */
interface Side {
  lines: readonly string[];
  changed: boolean[];
}

/** A run of changed lines between two that are not, which may be empty: from the first index up to the second. */
interface Group {
  start: number;
  end: number;
}

/**
 * The same matches where lines that were added or taken out could stand at several places: as far down as possible, or beside
 * a change of the other text. So does git before it merges (xdiff, xdl_change_compact), and sees fewer changes side by side.
 */
export function slideGroups(
  before: readonly string[],
  after: readonly string[],
  matches: readonly Match[],
): Match[] {
  const [ofBefore, ofAfter] = [new Set(matches.map(([i]) => i)), new Set(matches.map(([, j]) => j))];
  const old = { lines: before, changed: before.map((_, index) => !ofBefore.has(index)) };
  const now = { lines: after, changed: after.map((_, index) => !ofAfter.has(index)) };
  slideAll(old, now);
  slideAll(now, old);
  const rest = listUnchanged(now);
  return listUnchanged(old).map((index, place) => [index, rest[place] ?? 0]);
}

function listUnchanged({ changed }: Side): number[] {
  return changed.flatMap((isChanged, index) => (isChanged ? [] : [index]));
}

function slideAll(side: Side, other: Side): void {
  const group = findFirst(side);
  const beside = findFirst(other);
  for (;;) {
    if (group.end > group.start) slide(side, group, other, beside);
    if (!goDown(side, group)) return;
    goDown(other, beside);
  }
}

/** Slides one group: up and down as far as it goes, and then back to the last place beside a change of the other text. */
function slide(side: Side, group: Group, other: Side, beside: Group): void {
  let [earliest, matching, size] = [-1, -1, -1];
  // On its way it may take in others.
  while (size !== group.end - group.start) {
    size = group.end - group.start;
    matching = -1;
    while (slideUp(side, group)) goUp(other, beside);
    earliest = group.end;
    if (beside.end > beside.start) matching = group.end;
    while (slideDown(side, group)) {
      goDown(other, beside);
      if (beside.end > beside.start) matching = group.end;
    }
  }
  if (group.end === earliest || matching === -1) return;
  while (beside.end === beside.start) {
    slideUp(side, group);
    goUp(other, beside);
  }
}

function findFirst({ changed }: Side): Group {
  let end = 0;
  while (changed[end]) end += 1;
  return { start: 0, end };
}

/** Goes on to the next group; says whether there is one. */
function goDown({ changed, lines }: Side, group: Group): boolean {
  if (group.end === lines.length) return false;
  group.start = group.end + 1;
  group.end = group.start;
  while (changed[group.end]) group.end += 1;
  return true;
}

function goUp({ changed }: Side, group: Group): void {
  if (group.start === 0) return;
  group.end = group.start - 1;
  group.start = group.end;
  while (changed[group.start - 1]) group.start -= 1;
}

function slideDown({ changed, lines }: Side, group: Group): boolean {
  if (group.end >= lines.length || lines[group.start] !== lines[group.end]) return false;
  changed[group.start] = false;
  changed[group.end] = true;
  group.start += 1;
  group.end += 1;
  while (changed[group.end]) group.end += 1;
  return true;
}

function slideUp({ changed, lines }: Side, group: Group): boolean {
  if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false;
  group.start -= 1;
  group.end -= 1;
  changed[group.start] = true;
  changed[group.end] = false;
  while (changed[group.start - 1]) group.start -= 1;
  return true;
}
