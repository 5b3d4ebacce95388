import { escapeHidden } from '../model/escapeHidden.js';

/** Rows as aligned text: the first row is the head; columns named in `right` are aligned to the right. */
export function formatTable(cells: readonly string[][], right: readonly number[] = []): string {
  const rows = cells.map((row) => row.map((cell) => escapeHidden(cell)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const formatRow = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${formatRow(row)}\n`).join('');
}
