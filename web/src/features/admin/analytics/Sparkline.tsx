import styles from './Totals.module.css';

const WIDTH = 72;
const HEIGHT = 20;
const EDGE = 2;

/** Returns the points of a line through these counts, the lowest at the bottom. */
export function pointsOf(series: readonly number[]): string {
  const [low, high] = [Math.min(...series), Math.max(...series)];
  const step = (WIDTH - 2 * EDGE) / (series.length - 1);
  const height = (count: number) => (high === low ? 0 : (count - low) / (high - low));
  return series
    .map((count, at) => {
      const y = HEIGHT - EDGE - height(count) * (HEIGHT - 2 * EDGE);
      return `${(EDGE + at * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** The course of a figure, without numbers: the card has them. */
export function Sparkline({ series }: { series: readonly number[] }) {
  if (series.length < 2) return null;
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={pointsOf(series)} />
    </svg>
  );
}
