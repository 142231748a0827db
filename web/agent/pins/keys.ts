import { AGENT_KEYS } from '@stagelink/shared/preview/handshake';
import type { KeyPressed } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

type Key = KeyPressed['key'];

const KEYS = new Set<string>(AGENT_KEYS);
const FIELD = 'input,textarea,select,[contenteditable],[role=textbox],[role=searchbox],[role=combobox]';

/** Keys pressed in a field belong to the field, in open shadow trees too. */
const isTyping = (event: Event) =>
  own.wayOf(event).some((node) => node instanceof Element && own.isMatching(node, FIELD));

/** Returns the viewer's key that an event is about, if it is one. */
export function viewerKeyOf(event: Event): Key | null {
  const { key: typed, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  // Caps Lock changes no letter.
  const key = typed.length > 1 ? typed : shiftKey ? typed.toUpperCase() : typed.toLowerCase();
  return event.isTrusted && KEYS.has(key) && !isTyping(event) ? (key as Key) : null;
}

/** Returns the viewer's key that an event was about, after all listeners had it. Its way is not known any more. */
export function formerKeyOf(event: Event): Key | null {
  const target = own.targetOf(event);
  if (!(target instanceof Element) || own.isPrevented(event)) return null;
  return own.isMatching(target, `:is(${FIELD}),:is(${FIELD}) *`) ? null : viewerKeyOf(event);
}

/**
 * Reports keys of the viewer that are pressed in the prototype, unless the prototype handles them. The
 * returned function must be called for each key before the prototype's listeners.
 */
export function watchKeys(pressed: (key: Key) => void): () => void {
  return own.microtask('keydown', (event) => {
    const key = own.isPrevented(event) ? null : viewerKeyOf(event);
    if (key) pressed(key);
  });
}
