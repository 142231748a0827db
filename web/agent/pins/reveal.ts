import { HIGHLIGHT_SECONDS } from '@stagelink/shared/contracts/limits';
import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import { boxedElement } from './boxes.ts';
import type { Finder } from './finder.ts';
import type { Layer } from './layer.ts';
import { createOutline, type Outline } from './outline.ts';
import { own } from './own.ts';
import { above } from './above.ts';

/** Opens hiding ancestors whose opening has no side effects. */
function unfold(element: Element): void {
  for (let at: Element | null = element; at; at = above(at)) {
    if (at.localName === 'details' && at !== element) (at as HTMLDetailsElement).open = true;
  }
}

/** Scrolls an element into view and highlights it for two seconds. */
export function createReveal(layer: Layer): (element: Element, isDoubtful: boolean) => void {
  let outline: Outline | undefined;

  return (element, isDoubtful) => {
    unfold(element);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    own.scrollTo(boxedElement(element), {
      block: 'center',
      inline: 'nearest',
      behavior: isCalm ? 'instant' : 'smooth',
    });
    outline?.remove();
    const mine = (outline = createOutline(layer, isDoubtful ? 'box found doubtful' : 'box found'));
    mine.around(element);
    const follow = () => {
      if (outline !== mine) return;
      mine.follow();
      own.nextFrame(follow);
    };
    follow();
    own.later(() => {
      if (outline !== mine) return;
      mine.remove();
      outline = undefined;
    }, HIGHLIGHT_SECONDS * 1000);
  };
}

/** Reveals the element of a pin as soon as it is found. */
export function createAwaitedReveal(
  known: Finder['known'],
  reveal: (element: Element, isDoubtful: boolean) => void,
) {
  let awaited: { id: string; until: number } | undefined;

  function check(): void {
    const one = awaited && known.get(awaited.id);
    if (!awaited || Date.now() > awaited.until) awaited = undefined;
    else if (one?.element) {
      awaited = undefined;
      reveal(one.element, one.status === 'doubtful');
    }
  }

  return {
    check,
    request(id: string): void {
      awaited = { id, until: Date.now() + REVEAL_WAIT_MS };
      check();
    },
  };
}
