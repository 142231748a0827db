const BLOCK_ROWS = 50;

/**
 * Divides a list of thousands of rows into blocks. Each is one element with `content-visibility`: the browser asks every
 * such element in every frame whether it is in sight.
 */
export const blocksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, at) =>
    rows.slice(at * BLOCK_ROWS, (at + 1) * BLOCK_ROWS),
  );

/** Keeps the place of a block that was not laid out yet. */
export const blockStyle = (rows: number, rowPx: number) => ({
  containIntrinsicHeight: `auto ${rows * rowPx}px`,
});
