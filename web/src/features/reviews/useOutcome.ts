import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { isUnverified } from './reviewRequest.ts';
import type { Failure } from './Dismissible.tsx';

const SHOWN_MS = 5000;

export interface Outcome {
  /** Shows a success message. */
  showSuccess: (text: string) => void;
  fail: (title: string, error: unknown) => void;
}

/** Outcome of the last action: a success shows for five seconds, a failure until it is dismissed. */
export function useOutcome() {
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Failure | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function showSuccess(text: string): void {
    setTrouble(null);
    setConfirmation(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setConfirmation(null), SHOWN_MS);
  }

  function fail(title: string, error: unknown): void {
    setConfirmation(null);
    setTrouble({ title, reason: errorMessage(error, ''), isUnverified: isUnverified(error) });
  }

  return {
    confirmation,
    trouble,
    dismiss: () => setTrouble(null),
    outcome: { showSuccess, fail } satisfies Outcome,
  };
}
