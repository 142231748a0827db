import type { Box } from '../protocol.ts';
import { rectangleOf } from './dom.ts';

const number = (pixels: string): number => Number.parseFloat(pixels) || 0;

/** Returns where the content of an element is in its own window. */
function contentBox(element: HTMLElement): Omit<Box, 'scale'> {
  const { left, top } = rectangleOf(element);
  const style = getComputedStyle(element);
  const [above, right, below, before] = [
    style.paddingTop,
    style.paddingRight,
    style.paddingBottom,
    style.paddingLeft,
  ].map(number) as [number, number, number, number];
  return {
    x: left + element.clientLeft + before,
    y: top + element.clientTop + above,
    width: Math.max(0, element.clientWidth - before - right),
    height: Math.max(0, element.clientHeight - above - below),
  };
}

/** Returns where the content of an element is in the outermost window that this page may read. */
export function boxOf(element: HTMLElement): Box {
  const box = contentBox(element);
  for (
    let frame = element.ownerDocument.defaultView?.frameElement;
    frame;
    frame = frame.ownerDocument.defaultView?.frameElement
  ) {
    const outer = contentBox(frame as HTMLElement);
    box.x += outer.x;
    box.y += outer.y;
  }
  return { ...box, scale: devicePixelRatio };
}
