import { Button } from '@mantine/core';
import { useCopy } from '../../../ui/useCopy.ts';
import { t } from '../../../words/settings.ts';
import { Row } from '../../../ui/Rows.tsx';
import styles from './Account.module.css';

export function UserIdRow({ uid }: { uid: string }) {
  const { copied, copy } = useCopy();
  return (
    <Row
      label={t('userId')}
      act={
        <Button variant="subtle" size="xs" aria-live="polite" onClick={() => void copy(uid)}>
          {copied ? t('copied') : t('copy')}
        </Button>
      }
    >
      <span className={styles.id}>{uid}</span>
    </Row>
  );
}
