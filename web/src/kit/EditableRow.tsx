import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Row } from './Rows.tsx';

/** Handles Escape inside the element. */
function useEscape(element: RefObject<HTMLElement | null>, isThere: boolean, onEscape: () => void): void {
  useEffect(() => {
    const place = isThere ? element.current : null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    place?.addEventListener('keydown', onKeyDown);
    return () => place?.removeEventListener('keydown', onKeyDown);
  }, [element, isThere, onEscape]);
}

interface EditableRowProps {
  label: string;
  value: ReactNode;
  /** Visible label and accessible name of the button. Null: read-only. */
  act: { label: string; name: string } | null;
  /** Reference for a value that moves the focus to that button. */
  actRef?: RefObject<HTMLButtonElement | null>;
  /** The form shown while editing. */
  children: (close: () => void) => ReactNode;
}

/** A value that is edited inline. Escape cancels; closing returns the focus to the button. */
export function EditableRow({ label, value, act, actRef, children }: EditableRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const ownRef = useRef<HTMLButtonElement>(null);
  const button = actRef ?? ownRef;
  useEffect(() => {
    const field = place.current?.querySelector('input');
    field?.focus();
    field?.select();
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, button]);

  const close = useCallback(() => setIsOpen(false), []);
  useEscape(place, isOpen, close);

  if (isOpen) {
    return (
      <Row label={label}>
        <div ref={place}>{children(close)}</div>
      </Row>
    );
  }
  return (
    <Row
      label={label}
      act={
        act && (
          <Button
            ref={button}
            variant="quiet"
            size="small"
            aria-label={act.name}
            onClick={() => setIsOpen(true)}
          >
            {act.label}
          </Button>
        )
      }
    >
      {value}
    </Row>
  );
}
