import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../data/sentence.ts';
import { isUnverified } from '../../../ui/reviewRequest.ts';
import type { Trouble } from './Dismissible.tsx';

const SAID_FOR = 5000;

export interface Outcome {
  /** Something was done. */
  tell: (text: string) => void;
  fail: (title: string, error: unknown) => void;
}

/** What became of the last act: a success is said for five seconds, a failure until it is dismissed. */
export function useOutcome() {
  const [said, setSaid] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tell(text: string): void {
    setTrouble(null);
    setSaid(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), SAID_FOR);
  }

  function fail(title: string, error: unknown): void {
    setSaid(null);
    setTrouble({ title, reason: sentence(error, ''), isUnverified: isUnverified(error) });
  }

  return { said, trouble, dismiss: () => setTrouble(null), outcome: { tell, fail } satisfies Outcome };
}
