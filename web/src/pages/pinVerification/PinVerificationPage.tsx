import { useEffect, useState } from 'react';
import { verifyPins, openPins } from '../../features/pins/verificationApi.ts';
import { makePicture } from '../../features/pictures/api.ts';
import { useParams } from '../../lib/router.ts';
import { t } from './copy.ts';
import styles from './PinVerificationPage.module.css';

type Stand = 'looking' | 'done' | 'unverifiable' | 'failed';

/**
 * Verifies the open pins of a version and makes its picture, for a program that opened this page in a hidden
 * window. Sends the results to the server and closes the window when done.
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
    const number = Number(version);
    const verify = async (): Promise<Stand> => {
      const pins = await openPins(snapshotId);
      const findings = await verifyPins(snapshotId, number, pins, signal);
      return pins.length > 0 && findings.size === 0 ? 'unverifiable' : 'done';
    };
    const verified = verify();
    const pictured = makePicture(snapshotId, number);
    // The picture is complete before the window closes, even if the pins fail.
    const closed = pictured.then(() => verified);
    closed.then(end, () => end('failed'));
    return () => verification.abort();
  }, [snapshotId, version]);

  return (
    <main className={styles.page}>
      <output>{t(stand, { version })}</output>
    </main>
  );
}
