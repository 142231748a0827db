import { useEffect, useState } from 'react';
import { lookForPins, openPins } from '../../data/pinCheck.ts';
import { useParams } from '../../ui/router.ts';
import { t } from '../../words/pinLookout.ts';
import styles from './PinLookoutPage.module.css';

type Stand = 'looking' | 'done' | 'failed';

/**
 * Looks for the open pins on a version that waits, on behalf of a program which opened it in a window nobody sees. What
 * it finds is told to the server; that it has ended is told by closing the window.
 */
export function PinLookoutPage() {
  const { snapshotId = '', version = '' } = useParams();
  const [stand, setStand] = useState<Stand>('looking');

  useEffect(() => {
    const looking = new AbortController();
    const { signal } = looking;
    const end = (how: Stand) => {
      if (signal.aborted) return;
      setStand(how);
      window.close();
    };
    openPins(snapshotId)
      .then((pins) => lookForPins(snapshotId, Number(version), pins, signal))
      .then(
        () => end('done'),
        () => end('failed'),
      );
    return () => looking.abort();
  }, [snapshotId, version]);

  return (
    <main className={styles.page}>
      <output>{t(stand, { version })}</output>
    </main>
  );
}
