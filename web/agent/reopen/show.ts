import type { PageState } from '@stagelink/shared/preview/pickedElement';
import type { ReopenContext } from './context.ts';
import { open, scrollBack } from './restore.ts';

/** How long a loading page is given to reach its former state. */
const RESTORE_MS = 4000;
const STEP_MS = 150;

/** Opens a page of the prototype and restores its state, until the user interacts. */
export class Show {
  readonly #context: ReopenContext;
  #restoring: PageState | null = null;

  constructor(context: ReopenContext) {
    this.#context = context;
  }

  show(route: string, page: PageState | null): void {
    const { root, routeNow, keep, isSamePage, isOtherByHash } = this.#context;
    const now = routeNow();
    if (isSamePage(route, now) && !isOtherByHash(route, now)) {
      if (page) this.#restore(page);
      return;
    }
    const { origin, pathname, href } = new URL(root + route, location.origin);
    if (origin !== location.origin || !pathname.startsWith(root)) return;
    const isHere = href.replace(/#.*/, '') === location.href.replace(/#.*/, '');
    if (page && !isHere) keep(JSON.stringify({ route, page }));
    location.assign(href);
    if (page && isHere) this.#restore(page);
  }

  /** Continues what the previous document began. */
  resume(word: string): void {
    const { route, page } = JSON.parse(word) as { route: string; page: PageState };
    const { isSamePage, routeNow } = this.#context;
    if (isSamePage(route, routeNow())) this.#restore(page);
  }

  /** The user scrolled or navigated elsewhere. */
  leave(): void {
    this.#restoring = null;
  }

  #restore(page: PageState): void {
    this.#restoring = page;
    const end = performance.now() + RESTORE_MS;
    const tried = new Set<string>();
    const step = () => {
      if (this.#restoring !== page) return;
      const areOpen = page.opened.filter((one) => !open(this.#context, one, tried)).length === 0;
      if ((scrollBack(page.scroll) && areOpen) || performance.now() > end) this.leave();
      else this.#context.own.later(step, STEP_MS);
    };
    step();
  }
}
