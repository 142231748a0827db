import { listen, prevent, stopHere } from './native.ts';

/**
 * Returns true for events of the agent: they reach no other listener and have no default action. Returns
 * `default` to keep the browser's default action.
 */
export type EventGuard = (event: Event) => boolean | 'default';

const OURS =
  'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup keydown keyup keypress beforeinput dragstart selectstart submit';
/**
 * Passive events: their default action, such as scrolling, continues; waiting for the agent would delay it.
 */
const PASSIVE =
  'mousemove mouseover mouseout mouseenter mouseleave pointermove pointerover pointerout pointerenter pointerleave pointercancel touchstart touchmove touchend touchcancel wheel toggle beforetoggle';

export interface Gate {
  guard: EventGuard | null;
  /** The key that was pressed last: before there is a guard, it may have been one of the viewer's. */
  key?: Event;
}

/**
 * Intercepts events before every listener of the prototype. Must be installed before the prototype's first
 * listener; passes everything until a guard is set.
 */
export function installInterceptor(): Gate {
  const gate: Gate = { guard: null };
  const watch = (types: string, isPassive: boolean) => {
    for (const type of types.split(' ')) {
      const pass = (event: Event) => {
        if (type === 'keydown') gate.key = event;
        const isOurs = event.isTrusted && gate.guard?.(event);
        if (!isOurs) return;
        stopHere(event);
        if (!isPassive && isOurs !== 'default') prevent(event);
      };
      listen(window, type, pass, isPassive);
    }
  };
  watch(OURS, false);
  watch(PASSIVE, true);
  return gate;
}
