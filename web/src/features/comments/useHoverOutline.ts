import { type PointerEvent, useEffect, useState } from 'react';
import type { ThreadActions } from './threadsContext.ts';

/** Outlines a thread's element in the preview while the mouse is over the thread. */
export function useHoverOutline(id: string, { outline }: ThreadActions) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    outline(id);
    return () => outline(null);
  }, [isOver, id, outline]);

  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => setIsOver(pointerType !== 'touch'),
    onPointerLeave: () => setIsOver(false),
  };
}
