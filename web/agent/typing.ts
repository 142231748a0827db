import { cut, isMatching, listen, startsWith, wayOf } from './native.ts';

/** A text as a person typed it. */
export interface TypedText {
  /** What took the input; null for keys, whose text a script of the page may show anywhere. */
  element: EventTarget | null;
  text: string;
  /** Whether the text became shorter. */
  isShrinking: boolean;
}

/** Older texts are forgotten, longer ones cut. */
const TEXTS_MAX = 300;
const TEXT_MAX = 10_000;

/** Their value is chosen, and the page may show it as its own word. */
const CHOSEN = 'select,[type=checkbox],[type=radio],[type=range],[type=color]';

/** Keeps texts; one that goes on as the text before it takes its place. */
export function createTexts() {
  const texts: TypedText[] = [];
  let at = 0;
  return {
    texts,
    add(element: EventTarget | null, whole: string): void {
      const text = cut(whole, 0, TEXT_MAX);
      const former = texts[at];
      const grown = text.length - (former?.text.length ?? 0);
      const isShrinking = grown < 0;
      // A script may have emptied the field, whose former text may now be elsewhere in the page.
      const isStep = former?.isShrinking === isShrinking && grown * grown === 1;
      const goesOn = former?.element === element && (isStep || startsWith(text, former.text));
      if (former && !goesOn) at = (at + 1) % TEXTS_MAX;
      texts[at] = { element, text, isShrinking };
    },
  };
}

/**
 * Remembers what was typed into the page since it loaded, so that it is left out of what a model gets.
 * See docs/decisions/0281.
 */
export function watchTyping(): () => TypedText[] {
  const inputs = createTexts();
  const keys = createTexts();
  let keyed = '';
  let keyTarget: EventTarget | undefined;

  listen(window, 'input', (event) => {
    const element = wayOf(event)[0] as HTMLInputElement;
    if (event.isTrusted && !isMatching(element, CHOSEN))
      inputs.add(element, element.value ?? element.textContent);
  });
  listen(window, 'keydown', (event) => {
    const { key, ctrlKey, metaKey, isTrusted } = event as KeyboardEvent;
    if (!isTrusted || ctrlKey || metaKey || key === 'Shift') return;
    const target = wayOf(event)[0];
    if (target !== keyTarget) keyed = '';
    keyTarget = target;
    if (key === 'Backspace') keyed = cut(keyed, 0, -1);
    else keyed = key.length === 1 ? keyed + key : '';
    keys.add(null, keyed);
  });
  return () => [...inputs.texts, ...keys.texts];
}
