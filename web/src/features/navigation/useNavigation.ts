import { pageOf } from '@stagelink/shared/preview/routes';
import { useCallback, useEffect, useState } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import { arriveAt, startVisits, stepBy } from './visits.ts';

export interface Navigation {
  /** The shown or requested route; empty while a file is shown whose route is unknown. */
  route: string;
  /** Titles of the pages that were shown, by the route that `pageOf` returns. */
  titles: ReadonlyMap<string, string>;
  /** Routes that the pages link to, found by `watchLinks`. */
  links: ReadonlySet<string>;
  /** Finds links until the returned function is called. */
  watchLinks: () => () => void;
  /** Null where there is nothing to go to. */
  back: (() => void) | null;
  forward: (() => void) | null;
  go: (route: string) => void;
  reload: () => void;
}

const PAGES_MAX = 200;
const LINKS_KEPT_MAX = 500;

/** Where the preview is, where it was, and how to go elsewhere. */
export function useNavigation({
  route: firstRoute,
  page,
  phase,
  listen,
  send,
  documents,
  visit,
  reload,
}: Preview): Navigation {
  const [visits, setVisits] = useState(() => startVisits(firstRoute));
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const [links, setLinks] = useState<ReadonlySet<string>>(new Set());

  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'links')
          setLinks((before) => new Set([...message.routes, ...before].slice(0, LINKS_KEPT_MAX)));
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

  const watchLinks = useCallback(() => {
    // Each document starts without being watched.
    if (documents > 0) send({ type: 'watchLinks', isOn: true });
    return () => void send({ type: 'watchLinks', isOn: false });
  }, [send, documents]);

  function step(by: -1 | 1): void {
    const next = stepBy(visits, by, Date.now());
    if (!next) return;
    setVisits(next);
    visit(next.entries[next.at] ?? '/');
  }

  return {
    route: phase === 'silent' && page === null ? '' : (visits.entries[visits.at] ?? '/'),
    titles,
    links,
    watchLinks,
    back: visits.at > 0 ? () => step(-1) : null,
    forward: visits.at < visits.entries.length - 1 ? () => step(1) : null,
    go: visit,
    reload,
  };
}
