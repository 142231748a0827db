import { Button } from '@mantine/core';
import { t } from '../../words/signIn.ts';
import styles from './SignIn.module.css';

/** The sign-in goes on in the browser. */
export function Waiting({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={styles.waiting}>
      <span className={styles.lamp} aria-hidden />
      <Button variant="default" size="md" fullWidth onClick={onCancel} data-autofocus>
        {t('cancel')}
      </Button>
    </div>
  );
}
