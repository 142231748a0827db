import { VisuallyHidden } from '@mantine/core';
import { Folders, SlidersHorizontal } from 'lucide-react';
import { Place } from '../../../../web/src/shell/Place.tsx';
import { useLocation } from '../../../../web/src/ui/router.ts';
import type { Folder, FolderState } from '../../folders.ts';
import { useFolders } from '../data/folders.ts';
import { useMachine } from '../data/machine.ts';
import { t } from '../words/shell.ts';
import styles from './Places.module.css';

function Dot({ state, said }: { state: string; said: string }) {
  return (
    <span className={styles.dot} data-state={state} title={said}>
      <VisuallyHidden>{said}</VisuallyHidden>
    </span>
  );
}

/** What somebody should know first comes first. */
const TOLD = ['failed', 'asking', 'staging'] as const satisfies readonly FolderState['kind'][];

function Glance({ folders }: { folders: readonly Folder[] }) {
  const isPaused = useMachine('preferences.get').data?.isPaused ?? false;
  for (const kind of TOLD) {
    const count = folders.filter(({ state }) => state.kind === kind).length;
    if (count > 0) return <Dot state={kind} said={t(kind, { count })} />;
  }
  if (isPaused) return <span className={styles.word}>{t('paused')}</span>;
  return folders.length > 0 && <span className={styles.word}>{folders.length}</span>;
}

export function Places() {
  const { pathname } = useLocation();
  const { data } = useFolders();
  return (
    <Place
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
  const update = useMachine('about.get').data?.update ?? null;
  return (
    <Place
      to="/preferences"
      icon={SlidersHorizontal}
      label={t('preferences')}
      isCurrent={pathname.startsWith('/preferences')}
      aside={update !== null && <Dot state="update" said={t('updateReady')} />}
    />
  );
}
