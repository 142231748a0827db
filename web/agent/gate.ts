import { listen, prevent, stopHere } from './native.ts';

/** Says whether an event is ours: then nobody else gets it, and the browser does nothing about it. */
export type Guard = (event: Event) => boolean;

const OURS =
  'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup keydown keyup keypress beforeinput dragstart selectstart';
/** What these do by themselves, such as scrolling, goes on; waiting for us would make it stutter. */
const PASSIVE =
  'mousemove mouseover mouseout mouseenter mouseleave pointermove pointerover pointerout pointerenter pointerleave pointercancel touchstart touchmove touchend touchcancel wheel toggle beforetoggle';

/**
 * Stands in front of every listener of the prototype. That is only possible before any of them is there, so the gate
 * is put up at once; it lets everything pass until somebody guards it.
 */
export function putUpGate(): { guard: Guard | null } {
  const gate: { guard: Guard | null } = { guard: null };
  const watch = (types: string, isPassive: boolean) => {
    for (const type of types.split(' ')) {
      const pass = (event: Event) => {
        if (!event.isTrusted || !gate.guard?.(event)) return;
        stopHere(event);
        if (!isPassive) prevent(event);
      };
      listen(window, type, pass, isPassive);
    }
  };
  watch(OURS, false);
  watch(PASSIVE, true);
  return gate;
}
