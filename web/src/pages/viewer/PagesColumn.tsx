import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useId, useMemo, useState } from 'react';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { useStable } from '../../kit/useStable.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { isResolved, type Thread } from '../../features/comments/threads.ts';
import { openInTab } from '../../features/preview/openInTab.ts';
import type { Preview } from '../../features/preview/usePreview.ts';
import { useVersionFiles } from '../../features/versions/api.ts';
import { t } from '../../features/navigation/copy.ts';
import { t as viewer } from './copy.ts';
import { AddressBar } from './AddressBar.tsx';
import { SidePanel } from './SidePanel.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { FileTree } from '../../features/navigation/FileTree.tsx';
import { PageList } from '../../features/navigation/PageList.tsx';
import { SkeletonLines } from '../../kit/Skeleton.tsx';
import styles from './PagesColumn.module.css';
import type { Navigation } from '../../features/navigation/useNavigation.ts';

interface PagesColumnProps {
  snapshot: SnapshotView;
  preview: Pick<Preview, 'route' | 'version'>;
  navigation: Navigation;
  threads: readonly Thread[];
  /** A page was opened: a sheet closes. */
  onOpened: () => void;
  onClose: () => void;
}

/** Drawn while the list loads. */
const WAITING = [100, 100, 100, 100];

const VIEWS = ['pages', 'files'] as const;

const hasAllFiles = ({ files, fileCount }: SnapshotView) => files.length === (fileCount ?? files.length);

const routesOf = (threads: readonly Thread[]) =>
  threads.flatMap((thread) => (isResolved(thread) ? [] : (thread.root.locator?.route ?? [])));

/** The pages of the version shown; its files are one tab away. */
export function PagesColumn(props: PagesColumnProps) {
  const { snapshot, preview, navigation, threads, onOpened, onClose } = props;
  const { version } = preview;
  const [view, setView] = useState<(typeof VIEWS)[number]>('pages');
  const other = version === snapshot.version ? null : version;
  const isRead = other === null && hasAllFiles(snapshot);
  const { data, error, isFetching, refetch } = useVersionFiles(snapshot.id, isRead ? null : version);
  const files = data ?? (other === null ? snapshot.files : undefined);
  const threadRoutes = useMemo(() => routesOf(threads), [threads]);
  const openPage = useStable((route: string) => {
    navigation.go(route);
    onOpened();
  });
  const openFile = useStable(
    (route: string, otherwise: string) =>
      void openInTab({ id: snapshot.id, route, version: other ?? undefined, otherwise }),
  );
  const id = useId();
  const views = VIEWS.map((name) => ({ name, title: t(name) }));
  return (
    <SidePanel
      side="left"
      label={t(view)}
      head={<Tabs id={id} label={t('views')} panels={views} shown={view} onShow={setView} />}
      onClose={onClose}
    >
      <div className={styles.bar}>
        <AddressBar snapshot={snapshot} preview={preview} navigation={navigation} />
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {files && view === 'pages' && (
          <PageList
            files={files}
            navigation={navigation}
            threadRoutes={threadRoutes}
            picture={other === null ? snapshot.picture : null}
            onOpen={onOpened}
          />
        )}
        {files && view === 'files' && (
          <FileTree
            files={files}
            snapshotId={snapshot.id}
            version={other}
            onOpenInTab={openFile}
            onOpen={openPage}
          />
        )}
        {isFetching && <SkeletonLines label={t('loading')} widths={WAITING} heightPx={24} />}
        {!isFetching && error && (
          <ErrorState
            className={styles.failed}
            message={errorMessage(error, viewer('partFailed'))}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </SidePanel>
  );
}
