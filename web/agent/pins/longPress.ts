import { own } from './own.ts';
import { above } from './above.ts';

const HOLD_MS = 500;
const STEADY_PX = 10;
/** Elements with their own long press behavior. */
const TAKEN = 'input,textarea,select,[contenteditable],video,audio,canvas,[draggable=true]';

/** Whether the page handles touch here itself, as sliders and drawings do. */
function takesFinger(target: Element): boolean {
  for (let at: Element | null = target; at; at = above(at))
    if (own.styleOf(at).touchAction === 'none') return true;
  return false;
}

/**
 * Reports a long press. Only observes: the page's own handling continues. Where the browser selects text for
 * it, the press is reported on release, and not at all if the finger has moved to select more.
 */
export function watchLongPress(held: (x: number, y: number) => void): (event: Event) => void {
  let press: { id: number; x: number; y: number; event: Event; selected?: Selection } | null = null;

  return (event) => {
    const { type, pointerType, isPrimary, pointerId: id, clientX: x, clientY: y } = event as PointerEvent;
    if (type === 'pointerdown') {
      press = null;
      const target = own.wayOf(event)[0];
      const isTaken = target instanceof Element && target.closest(TAKEN) !== null;
      if (pointerType !== 'touch' || !isPrimary || isTaken) return;
      const mine = (press = { id, x, y, event });
      own.later(() => {
        if (press !== mine) return;
        press = null;
        const isOfPage = target instanceof Element && takesFinger(target);
        if (own.isPrevented(mine.event) || isOfPage) return;
        const selected = document.getSelection();
        if (selected?.isCollapsed === false) press = { ...mine, selected };
        else held(x, y);
      }, HOLD_MS);
    } else if (press?.selected && type === 'pointerup') {
      press.selected.removeAllRanges();
      press = null;
      held(x, y);
    } else if (press && (type === 'pointerup' || type === 'pointercancel' || type === 'scroll')) press = null;
    else if (press && type === 'pointermove' && Math.hypot(x - press.x, y - press.y) > STEADY_PX)
      press = null;
  };
}
