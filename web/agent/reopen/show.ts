import type { PageState } from '@stagelink/shared/preview/pickedElement';
import { isOtherByHash } from '../pins/hashes.ts';
import type { ReopenContext } from './context.ts';
import { open, scrollBack } from './restore.ts';

/** How long a loading page is given to reach its former state. */
const RESTORE_MS = 4000;
const STEP_MS = 150;

export interface Show {
  show: (route: string, page: PageState | null) => void;
  /** Continues what the previous document began. */
  resume: (word: string) => void;
  /** The user scrolled or navigated elsewhere. */
  leave: () => void;
}

/** Opens a page of the prototype and restores its state, until the user interacts. */
export function createShow(context: ReopenContext): Show {
  const { own, root, routeNow, keep, isSamePage } = context;
  let restoring: PageState | null = null;
  let isWatched = false;

  function leave(): void {
    restoring = null;
  }

  function restore(page: PageState): void {
    restoring = page;
    if (!isWatched)
      for (const type of ['pointerdown', 'wheel', 'keydown']) own.listen(window, type, leave, true);
    isWatched = true;
    const end = performance.now() + RESTORE_MS;
    const tried = new Set<string>();
    const step = () => {
      if (restoring !== page) return;
      const areOpen = page.opened.filter((one) => !open(context, one, tried)).length === 0;
      if ((scrollBack(page.scroll) && areOpen) || performance.now() > end) leave();
      else own.later(step, STEP_MS);
    };
    step();
  }

  return {
    leave,
    show(route, page) {
      const now = routeNow();
      if (isSamePage(route, now) && !isOtherByHash(route, now)) {
        if (page) restore(page);
        return;
      }
      const { origin, pathname, href } = new URL(root + route, location.origin);
      if (origin !== location.origin || !pathname.startsWith(root)) return;
      const isHere = href.replace(/#.*/, '') === location.href.replace(/#.*/, '');
      if (page && !isHere) keep(JSON.stringify({ route, page }));
      location.assign(href);
      if (page && isHere) restore(page);
    },
    resume(word) {
      const { route, page } = JSON.parse(word) as { route: string; page: PageState };
      if (isSamePage(route, routeNow())) restore(page);
    },
  };
}
