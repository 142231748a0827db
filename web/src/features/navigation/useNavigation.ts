import { pageOf } from '@stagelink/shared/preview/routes';
import { useEffect, useState } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import { arriveAt, startVisits, stepBy } from './visits.ts';

export interface Navigation {
  /** The shown or requested route. */
  route: string;
  /** Titles of the pages that were shown, by the route that `pageOf` returns. */
  titles: ReadonlyMap<string, string>;
  /** Null where there is nothing to go to. */
  back: (() => void) | null;
  forward: (() => void) | null;
  go: (route: string) => void;
  reload: () => void;
}

const PAGES_MAX = 200;

/** Where the preview is, where it was, and how to go elsewhere. */
export function useNavigation({ route: firstRoute, listen, visit, reload }: Preview): Navigation {
  const [visits, setVisits] = useState(() => startVisits(firstRoute));
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(
    () =>
      listen((message) => {
        if (message.type !== 'state') return;
        const { route, title } = message;
        const key = pageOf(route);
        setVisits((before) => arriveAt(before, route, Date.now()));
        setTitles((before) =>
          before.get(key) === title || (before.size >= PAGES_MAX && !before.has(key))
            ? before
            : new Map(before).set(key, title),
        );
      }),
    [listen],
  );

  function step(by: -1 | 1): void {
    const next = stepBy(visits, by, Date.now());
    if (!next) return;
    setVisits(next);
    visit(next.entries[next.at] ?? '/');
  }

  return {
    route: visits.entries[visits.at] ?? '/',
    titles,
    back: visits.at > 0 ? () => step(-1) : null,
    forward: visits.at < visits.entries.length - 1 ? () => step(1) : null,
    go: visit,
    reload,
  };
}
