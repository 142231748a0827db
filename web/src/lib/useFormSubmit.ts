import { ApiError } from '@stagelink/shared/client/call';
import type { Endpoint, Input } from '@stagelink/shared/contracts/endpoint';
import { type SubmitEvent, useRef, useState } from 'react';
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
  return { message: errorMessage(error, fallback) || fallback, field: field ?? null };
}

/** Returns what takes the focus for a field of this name: of a group, its first control. */
function controlOf(form: HTMLFormElement | null, field: string | null): HTMLElement | null {
  const named = field === null ? null : (form?.elements.namedItem(field) ?? null);
  const control = named instanceof RadioNodeList ? named[0] : named;
  if (control instanceof HTMLFieldSetElement) return control.querySelector('input');
  return control instanceof HTMLElement ? control : null;
}

/**
 * State of a form: idle, sending or rejected. Field names are those of the contract. `fallback` says that it failed
 * where the server does not say why; an error of no field focuses `otherField`.
 */
export function useFormSubmit(fallback: string, otherField: string | null = null) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<FormError | null>(null);
  const [isSending, setIsSending] = useState(false);

  function refuse(next: FormError): void {
    const control = controlOf(form.current, next.field);
    setRefusal(control ? next : { ...next, field: null });
    (control ?? controlOf(form.current, otherField))?.focus();
  }

  /** Runs `act` while the form is busy. Resolves to true if it succeeded, to false if it threw or says so itself. */
  async function run(act: () => Promise<boolean | void>): Promise<boolean> {
    setRefusal(null);
    setIsSending(true);
    try {
      return (await act()) ?? true;
    } catch (error) {
      refuse(answered(error, fallback));
      return false;
    } finally {
      setIsSending(false);
    }
  }

  /** Passes valid input to `act`. Resolves to true if it succeeded. */
  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    act: (input: Input<E>) => Promise<void>,
  ): Promise<boolean> {
    const first = validate(endpoint, input, fallback);
    if (!first) return run(() => act(input));
    refuse(first);
    return false;
  }

  /** Properties of the form, which submits by `submit`, and not while it is busy. */
  const formProps = (submit: (event: SubmitEvent<HTMLFormElement>) => void | Promise<unknown>) => ({
    ref: form,
    noValidate: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!isSending) void submit(event);
    },
  });

  return {
    form,
    formProps,
    isSending,
    run,
    send,
    refuse,
    /** Removes the error: a field is being corrected. */
    clear: () => setRefusal(null),
    /** The last error, of a field or of none. */
    refusal,
    /** An error without a field. */
    message: refusal?.field === null ? refusal.message : null,
    /** The error of a field. */
    errorAt: (field: string) => (refusal?.field === field ? refusal.message : null),
  };
}

export type FormSubmit = ReturnType<typeof useFormSubmit>;
