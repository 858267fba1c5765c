/** Formats columns, two spaces apart; the last one is not padded. Without rows only the header is printed. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) => lineOf(row, widths)).join('\n')
}

/** Formats names and values, one pair per line. */
export function pairs(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map((row) => lineOf(row, [width, 0])).join('\n')
}

const lineOf = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()
