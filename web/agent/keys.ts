import { isMatching, isPrevented, lastly, listen, wayOf } from './native.ts';

/** The viewer's single keys, as its contract names them; a test holds the two together. */
const KEYS = 'c j k r R [ ] ? Escape'.split(' ');
const FIELD = 'input,textarea,select,[contenteditable],[role=textbox],[role=searchbox],[role=combobox]';

/** Fields count although they are outside, or in an open shadow tree: keys belong to whoever types. */
function isTyping(event: Event): boolean {
  for (const node of wayOf(event)) {
    if (node instanceof Element && isMatching(node, FIELD)) return true;
  }
  return false;
}

/** Tells of a key of the viewer's that was pressed in the prototype, unless the prototype wanted it for itself. */
export function watchKeys(pressed: (key: string) => void): void {
  const afterAll = lastly('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (isPrevented(event) || ctrlKey || metaKey || altKey || isComposing) return;
    if (event.isTrusted && KEYS.includes(key) && !isTyping(event)) pressed(key);
  });
  listen(window, 'keydown', afterAll);
}
