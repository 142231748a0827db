import { Folders, SlidersHorizontal } from 'lucide-react';
import { SidebarItem } from '@stagelink/web/app/shell/SidebarItem.tsx';
import { useLocation } from '@stagelink/web/lib/router.ts';
import { VisuallyHidden } from '@stagelink/web/kit/VisuallyHidden.tsx';
import type { Folder, FolderState } from '../../protocol/folders.ts';
import { useFolders } from '../features/folders/api.ts';
import { useIpcQuery } from '../lib/ipcQueries.ts';
import { t } from './copy.ts';
import styles from './SidebarItems.module.css';

function Dot({ state, title }: { state: string; title: string }) {
  return (
    <span className={styles.dot} data-state={state} title={title}>
      <VisuallyHidden>{title}</VisuallyHidden>
    </span>
  );
}

/** States in order of priority. */
const SHOWN_STATES = [
  'failed',
  'asking',
  'deciding',
  'staging',
] as const satisfies readonly FolderState['kind'][];

function Glance({ folders }: { folders: readonly Folder[] }) {
  const isPaused = useIpcQuery('preferences.get').data?.isPaused ?? false;
  for (const kind of SHOWN_STATES) {
    const count = folders.filter(({ state }) => state.kind === kind).length;
    if (count > 0) return <Dot state={kind} title={t(kind, { count })} />;
  }
  if (isPaused) return <span className={styles.word}>{t('paused')}</span>;
  return folders.length > 0 && <span className={styles.word}>{folders.length}</span>;
}

export function SidebarItems() {
  const { pathname } = useLocation();
  const { data } = useFolders();
  return (
    <SidebarItem
      to="/folders"
      icon={Folders}
      label={t('folders')}
      isCurrent={pathname.startsWith('/folders')}
      aside={data && <Glance folders={data} />}
    />
  );
}

export function EndPlaces() {
  const { pathname } = useLocation();
  const update = useIpcQuery('about.get').data?.update ?? null;
  return (
    <SidebarItem
      to="/preferences"
      icon={SlidersHorizontal}
      label={t('preferences')}
      isCurrent={pathname.startsWith('/preferences')}
      aside={update !== null && <Dot state="update" title={t('updateReady')} />}
    />
  );
}
