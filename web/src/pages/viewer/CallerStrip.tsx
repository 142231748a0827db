import { type SnapshotView, VISITOR } from '@stagelink/shared/contracts/snapshots';
import { useHasUnsent } from '../../features/comments/outbox.ts';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Strip } from '../../kit/Strip.tsx';
import styles from './CallerStrip.module.css';
import { t } from './callerCopy.ts';

interface CallerStripProps {
  snapshot: SnapshotView;
  /** Who opened the page. */
  former: string;
}

function SignedOut({ snapshot, former }: CallerStripProps) {
  const isUnsent = useHasUnsent({ snapshotId: snapshot.id, author: former });
  return (
    <>
      <output className={styles.text}>
        <strong>{t('signedOut')}</strong> {t(isUnsent ? 'unsent' : 'asVisitor')}
      </output>
      <a className={buttonClass({ variant: 'plain', size: 'small' })} href="/login" target="_top">
        {t('logIn')}
      </a>
    </>
  );
}

/** Says who uses the page now, after a session has ended or begun while it was open. Reviewers have a strip of their own. */
export function CallerStrip({ snapshot, former }: CallerStripProps) {
  const { kind, name } = snapshot.you;
  return (
    <Strip label={t('caller')}>
      {kind === 'visitor' && former !== VISITOR ? (
        <SignedOut snapshot={snapshot} former={former} />
      ) : (
        <output className={styles.text}>
          {t('signedInAs')} <strong>{name}</strong>
        </output>
      )}
    </Strip>
  );
}
