import { useEffect, useMemo, useState } from 'react';

interface GraduallyOptions<Row> {
  keyOf: (row: Row) => string;
  /** Rows shown at once. */
  first: number;
  /** Rows added in one frame, so few that none is late. */
  step: number;
  /** The others are added on request only. */
  isAsked?: boolean;
}

interface Gradually<Row> {
  shown: readonly Row[];
  /** Null once all are shown or on their way. */
  showAll: (() => void) | null;
}

const NONE: ReadonlySet<string> = new Set();

/** Shows the first rows of a list at once and adds the others, some in each frame; those that were shown stay. */
export function useGradually<Row>(rows: readonly Row[], options: GraduallyOptions<Row>): Gradually<Row> {
  const { keyOf, first, step, isAsked = false } = options;
  const [added, setAdded] = useState(NONE);
  const [isGrowing, setIsGrowing] = useState(!isAsked);
  const shown = useMemo(() => {
    const isShown = (row: Row, at: number) => at < first || added.has(keyOf(row));
    return rows.every(isShown) ? rows : rows.filter(isShown);
  }, [rows, added, first, keyOf]);
  const isWhole = shown.length === rows.length;

  useEffect(() => {
    if (!isGrowing || isWhole) return;
    const frame = requestAnimationFrame(() => {
      const here = new Set(shown.map(keyOf));
      const next = rows.filter((row) => !here.has(keyOf(row))).slice(0, step);
      setAdded(new Set([...here, ...next.map(keyOf)]));
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, shown, keyOf, step, isGrowing, isWhole]);

  return { shown, showAll: isGrowing || isWhole ? null : () => setIsGrowing(true) };
}
