import { labelOf, roleOf } from '@stagelink/shared/locator/role';
import { cut, tidy } from '@stagelink/shared/locator/tokens';
import { ELEMENT_NAME_MAX } from '@stagelink/shared/preview/handshake';

const CALLED: Record<string, string> = {
  img: 'picture',
  svg: 'icon',
  li: 'list item',
  ul: 'list',
  ol: 'list',
  nav: 'navigation',
  p: 'paragraph',
  td: 'cell',
  th: 'heading cell',
  tr: 'row',
  textarea: 'field',
  input: 'field',
  text: 'field',
  textbox: 'field',
  email: 'email field',
  tel: 'phone field',
  password: 'password field',
  search: 'search field',
  searchbox: 'search field',
  number: 'number field',
  select: 'choice',
  combobox: 'choice',
  listbox: 'choice',
  menuitem: 'menu item',
  iframe: 'frame',
  area: 'part of a picture',
  dl: 'list',
  pre: 'code',
};
/** Roles that add nothing to a name. */
const PLAIN = new Set([
  'div',
  'span',
  'body',
  'generic',
  'presentation',
  'none',
  'strong',
  'em',
  'b',
  'i',
  'small',
]);
const TEXT_MAX = 48;
const LARGE = 100;

/** Excludes typed text, for privacy, and long texts. */
export function ownText(element: Element): string {
  if (
    element.matches('input:not([type=submit],[type=button],[type=reset]),textarea,select,[contenteditable]')
  )
    return '';
  const value = element.localName === 'input' ? element.getAttribute('value') : null;
  // `innerText` separates blocks but forces layout, so it is used for small elements only.
  const isSmall = element.getElementsByTagName('*').length < LARGE;
  const content = (isSmall && (element as Partial<HTMLElement>).innerText) || element.textContent || '';
  return tidy((value ?? content).slice(0, TEXT_MAX * 8));
}

const shortened = (text: string) => (text.length > TEXT_MAX ? `${cut(text, TEXT_MAX - 1).trimEnd()}…` : text);

/** Returns the text by which people know an element. */
const visibleText = (element: Element) => labelOf(element) || ownText(element);

/** Returns what kind of thing an element is; empty where that adds nothing to its text. */
function kindOf(element: Element): string {
  if ((element as Partial<SVGElement>).ownerSVGElement)
    return /^(g|text)$/.test(element.localName) ? '' : 'shape';
  const role = roleOf(element, element.localName);
  return PLAIN.has(role) ? '' : (CALLED[role] ?? role);
}

/** Returns a readable name of an element, such as “Save, button”. */
export function nameOf(element: Element, textOf = visibleText): string {
  const kind = kindOf(element);
  // The role follows the text and must survive its truncation.
  const name = shortened(textOf(element)).replace(/[\s.,:;]+$/, '');
  return cut([name, kind].filter((part) => part !== '').join(', ') || 'area', ELEMENT_NAME_MAX);
}
