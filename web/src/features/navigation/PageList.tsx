import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { type KeyboardEvent, memo, useEffect, useMemo } from 'react';
import { useStable } from '../../kit/useStable.ts';
import { useGradually } from '../../lib/useGradually.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { blocksOf, blockStyle } from './blocks.ts';
import { t } from './copy.ts';
import { filePages, pagesOf, type PrototypePage } from './pages.ts';
import { Button } from '../../kit/Button.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './PageList.module.css';
import type { Navigation } from './useNavigation.ts';
import { pageKey } from './routes.ts';

/** A build may have thousands of pages. */
const LISTED = { keyOf: ({ key }: PrototypePage) => key, first: 200, step: 200, isAsked: true };
const ROW_PX = 48;

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
  const list = event.currentTarget.closest(`.${styles.lists}`);
  const pages = [...(list?.querySelectorAll('button') ?? [])];
  const at = pages.indexOf(event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: pages.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  pages[next]?.focus();
}

interface PageRowProps {
  page: PrototypePage;
  isCurrent: boolean;
  picture: string | null;
  onOpen: (page: PrototypePage) => void;
}

const PageRow = memo(function PageRow({ page, isCurrent, picture, onOpen }: PageRowProps) {
  const { key, route, title, threads: count } = page;
  return (
    <li>
      <button
        type="button"
        className={styles.page}
        onKeyDown={walkList}
        aria-current={isCurrent ? 'page' : undefined}
        title={route}
        onClick={() => onOpen(page)}
      >
        {picture !== null && <img className={styles.picture} src={picture} alt="" width={64} height={40} />}
        <Stack as="span" isGrowing>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          <span className={styles.path} dir="ltr">
            {key}
          </span>
        </Stack>
        {count > 0 && (
          <span className={styles.count} title={t('openThreads', { count })}>
            <span aria-hidden>{count}</span>
            <VisuallyHidden>{t('openThreads', { count })}</VisuallyHidden>
          </span>
        )}
      </button>
    </li>
  );
});

interface RowsProps {
  pages: readonly PrototypePage[];
  /** Key of the page shown. */
  current: string;
  picture: string | null;
  onOpen: (page: PrototypePage) => void;
}

/** Drawn again only if a page differs: the viewer renders with each report of its prototype. */
const Rows = memo(function Rows({ pages, current, picture, onOpen }: RowsProps) {
  const { shown, showAll } = useGradually(pages, LISTED);
  return (
    <>
      <div className={styles.lists}>
        {blocksOf(shown).map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a block has no identity but its place
          <ul key={at} className={styles.list} style={blockStyle(block.length, ROW_PX)}>
            {block.map((page) => (
              <PageRow
                key={page.key}
                page={page}
                isCurrent={page.key === current}
                picture={page.key === '/' ? picture : null}
                onOpen={onOpen}
              />
            ))}
          </ul>
        ))}
      </div>
      {showAll && (
        <Button variant="quiet" size="small" onClick={showAll}>
          {t('showAllPages', { count: pages.length })}
        </Button>
      )}
    </>
  );
});

/** The pages of the prototype, each with its unresolved threads. */
export function PageList({ files, navigation, threadRoutes, picture, onOpen }: PageListProps) {
  const { titles, links, watchLinks } = navigation;
  useEffect(() => watchLinks(), [watchLinks]);
  const ofFiles = useMemo(() => filePages(files), [files]);
  const pages = useMemo(
    () => pagesOf(ofFiles, titles, links, threadRoutes),
    [ofFiles, titles, links, threadRoutes],
  );
  const current = pageKey(navigation.route);
  const open = useStable(({ key, route }: PrototypePage) => {
    if (key !== current) navigation.go(route);
    onOpen();
  });
  if (pages.length === 0) return <p className={styles.none}>{t('noPages')}</p>;
  return <Rows pages={pages} current={current} picture={picture} onOpen={open} />;
}
