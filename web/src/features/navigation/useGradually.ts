import { useEffect, useState } from 'react';

/** Rows added in one frame. */
const STEP = 200;

interface Gradually<Row> {
  shown: readonly Row[];
  /** Null once all are shown or on their way. */
  showAll: (() => void) | null;
}

/** Shows the first rows of a list; the others on request, some in each frame so that none is late. */
export function useGradually<Row>(rows: readonly Row[], first: number): Gradually<Row> {
  const [count, setCount] = useState(first);
  const isGrowing = count > first;
  const isWhole = count >= rows.length;

  useEffect(() => {
    if (!isGrowing || isWhole) return;
    const frame = requestAnimationFrame(() => setCount(count + STEP));
    return () => cancelAnimationFrame(frame);
  }, [count, isGrowing, isWhole]);

  return {
    shown: isWhole ? rows : rows.slice(0, count),
    showAll: isGrowing || isWhole ? null : () => setCount(first + STEP),
  };
}
