import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';

type BusyButtonProps = ButtonProps & ComponentPropsWithoutRef<'button'> & { loading: boolean };

/**
 * A button that cannot be pressed while what it does is under way. A browser takes the focus from such a button, and
 * with it the keyboard from the dialog or the form; here it is given back when the button is still there afterwards.
 */
export function BusyButton({ loading, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);

  // Before the browser draws, which is when it takes the focus.
  useLayoutEffect(() => {
    if (loading) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
  }, [loading]);

  return <Button ref={button} loading={loading} {...props} />;
}
