/** Starts of text that spreadsheets interpret as a formula. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|%]/u;

type Cell = string | number | null;

/** The columns of a table: their names, and how each is read from a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** Encodes a cell (RFC 4180). A leading quote keeps spreadsheets from running a formula. */
function encode(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

const line = (cells: Cell[]) => `${cells.map(encode).join(',')}\r\n`;

/** Yields one line per row. The byte order mark makes spreadsheets read UTF-8. */
export async function* asCsv<Row>(
  columns: CsvColumns<Row>,
  portions: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `\ufeff${line(Object.keys(columns))}`;
  const readers = Object.values(columns);
  for await (const portion of portions)
    yield portion.map((row) => line(readers.map((read) => read(row)))).join('');
}
