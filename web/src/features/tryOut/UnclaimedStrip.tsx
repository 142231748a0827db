import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { moment } from '@stagelink/shared/domain/format';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Strip } from '../../kit/Strip.tsx';
import { expiresIn } from '../../lib/expiresIn.ts';
import { useNow } from '../../lib/useNow.ts';
import { claimPath, claimSecretOf } from './claimLinks.ts';
import { t } from './copy.ts';
import styles from './UnclaimedStrip.module.css';

/** Says until when an unclaimed snapshot lives, and lets the person with its claim link keep it. */
export function UnclaimedStrip({ snapshot: { id, expiresAt } }: { snapshot: SnapshotView }) {
  const now = useNow();
  const ends = new Date(expiresAt);
  const secret = claimSecretOf(id);

  return (
    <Strip label={t('strip')}>
      <p className={styles.text}>
        <strong title={moment(ends)}>{t('ends', { when: expiresIn(ends, now) })}</strong>
        <span className={styles.why}>{t('staged')}</span>
      </p>
      {secret !== null && (
        <a className={buttonClass({ variant: 'plain', size: 'small' })} href={claimPath(secret)}>
          {t('claim')}
        </a>
      )}
    </Strip>
  );
}
