import { Check, type LucideIcon } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './QuickAction.module.css';

interface QuickActionProps {
  icon: LucideIcon;
  label: string;
  /** Why it cannot be done now. */
  obstacle?: string | null;
  tabIndex?: number;
  /** Resolves to true if it worked; a tick shows that for two seconds. */
  act: () => Promise<boolean>;
}

export function QuickAction({ icon: Icon, label, obstacle = null, tabIndex = 0, act }: QuickActionProps) {
  const [isDone, setIsDone] = useState(false);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function run({ detail: clicks }: MouseEvent): Promise<void> {
    // A double click runs the action once.
    if (obstacle !== null || isRunning.current || clicks > 1) return;
    isRunning.current = true;
    const hasWorked = await act();
    isRunning.current = false;
    if (!hasWorked) return;
    clearTimeout(timer.current);
    setIsDone(true);
    timer.current = setTimeout(() => setIsDone(false), 2000);
  }

  const text = obstacle === null ? label : `${label}. ${obstacle}`;

  return (
    <IconButton
      label={text}
      title={text}
      aria-disabled={obstacle !== null || undefined}
      tabIndex={tabIndex}
      onClick={(event) => void run(event)}
    >
      {isDone ? <Check size={15} className={styles.done} /> : <Icon size={15} />}
    </IconButton>
  );
}
