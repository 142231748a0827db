import { lazy, Suspense, useState } from 'react';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { Link, useNavigate } from '../../../lib/router.ts';
import styles from './Charts.module.css';
import { t } from './copy.ts';

const BarChart = lazy(async () => ({ default: (await import('../../../kit/BarChart.tsx')).BarChart }));

export interface Figure {
  label: string;
  value: number;
  /** The list that the number counts. */
  to: string;
}

interface ChartCardProps {
  title: string;
  finding: string;
  /** Heads of the columns of the table. */
  heads: readonly [string, string];
  figures: readonly Figure[];
}

const VIEWS = ['chart', 'table'] as const;
const OPTIONS = VIEWS.map((value) => ({ value, label: t(value) }));

function FigureTable({ title, heads, figures }: Omit<ChartCardProps, 'finding'>) {
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ label, value, to }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <Link to={to}>{value.toLocaleString('en')}</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Figures as bars or as a table. */
export function ChartCard({ title, finding, heads, figures }: ChartCardProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('chart');
  const navigate = useNavigate();

  function open(at: number): void {
    const figure = figures[at];
    if (figure) void navigate(figure.to);
  }

  return (
    <section aria-label={title} className={styles.card}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.finding}>{finding}</p>
        </div>
        <SegmentedControl label={t('view', { title })} options={OPTIONS} value={view} onChange={setView} />
      </div>
      {view === 'table' ? (
        <FigureTable title={title} heads={heads} figures={figures} />
      ) : (
        <Suspense fallback={<Skeleton heightPx={220} />}>
          <BarChart label={title} unit={heads[1]} data={figures} onOpen={open} />
        </Suspense>
      )}
    </section>
  );
}
