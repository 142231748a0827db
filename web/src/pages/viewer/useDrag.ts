import { type PointerEvent, useRef } from 'react';

/** Minimum distance of a drag. */
const MEANT_PX = 24;

interface Drag {
  onUp: () => void;
  onDown: () => void;
}

/** A handle that can be dragged up or down, once per press. */
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
