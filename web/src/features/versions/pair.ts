/** Two versions to compare, the older first. */
export interface Pair {
  from: number;
  to: number;
}

export const pairOf = (a: number, b: number): Pair => ({ from: Math.min(a, b), to: Math.max(a, b) });
