import { useEffect, useState } from 'react';
import { verifyPins, openPins } from '../../features/pins/verificationApi.ts';
import { useParams } from '../../lib/router.ts';
import { t } from './copy.ts';
import styles from './PinVerificationPage.module.css';

type Stand = 'looking' | 'done' | 'failed';

/**
 * Verifies the open pins of a draft for a program that opened this page in a hidden window. Reports the
 * results to the server and closes the window when done.
 */
export function PinVerificationPage() {
  const { snapshotId = '', version = '' } = useParams();
  const [stand, setStand] = useState<Stand>('looking');

  useEffect(() => {
    const verification = new AbortController();
    const { signal } = verification;
    const end = (how: Stand) => {
      if (signal.aborted) return;
      setStand(how);
      window.close();
    };
    openPins(snapshotId)
      .then((pins) => verifyPins(snapshotId, Number(version), pins, signal))
      .then(
        () => end('done'),
        () => end('failed'),
      );
    return () => verification.abort();
  }, [snapshotId, version]);

  return (
    <main className={styles.page}>
      <output>{t(stand, { version })}</output>
    </main>
  );
}
