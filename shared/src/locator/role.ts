import { TAG_MAX } from './limits.ts';
import { cut, tidy } from './words.ts';

/** Attributes that hold words of a language. */
export const WRITTEN = ['aria-label', 'alt', 'title', 'placeholder'];

/** The roles of elements that often take each other's place. Everything else answers to its tag. */
/** What it is to whoever uses it: its role as written, or that of its tag. */
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

/** The name that is written somewhere other than in its own text: enough to tell elements apart, not for reading out. */
export function labelOf(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const named = element
    .getAttribute('aria-labelledby')
    ?.split(/\s+/)
    .map((id) => root.getElementById(id)?.textContent)
    .join(' ');
  const labels = (element as Partial<HTMLInputElement>).labels?.[0]?.textContent;
  const written = WRITTEN.map((name) => element.getAttribute(name));
  return tidy([named, labels, ...written].find((name) => name?.trim()) ?? '');
}
