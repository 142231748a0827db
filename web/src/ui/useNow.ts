import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time, fresh every minute, so that “5m ago” and “1 day left” stay true on a page that is left open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
