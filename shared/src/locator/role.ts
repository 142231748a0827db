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

/** Returns a text without that of fields in it, which people type over. */
function textAround(label?: Element | null): string | undefined {
  let text = label?.textContent;
  for (const field of label?.querySelectorAll('textarea') ?? [])
    text = text?.replace(field.textContent ?? '', '');
  return text;
}

/**
 * Returns a name from outside the element's text: enough to distinguish elements, not for screen readers. `textOf` reads
 * the elements that label it.
 */
export function labelOf(
  element: Element,
  textOf: (label?: Element | null) => string | null | undefined = textAround,
): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const named = element
    .getAttribute('aria-labelledby')
    ?.split(/\s+/)
    .map((id) => textOf(root.getElementById(id)))
    .join(' ');
  const labels = textOf((element as Partial<HTMLInputElement>).labels?.[0]);
  const written = WRITTEN.map((name) => element.getAttribute(name));
  return tidy([named, labels, ...written].find((name) => name?.trim()) ?? '');
}
