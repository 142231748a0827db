import { AGENT_KEYS } from '@stagelink/shared/preview/handshake';
import type { KeyPressed } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

type Key = KeyPressed['key'];

const KEYS = new Set<string>(AGENT_KEYS);
const FIELD = 'input,textarea,select,[contenteditable],[role=textbox],[role=searchbox],[role=combobox]';

/** Fields count although they are outside, or in an open shadow tree: keys belong to whoever types. */
const isTyping = (event: Event) =>
  own.wayOf(event).some((node) => node instanceof Element && own.isMatching(node, FIELD));

/**
 * Tells of a key of the viewer's that was pressed in the prototype, unless the prototype wanted it for itself. The
 * function it gives back is called for each key that is pressed, before anybody else hears of it.
 */
export function watchKeys(pressed: (key: Key) => void): () => void {
  return own.lastly('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (own.isPrevented(event) || ctrlKey || metaKey || altKey || isComposing) return;
    if (event.isTrusted && KEYS.has(key) && !isTyping(event)) pressed(key as Key);
  });
}
