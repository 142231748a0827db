import { labelOf } from '@stagelink/shared/locator/role';
import { selectorOf } from '@stagelink/shared/locator/selector';
import { cut, tidy } from '@stagelink/shared/locator/tokens';
import { ELEMENT_NAME_MAX, OPENED_MAX } from '@stagelink/shared/preview/handshake';
import type { Opened, PageState } from '@stagelink/shared/preview/pickedElement';
import { nameOf } from './names.ts';
import { own } from './own.ts';

const OPEN: Record<Opened['kind'], string> = {
  dialog: 'dialog[open]',
  details: 'details[open]',
  tab: '[role=tab][aria-selected=true]',
};

export const isOpen = (kind: Opened['kind'], element: Element) => own.isMatching(element, OPEN[kind]);

/** Selectors of a title; a tab's whole text is its title. */
const TITLED: Record<Opened['kind'], string> = { dialog: 'h1,h2,h3', details: 'summary', tab: '' };

function nameOfOpened(kind: Opened['kind'], element: Element): string {
  const titled = TITLED[kind] === '' ? element : element.querySelector(TITLED[kind]);
  return cut(labelOf(element) || tidy(titled?.textContent ?? '') || nameOf(element), ELEMENT_NAME_MAX);
}

/** Returns what is open now, according to the page's markup. */
export function readPageState(): PageState {
  const opened: Opened[] = [];
  for (const kind of ['dialog', 'tab', 'details'] as const) {
    for (const element of own.query(document, OPEN[kind])) {
      const selector = selectorOf(element);
      if (selector && opened.length < OPENED_MAX)
        opened.push({
          kind,
          selector,
          name: nameOfOpened(kind, element),
          ...(kind === 'dialog' && !own.isMatching(element, ':modal') && { isModeless: true }),
        });
    }
  }
  return { scroll: { x: window.scrollX, y: window.scrollY }, opened };
}
