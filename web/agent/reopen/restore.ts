import type { Opened, PageState } from '@stagelink/shared/preview/pickedElement';
import type { ReopenContext } from './context.ts';

/**
 * Reopens a dialog, details or tab without side effects; false while it is not open. Records pressed tabs
 * in `tried`.
 */
export function open(
  { isOpen }: ReopenContext,
  { kind, selector, isModeless }: Opened,
  tried: Set<string>,
): boolean {
  try {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) return false;
    if (isOpen(kind, element)) return true;
    if (kind === 'details') (element as HTMLDetailsElement).open = true;
    else if (kind === 'dialog') (element as HTMLDialogElement)[isModeless ? 'show' : 'showModal']();
    // Only the prototype can switch its tabs. A tab that is a link could leave the page.
    else if (!tried.has(selector) && element.matches('[role=tab]:not(a[href])')) {
      tried.add(selector);
      element.click();
    }
    return isOpen(kind, element);
  } catch {
    // It cannot be opened.
    return true;
  }
}

/** Restores a scroll position; false while the page is too short. */
export function scrollBack({ x, y }: PageState['scroll']): boolean {
  window.scrollTo({ left: x, top: y, behavior: 'instant' });
  return Math.abs(window.scrollX - x) < 2 && Math.abs(window.scrollY - y) < 2;
}
