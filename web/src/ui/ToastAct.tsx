import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './ToastAct.module.css';

interface ToastActProps {
  message: ReactNode;
  label: string;
  act: () => void;
}

/** What a toast says, and the one thing that can be done about it. */
export function ToastAct({ message, label, act }: ToastActProps) {
  return (
    <span className={styles.line}>
      <span className={styles.message}>{message}</span>
      <Button size="compact-xs" variant="default" onClick={act}>
        {label}
      </Button>
    </span>
  );
}
