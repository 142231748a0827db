import { useCallback } from 'react';

const articlesIn = (list: HTMLElement) => [...list.querySelectorAll('article')];

/**
 * Returns the ref of a list of articles, all of which can be focused by script. When what has the focus is removed, the
 * focus goes to its article, or to the one that is in its place by then.
 */
export function useFocusKept() {
  return useCallback((list: HTMLElement | null) => {
    if (!list) return undefined;
    let focused: Element | null = null;
    let article: HTMLElement | null = null;
    let place = -1;

    function note({ target }: FocusEvent): void {
      focused = target instanceof Element ? target : null;
      article = focused?.closest('article') ?? null;
      place = article ? articlesIn(list as HTMLElement).indexOf(article) : -1;
    }
    // An element that stays was left by the person; some browsers report the removal of one in the same way.
    const forget = () =>
      queueMicrotask(() => {
        if (focused?.isConnected && document.activeElement !== focused) focused = null;
      });
    const removals = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      const articles = articlesIn(list);
      const heir = article?.isConnected ? article : (articles[place] ?? articles.at(-1) ?? list);
      heir.focus();
    });

    list.addEventListener('focusin', note);
    list.addEventListener('focusout', forget);
    removals.observe(list, { childList: true, subtree: true });
    return () => {
      removals.disconnect();
      list.removeEventListener('focusin', note);
      list.removeEventListener('focusout', forget);
    };
  }, []);
}
