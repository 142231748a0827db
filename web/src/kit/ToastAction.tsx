import type { ReactNode } from 'react';
import { LinkedText } from '../lib/LinkedText.tsx';
import { Button } from './Button.tsx';
import styles from './ToastAction.module.css';

interface ToastActionProps {
  message: ReactNode;
  about: string | undefined;
  label: string | undefined;
  act: () => void;
}

export function ToastAction({ message, about, label, act }: ToastActionProps) {
  return (
    <span className={styles.line}>
      <span className={styles.message}>
        <span>{typeof message === 'string' ? <LinkedText text={message} /> : message}</span>
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
