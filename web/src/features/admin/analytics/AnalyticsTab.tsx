import { useAddress } from '../useAddress.ts';
import styles from './Analytics.module.css';
import { Feed } from './Feed.tsx';
import { Sessions } from './Sessions.tsx';
import { Totals } from './Totals.tsx';

/** Totals and activity; one of its figures opens the list of sessions. */
export function AnalyticsTab() {
  const { query } = useAddress();
  if (query.get('view') === 'sessions') return <Sessions />;
  return (
    <div className={styles.parts}>
      <Totals />
      <Feed />
    </div>
  );
}
