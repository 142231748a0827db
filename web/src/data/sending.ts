import { ApiError } from '@stagelink/shared/client';
import type { Endpoint, Input } from '@stagelink/shared/contracts/endpoint';
import { useRef, useState } from 'react';
import { sentence } from './sentence.ts';

export interface Refusal {
  message: string;
  /** The field to go back to; null when it is nobody's in particular. */
  field: string | null;
}

/** What stands in the way of sending this, by the same contract the server checks; null when nothing does. */
function inTheWay(endpoint: Endpoint, input: unknown, fallback: string): Refusal | null {
  const checked = endpoint.input.safeParse(input);
  if (checked.success) return null;
  const [issue] = checked.error.issues;
  return { message: issue?.message ?? fallback, field: issue?.path[0]?.toString() ?? null };
}

function answered(error: unknown, fallback: string): Refusal {
  const field = error instanceof ApiError ? error.field : undefined;
  return { message: sentence(error, fallback), field: field ?? null };
}

/** Where a form stands: at rest, on its way, or refused. Its fields are named as in the contract. */
export function useSending(fallback: string) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setIsSending] = useState(false);

  function refuse(next: Refusal): void {
    const control = next.field === null ? null : form.current?.elements.namedItem(next.field);
    const isShown = control instanceof HTMLInputElement;
    setRefusal(isShown ? next : { ...next, field: null });
    if (isShown) control.focus();
  }

  /** Hands what was typed to `act` when it may be sent; true when it was done. */
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    act: (input: Input<E>) => Promise<void>,
  ): Promise<boolean> {
    const first = inTheWay(endpoint, input, fallback);
    if (first) {
      refuse(first);
      return false;
    }
    setRefusal(null);
    setIsSending(true);
    try {
      await act(input);
      return true;
    } catch (error) {
      refuse(answered(error, fallback));
      return false;
    } finally {
      setIsSending(false);
    }
  }

  return {
    form,
    isSending,
    send,
    refuse,
    /** What to say beside no field in particular. */
    message: refusal?.field === null ? refusal.message : null,
    /** What to say beside this field. */
    errorAt: (field: string) => (refusal?.field === field ? refusal.message : null),
  };
}
