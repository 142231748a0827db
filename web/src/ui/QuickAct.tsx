import { ActionIcon } from '@mantine/core';
import { Check, type LucideIcon } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import styles from './QuickAct.module.css';

interface QuickActProps {
  icon: LucideIcon;
  label: string;
  tabIndex?: number;
  /** Answers whether it worked; a tick shows that for two seconds. */
  act: () => Promise<boolean>;
}

/** An act that shows by a tick that it worked. */
export function QuickAct({ icon: Icon, label, tabIndex = 0, act }: QuickActProps) {
  const [isDone, setIsDone] = useState(false);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function run({ detail: clicks }: MouseEvent): Promise<void> {
    // Whoever clicks twice means it once.
    if (isRunning.current || clicks > 1) return;
    isRunning.current = true;
    const hasWorked = await act();
    isRunning.current = false;
    if (!hasWorked) return;
    clearTimeout(timer.current);
    setIsDone(true);
    timer.current = setTimeout(() => setIsDone(false), 2000);
  }

  return (
    <ActionIcon
      size={28}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={(event) => void run(event)}
    >
      {isDone ? <Check size={15} className={styles.done} /> : <Icon size={15} />}
    </ActionIcon>
  );
}
