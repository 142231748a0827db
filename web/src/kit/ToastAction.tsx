import { LinkedText } from './LinkedText.tsx';
import { Button } from './Button.tsx';
import styles from './ToastAction.module.css';

interface ToastActionProps {
  message: string;
  about: string | undefined;
  label: string | undefined;
  act: () => void;
}

export function ToastAction({ message, about, label, act }: ToastActionProps) {
  return (
    <span className={styles.line}>
      <span className={styles.message}>
        <span>
          <LinkedText text={message} />
        </span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
      {label !== undefined && (
        <Button size="mini" variant="plain" onClick={act}>
          {label}
        </Button>
      )}
    </span>
  );
}
