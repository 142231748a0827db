import type { Locator } from '@stagelink/shared/locator/locator';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import { type Area, type Point, placeBeside } from './placeBeside.ts';

/** Returns where the element of a pin is that is at this point. */
function elementAt({ x, y }: Point, { box, offset }: Locator, scale: number): Area {
  const [width, height] = [box.width * scale, box.height * scale];
  const [left, top] = [x - offset.x * width, y - offset.y * height];
  return { left, top, right: left + width, bottom: top + height };
}

function move({ style }: HTMLElement, { x, y }: Point): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.right = 'auto';
}

/**
 * Keeps a box beside a pin while the page scrolls or changes. `first` is where the pin is, in CSS pixels of
 * the page, until the page reports it; a pin out of sight leaves the box where it was.
 */
export function useBesidePin(
  box: RefObject<HTMLElement | null>,
  { listen, page, pinPlace }: Preview,
  { id, locator, first }: { id: string; locator: Locator | null; first: Point | null },
): void {
  const place = useEffectEvent((at: Point) => {
    const frame = document.getElementById('preview')?.getBoundingClientRect();
    if (!frame || !box.current || !page?.viewport.width) return;
    const scale = frame.width / page.viewport.width;
    const point = { x: frame.left + at.x * scale, y: frame.top + at.y * scale };
    const stage = document.getElementById('stage')?.getBoundingClientRect();
    const room = { left: stage?.left ?? 0, top: stage?.top ?? 0, right: stage?.right ?? innerWidth };
    const to = placeBeside(box.current.getBoundingClientRect(), {
      point,
      element: locator && elementAt(point, locator, scale),
      room: { ...room, bottom: innerHeight, whole: innerWidth },
    });
    move(box.current, to);
  });
  const firstPoint = useEffectEvent(() => (pinPlace.current?.id === id ? pinPlace.current : first));

  useLayoutEffect(() => {
    let at = firstPoint();
    const placeAgain = () => at && place(at);
    const stop = listen((message) => {
      if (message.type !== 'pinMoved' || message.pin?.id !== id) return;
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
  }, [box, listen, id]);
}
