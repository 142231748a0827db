import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import type { Preview } from '../preview/usePreview.ts';

interface Point {
  x: number;
  y: number;
}

/** Space for the mark, which is above and right of its point. */
const GAP_RIGHT = 32;
const GAP_LEFT = 12;
const RISE = 24;
const MARGIN = 8;

const within = (value: number, least: number, most: number) =>
  Math.max(least + MARGIN, Math.min(value, most - MARGIN));

/** Moves a box beside a point of the window, inside the preview's area where it fits. */
function placeBeside(box: HTMLElement, point: Point): void {
  const { width, height } = box.getBoundingClientRect();
  const stage = document.getElementById('stage')?.getBoundingClientRect();
  const hasRoom = stage !== undefined && stage.width >= width + 2 * MARGIN;
  const left = hasRoom ? stage.left : 0;
  const right = hasRoom ? stage.right : window.innerWidth;
  const isRoomRight = point.x + GAP_RIGHT + width + MARGIN <= right;
  const x = isRoomRight ? point.x + GAP_RIGHT : point.x - GAP_LEFT - width;
  box.style.left = `${within(x, left, right - width)}px`;
  box.style.top = `${within(point.y - RISE, stage?.top ?? 0, window.innerHeight - height)}px`;
  box.style.right = 'auto';
}

/**
 * Keeps a box beside a pin while the page scrolls or changes. `first` is where the pin is, in CSS pixels of
 * the page, until the page reports it; a pin out of sight leaves the box where it was.
 */
export function useBesidePin(
  box: RefObject<HTMLElement | null>,
  { listen, page, pinPlace }: Preview,
  pinId: string,
  first: Point | null,
): void {
  const place = useEffectEvent((at: Point) => {
    const frame = document.getElementById('preview')?.getBoundingClientRect();
    if (!frame || !box.current || !page?.viewport.width) return;
    const scale = frame.width / page.viewport.width;
    placeBeside(box.current, { x: frame.left + at.x * scale, y: frame.top + at.y * scale });
  });
  const firstPoint = useEffectEvent(() => (pinPlace.current?.id === pinId ? pinPlace.current : first));

  useLayoutEffect(() => {
    let at = firstPoint();
    const placeAgain = () => at && place(at);
    const stop = listen((message) => {
      if (message.type !== 'pinMoved' || message.pin?.id !== pinId) return;
      at = message.pin;
      placeAgain();
    });
    const sizes = new ResizeObserver(placeAgain);
    for (const element of [box.current, document.getElementById('preview')])
      if (element) sizes.observe(element);
    placeAgain();
    return () => {
      stop();
      sizes.disconnect();
    };
  }, [box, listen, pinId]);
}
