import { useEffect } from 'react';
import type { Preview } from './usePreview.ts';

const FIELD = 'input,textarea,select,[contenteditable]';

/** Keeps the keyboard in a field of the viewer while a person writes: a page may hold its own focus. */
export function FocusHold({ preview: { send, listen, documents } }: { preview: Preview }) {
  useEffect(() => {
    let field: HTMLElement | null = null;

    function update(): void {
      const { activeElement } = document;
      // A page takes the keyboard with a press or without. Only the agent knows, and releases it after a press.
      if (activeElement?.id === 'preview' && field?.isConnected) return;
      const isField = activeElement instanceof HTMLElement && activeElement.matches(FIELD);
      const next = isField ? activeElement : null;
      if ((next === null) !== (field === null) || isField) send({ type: 'holdFocus', isOn: isField });
      field = next;
    }
    // What has the focus next is known only after the event.
    const updateSoon = () => void setTimeout(update);

    if (documents > 0) update();
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', updateSoon);
    window.addEventListener('blur', updateSoon);
    const stop = listen(({ type }) => {
      if (type === 'focusTaken' && field?.isConnected) field.focus();
    });
    return () => {
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', updateSoon);
      window.removeEventListener('blur', updateSoon);
      stop();
    };
  }, [send, listen, documents]);
  return null;
}
