import { type PointerEvent, useRef } from 'react';

/** How far a finger must go to have meant it. */
const MEANT_PX = 24;

interface Drag {
  onUp: () => void;
  onDown: () => void;
}

/** A handle that is pulled up or down, once each time it is held. */
export function useDrag({ onUp, onDown }: Drag) {
  const from = useRef<number>(undefined);

  return {
    onPointerDown({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
      from.current = clientY;
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerUp({ clientY }: PointerEvent<HTMLElement>) {
      const by = clientY - (from.current ?? clientY);
      from.current = undefined;
      if (by < -MEANT_PX) onUp();
      if (by > MEANT_PX) onDown();
    },
    onPointerCancel() {
      from.current = undefined;
    },
  };
}
