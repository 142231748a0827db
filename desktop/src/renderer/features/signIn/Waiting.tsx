import { Button } from '@stagelink/web/kit/Button.tsx';
import { t } from './copy.ts';
import styles from './SignIn.module.css';

export function Waiting({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={styles.waiting}>
      <span className={styles.lamp} aria-hidden />
      <Button variant="plain" size="large" isWide onClick={onCancel} data-autofocus>
        {t('cancel')}
      </Button>
    </div>
  );
}
