import { ApiError } from '@stagelink/shared/client/call';
import type { Endpoint, Input } from '@stagelink/shared/contracts/endpoint';
import { useRef, useState } from 'react';
import { errorMessage } from './errorMessage.ts';

export interface FormError {
  message: string;
  /** The field to focus; null if none. */
  field: string | null;
}

/** Validates input with the endpoint's contract. Returns the first error, or null. */
function validate(endpoint: Endpoint, input: unknown, fallback: string): FormError | null {
  const checked = endpoint.input.safeParse(input);
  if (checked.success) return null;
  const [issue] = checked.error.issues;
  return { message: issue?.message ?? fallback, field: issue?.path[0]?.toString() ?? null };
}

function answered(error: unknown, fallback: string): FormError {
  const field = error instanceof ApiError ? error.field : undefined;
  return { message: errorMessage(error, fallback), field: field ?? null };
}

/** State of a form: idle, sending or rejected. Field names are those of the contract. */
export function useFormSubmit(fallback: string) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<FormError | null>(null);
  const [isSending, setIsSending] = useState(false);

  function refuse(next: FormError): void {
    const control = next.field === null ? null : form.current?.elements.namedItem(next.field);
    const isShown = control instanceof HTMLInputElement;
    setRefusal(isShown ? next : { ...next, field: null });
    if (isShown) control.focus();
  }

  /** Passes valid input to `act`. Resolves to true if it succeeded. */
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    act: (input: Input<E>) => Promise<void>,
  ): Promise<boolean> {
    const first = validate(endpoint, input, fallback);
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
    /** An error without a field. */
    message: refusal?.field === null ? refusal.message : null,
    /** The error of a field. */
    errorAt: (field: string) => (refusal?.field === field ? refusal.message : null),
  };
}
