import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { t } from './copy.ts';
import { pagesOf } from './pages.ts';
import styles from './PageList.module.css';
import type { Navigation } from './useNavigation.ts';
import { pageKey } from './routes.ts';

/** Rendered first: a build may have thousands of pages. */
const FIRST = 200;

interface PageListProps {
  files: readonly SnapshotFile[];
  navigation: Navigation;
  /** The route of each unresolved thread. */
  threadRoutes: readonly string[];
  /** Picture of the start page; null until there is one. */
  picture: string | null;
  onOpen: () => void;
}

/** Moves the focus to another page of the list. */
function walkList(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const pages = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const at = pages.indexOf(event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: pages.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  pages[next]?.focus();
}

/** The pages of the prototype, each with its unresolved threads. */
export function PageList({ files, navigation, threadRoutes, picture, onOpen }: PageListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { titles, links, watchLinks } = navigation;
  useEffect(() => watchLinks(), [watchLinks]);
  const pages = pagesOf(files, titles, [...links], threadRoutes);
  if (pages.length === 0) return <p className={styles['none']}>{t('noPages')}</p>;
  const current = pageKey(navigation.route);
  const shown = isWhole ? pages : pages.slice(0, FIRST);
  return (
    <>
      <ul className={styles['list']}>
        {shown.map(({ key, route, title, threads: count }) => (
          <li key={key}>
            <button
              type="button"
              className={styles['page']}
              onKeyDown={walkList}
              aria-current={key === current ? 'page' : undefined}
              title={route}
              onClick={() => {
                if (key !== current) navigation.go(route);
                onOpen();
              }}
            >
              {key === '/' && picture !== null && (
                <img className={styles['picture']} src={picture} alt="" width={64} height={40} />
              )}
              <span className={styles['names']}>
                <span className={styles['title']} dir="auto">
                  {title}
                </span>
                <span className={styles['path']} dir="ltr">
                  {key}
                </span>
              </span>
              {count > 0 && (
                <span className={styles['count']} title={t('openThreads', { count })}>
                  <span aria-hidden>{count}</span>
                  <VisuallyHidden>{t('openThreads', { count })}</VisuallyHidden>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < pages.length && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
          {t('showAllPages', { count: pages.length })}
        </button>
      )}
    </>
  );
}
