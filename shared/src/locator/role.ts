import { TAG_MAX } from './limits.ts';
import { cut, tidy } from './tokens.ts';

/** Attributes that contain natural language. */
export const WRITTEN = ['aria-label', 'alt', 'title', 'placeholder'];

/** Roles of elements that often replace each other. All others use their tag. */
/** Returns an element's explicit role, or that of its tag. */
export function roleOf(element: Element, tag: string): string {
  const type = (tag === 'input' && element.getAttribute('type')) || tag;
  return cut(
    element.getAttribute('role') ??
      type
        .replace(/^h\d$/, 'heading')
        .replace(/^a$/, 'link')
        .replace(/^(summary|submit)$/, 'button'),
    TAG_MAX,
  );
}

/** Elements that people type into, as their markup says. */
export const EDITABLE = 'textarea,[contenteditable]:not([contenteditable=false i])';

/** Whether people type into an element, as its markup says. */
export const isEditable = (element: Element): boolean => element.matches(EDITABLE);

/** Returns an element's text without what people type into it; at least `max` characters of a longer one. */
export function writtenText(element: Element, isTyped = isEditable, max = Infinity): string {
  if (isTyped(element)) return '';
  const { SHOW_ELEMENT, SHOW_TEXT, FILTER_REJECT, FILTER_ACCEPT } = NodeFilter;
  const walker = element.ownerDocument.createTreeWalker(element, SHOW_ELEMENT | SHOW_TEXT, (node) =>
    node.nodeType === Node.ELEMENT_NODE && isTyped(node as Element) ? FILTER_REJECT : FILTER_ACCEPT,
  );
  let text = '';
  while (text.length < max && walker.nextNode()) text += walker.currentNode.nodeValue ?? '';
  return text;
}

const writtenTextOf = (element: Element | null | undefined) => element && writtenText(element);

/** Returns a name from outside the element's text: enough to distinguish elements, not for screen readers. */
export function labelOf(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const named = element
    .getAttribute('aria-labelledby')
    ?.split(/\s+/)
    .map((id) => writtenTextOf(root.getElementById(id)))
    .join(' ');
  const labels = writtenTextOf((element as Partial<HTMLInputElement>).labels?.[0]);
  const written = WRITTEN.map((name) => element.getAttribute(name));
  return tidy([named, labels, ...written].find((name) => name?.trim()) ?? '');
}
