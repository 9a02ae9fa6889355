/** Removes empty rows at both ends and empty cells at the end of each row. */
export function trimRows(rows: readonly (readonly string[])[]): string[][] {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  const first = trimmed.findIndex((row) => row.length > 0);
  if (first === -1) return [];
  return trimmed.slice(first, trimmed.findLastIndex((row) => row.length > 0) + 1);
}
