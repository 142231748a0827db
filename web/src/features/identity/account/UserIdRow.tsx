import { useCopy } from '../../../kit/useCopy.ts';
import { t } from './copy.ts';
import { Row } from '../../../kit/Rows.tsx';
import { Button } from '../../../kit/Button.tsx';
import styles from './Account.module.css';

export function UserIdRow({ uid }: { uid: string }) {
  const { copied, copy } = useCopy();
  return (
    <Row
      label={t('userId')}
      act={
        <Button variant="quiet" size="small" aria-live="polite" onClick={() => void copy(uid)}>
          {copied ? t('copied') : t('copy')}
        </Button>
      }
    >
      <span className={styles.id}>{uid}</span>
    </Row>
  );
}
