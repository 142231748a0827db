import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { ReopenContext } from './context.ts';

// Why only these are pressed: docs/decisions/0332.

/** What opens or chooses a part of the page, wherever it is. */
const DISCLOSES =
  'summary,[role=tab],[role=combobox],[aria-haspopup]:not([aria-haspopup=false]),[aria-expanded],[popovertarget],select';
const CHOOSES =
  'button,[role=button],[role^=menuitem],[role=option],[role=treeitem],[role=radio],[role=checkbox],[role=switch],input:is([type=button],[type=checkbox],[type=radio])';
const PRESSED = `${DISCLOSES},${CHOOSES},a[href],area[href]`;
const SUBMITS = ':is(button,input):is([type=submit],[type=image],[type=reset]),button:not([type])';
const DISABLED = ':disabled,[aria-disabled=true]';
const FIELD = 'input,textarea,select,[contenteditable]';

export const isControl = (element: Element) => element.matches(PRESSED);

/** Returns the control that a press on an element is about; the element itself where there is none. */
export function controlOf(element: Element): Element {
  const control = element.closest(PRESSED);
  if (control) return control;
  const label = element.closest<HTMLLabelElement>('label')?.control;
  return label?.matches(PRESSED) ? label : element;
}

const formOf = (element: Element) =>
  (element as Partial<HTMLButtonElement>).form ?? element.closest<HTMLFormElement>('form');

/** Whether something in a form sends it. */
const isSent = (form: HTMLFormElement) =>
  form.hasAttribute('action') ||
  [...form.querySelectorAll(SUBMITS)].some((one) => !one.matches('[type=reset]'));

/** Whether a link leads to a place in this document. */
function isInside(link: Element, base: string): boolean {
  if (link.hasAttribute('download') || !/^(_self)?$/.test(link.getAttribute('target') ?? '')) return false;
  const href = link.getAttribute('href') ?? '';
  if (/^\s*javascript:/i.test(href)) return true;
  try {
    const url = new URL(href, document.baseURI);
    return url.href.replace(/#.*/s, '') === base.replace(/#.*/s, '') && href.includes('#');
  } catch {
    return false;
  }
}

/** Whether repeating an action on an element sends nothing and stays in the document. */
export function isHarmless({ own }: ReopenContext, element: Element, kind: RecordedAction['kind']): boolean {
  if (own.isMatching(element, DISABLED)) return false;
  if (kind === 'hover') return true;
  if (kind === 'focus') return own.isMatching(element, `${PRESSED},${FIELD},[tabindex]`);
  const form = formOf(element);
  if (!own.isMatching(element, PRESSED) || (form && own.isMatching(element, SUBMITS))) return false;
  const link = element.closest('a[href],area[href]');
  if (link && !isInside(link, location.href)) return false;
  const isChoice = kind === 'choose' || !own.isMatching(element, DISCLOSES);
  return !(form && isChoice && isSent(form));
}
