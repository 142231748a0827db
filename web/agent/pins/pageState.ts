import { labelOf } from '@stagelink/shared/locator/role';
import { selectorOf } from '@stagelink/shared/locator/selector';
import { tidy } from '@stagelink/shared/locator/words';
import { ELEMENT_NAME_MAX, OPENED_MAX } from '@stagelink/shared/preview/handshake';
import type { Opened, PageState } from '@stagelink/shared/preview/picked';
import { nameOf } from './names.ts';
import { own } from './own.ts';

const OPEN: Record<Opened['kind'], string> = {
  dialog: 'dialog[open]',
  details: 'details[open]',
  tab: '[role=tab][aria-selected=true]',
};

/** What is read on it; a tab is read as a whole. */
const TITLED: Record<Opened['kind'], string> = { dialog: 'h1,h2,h3', details: 'summary', tab: '' };

function nameOfOpened(kind: Opened['kind'], element: Element): string {
  const titled = TITLED[kind] === '' ? element : element.querySelector(TITLED[kind]);
  return (labelOf(element) || tidy(titled?.textContent ?? '') || nameOf(element)).slice(0, ELEMENT_NAME_MAX);
}

/** What is open now, as far as the page says so itself. */
export function readPageState(): PageState {
  const opened: Opened[] = [];
  for (const kind of ['dialog', 'tab', 'details'] as const) {
    for (const element of own.query(document, OPEN[kind])) {
      const selector = selectorOf(element);
      if (selector && opened.length < OPENED_MAX)
        opened.push({ kind, selector, name: nameOfOpened(kind, element) });
    }
  }
  return { scroll: { x: window.scrollX, y: window.scrollY }, opened };
}

function open({ kind, selector }: Opened): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element || element.matches(OPEN[kind])) return;
  if (kind === 'details') (element as HTMLDetailsElement).open = true;
  else if (kind === 'dialog') (element as HTMLDialogElement).showModal();
  // Nothing but the prototype itself can change its tabs; a tab that is a link would lead elsewhere.
  else if (element.matches('[role=tab]:not(a[href])')) element.click();
}

/** Opens again what can be opened without doing anything else, and scrolls to where somebody was. */
export function restorePageState({ scroll, opened }: PageState): void {
  for (const one of opened) {
    try {
      open(one);
    } catch {
      // This page has no such element any more, or does not let it be opened.
    }
  }
  window.scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' });
}
