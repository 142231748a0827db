import { listState, someWordOf } from '../../../lib/listState.ts';
import { useListState } from '../../../lib/useListState.ts';
import styles from './Analytics.module.css';
import { Feed } from './Feed.tsx';
import { Sessions } from './Sessions.tsx';
import { Totals } from './Totals.tsx';

const shown = listState({ view: someWordOf(['sessions']) });

/** Totals and activity; one of its figures opens the list of sessions. */
export function AnalyticsTab() {
  const { view } = useListState(shown).state;
  if (view === 'sessions') return <Sessions />;
  return (
    <div className={styles.parts}>
      <Totals />
      <Feed />
    </div>
  );
}
