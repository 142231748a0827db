import type { PageState } from '@stagelink/shared/preview/picked';
import { restorePageState } from './pageState.ts';
import { isSamePage } from '@stagelink/shared/preview/routes';

/** Leads to a page of the prototype and restores its state; after a load the viewer asks for the same again. */
export function createShow(
  root: string,
  routeNow: () => string,
): (route: string, page: PageState | null) => void {
  return (route, page) => {
    if (isSamePage(route, routeNow())) {
      if (page) restorePageState(page);
      return;
    }
    const { origin, pathname, href } = new URL(root + route, location.origin);
    if (origin === location.origin && pathname.startsWith(root)) location.assign(href);
  };
}
