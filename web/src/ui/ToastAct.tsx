import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './ToastAct.module.css';

interface ToastActProps {
  message: ReactNode;
  about: string | undefined;
  label: string | undefined;
  act: () => void;
}

/** What a toast says and of what, and the one thing that can be done about it. */
export function ToastAct({ message, about, label, act }: ToastActProps) {
  return (
    <span className={styles.line}>
      <span className={styles.message}>
        <span>{message}</span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
      {label !== undefined && (
        <Button size="compact-xs" variant="default" onClick={act}>
          {label}
        </Button>
      )}
    </span>
  );
}
