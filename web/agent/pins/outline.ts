import { shownBox } from './boxes.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

/** Draws a frame with a name around an element. */
export interface Outline {
  around: (element: Element | null, name?: string) => void;
  /** Follows the element; called in each frame. */
  follow: () => void;
  remove: () => void;
}

const GAP = 6;

export function createOutline(layer: Layer, className = 'box'): Outline {
  const box = layer.add(className);
  const label = layer.add('name');
  let target: Element | null = null;
  let text = '';
  const place = (part: HTMLElement, x: number, y: number) =>
    own.setStyles(own.inlineStyle(part), 'transform', `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`);

  function follow(): void {
    const { left, top, bottom, width, height } = target ? shownBox(target) : new DOMRect();
    const isShown = target !== null && own.isConnected(target) && width + height > 0;
    own.toggleAttribute(box, 'hidden', !isShown);
    own.toggleAttribute(label, 'hidden', !isShown || text === '');
    if (!isShown) return;
    place(box, left, top);
    own.setStyles(own.inlineStyle(box), 'width', `${width}px`);
    own.setStyles(own.inlineStyle(box), 'height', `${height}px`);
    if (text === '') return;
    const size = own.boxOf(label);
    const [screenWidth, screenHeight] = [own.widthOf(window), own.heightOf(window)];
    // Above the element, below it, or inside its top if it fills the screen.
    const above = top - size.height - GAP;
    const below = bottom + GAP;
    const y = above >= 4 ? above : below + size.height < screenHeight ? below : Math.max(top, 0) + GAP;
    place(label, Math.max(4, Math.min(left, screenWidth - size.width - 4)), y);
  }

  return {
    follow,
    around(element, name = '') {
      target = element;
      if (name !== text) own.write(label, (text = name));
      follow();
    },
    remove() {
      own.remove(box);
      own.remove(label);
    },
  };
}
