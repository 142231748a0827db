import { useEffect, useState } from 'react';
import { t } from './copy.ts';

export const waitText = (seconds: number) =>
  seconds < 60 ? t('waitSeconds', { count: seconds }) : t('waitMinutes', { count: Math.ceil(seconds / 60) });

/** Counts down until the next attempt is allowed. */
export function useWait() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = seconds > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [isWaiting]);

  function start(wait: number): void {
    setNow(Date.now());
    setUntil(Date.now() + wait * 1000);
  }

  return { seconds, start };
}
