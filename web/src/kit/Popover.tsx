import { Popover as MantinePopover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { IN_WINDOW } from './overlayPlacement.ts';

interface PopoverProps {
  /** A button of the kit. */
  trigger: ReactElement;
  /** Id of the trigger. */
  id?: string;
  /** The edge of the trigger the popover starts at. */
  align?: 'start' | 'end';
  widthPx: number;
  className?: string | undefined;
  /** Omitted if only the trigger opens and closes it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A panel anchored to a button. Takes the focus and returns it. */
export function Popover(props: PopoverProps) {
  const { trigger, id, align = 'end', widthPx, className, isOpen, onOpenChange, children } = props;
  return (
    <MantinePopover
      {...(id !== undefined && { id })}
      {...(isOpen !== undefined && { opened: isOpen })}
      onChange={onOpenChange}
      position={`bottom-${align}`}
      width={widthPx}
      trapFocus
      returnFocus
      middlewares={IN_WINDOW}
    >
      <MantinePopover.Target>{trigger}</MantinePopover.Target>
      <MantinePopover.Dropdown className={className}>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  );
}
