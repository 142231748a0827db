import { type KeyboardEvent, useRef, useState } from 'react';

/** Keeps what was typed in a form from Escape: the first press focuses Cancel, the next one closes the form. */
export function useKeptInput(onClose: () => void) {
  const [isTouched, setIsTouched] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !isTouched) return;
    event.stopPropagation();
    if (document.activeElement === cancel.current) onClose();
    else cancel.current?.focus();
  }

  return { isTouched, cancel, formProps: { onInput: () => setIsTouched(true), onKeyDown } };
}
