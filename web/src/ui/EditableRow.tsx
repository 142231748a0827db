import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useEscape } from './useEscape.ts';
import { Row } from './Rows.tsx';

interface EditableRowProps {
  label: string;
  value: ReactNode;
  /** What the button says; `name` is what it is called where it stands alone. Without one nothing can be changed. */
  act: { label: string; name: string } | null;
  /** For a value that hands the focus to that button. */
  actRef?: RefObject<HTMLButtonElement | null>;
  /** The form that stands in the row while it is edited. */
  children: (close: () => void) => ReactNode;
}

/** A fact that is changed where it stands. Escape leaves it as it was; the focus comes back to its button. */
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
            variant="subtle"
            size="xs"
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
