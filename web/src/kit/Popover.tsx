import { lazy, type ReactNode } from 'react';
import { LazyPart } from './LazyPart.tsx';
import { type TriggerButton, useTrigger } from './popups/useTrigger.ts';

const load = () => import('./popups/PopoverPopup.tsx');
const PopoverPopup = lazy(async () => ({ default: (await load()).PopoverPopup }));

interface PopoverProps {
  trigger: TriggerButton;
  /** The edge of the trigger the popover starts at. */
  align?: 'start' | 'end';
  widthPx: number;
  className?: string | undefined;
  /** Omitted if only the trigger and the popover itself open and close it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A panel anchored to a button. Takes the focus and returns it. */
export function Popover(props: PopoverProps) {
  const { trigger, align = 'end', widthPx, className, isOpen, onOpenChange, children } = props;
  const { trigger: button, popup } = useTrigger(trigger, { kind: 'dialog', load, isOpen, onOpenChange });
  return (
    <>
      {button}
      {popup && (
        <LazyPart>
          <PopoverPopup {...popup} {...{ align, widthPx, className }}>
            {children}
          </PopoverPopup>
        </LazyPart>
      )}
    </>
  );
}
