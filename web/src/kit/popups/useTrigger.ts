import { cloneElement, type ComponentProps, type ReactElement, useId, useState } from 'react';

/** A button of the kit. */
export type TriggerButton = ReactElement<ComponentProps<'button'>>;

interface TriggerOptions {
  kind: 'menu' | 'dialog';
  /** Loads the code of the popup; called early, so that the popup opens at once. */
  load: () => unknown;
  /** Omitted if only the trigger and the popup itself open and close it. */
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/** Makes a button open and close a popup. */
export function useTrigger(button: TriggerButton, { kind, load, isOpen, onOpenChange }: TriggerOptions) {
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const isShown = isOpen ?? isOwnOpen;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  // The popup closes when the button is pressed, before the click arrives.
  const [isClosing, setIsClosing] = useState(false);
  const popupId = useId();
  const ownId = useId();
  const id = button.props.id ?? ownId;

  function change(next: boolean): void {
    setIsOwnOpen(next);
    onOpenChange?.(next);
  }

  const trigger = cloneElement(button, {
    id,
    'aria-haspopup': kind,
    'aria-expanded': isShown,
    'aria-controls': isShown ? popupId : undefined,
    onPointerEnter: load,
    onFocus: load,
    onPointerDown: () => setIsClosing(isShown),
    onClick: (event) => {
      button.props.onClick?.(event);
      // Safari does not focus a pressed button, and the focus must return to it.
      event.currentTarget.focus();
      change(!isShown && !isClosing);
      setIsClosing(false);
    },
    onKeyDown: (event) => {
      if (kind !== 'menu' || isShown || event.key !== 'ArrowDown') return;
      event.preventDefault();
      change(true);
    },
  });

  /** What the popup gets; null before it was first opened. */
  const popup = wasShown ? { id: popupId, triggerId: id, isOpen: isShown, onOpenChange: change } : null;
  return { trigger, popup };
}
