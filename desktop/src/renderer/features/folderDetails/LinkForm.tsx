import { useDebouncedValue } from '@stagelink/web/lib/useDebouncedValue.ts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { Combobox } from '@stagelink/web/kit/Combobox.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { useFolders } from '../folders/api.ts';
import { useSnapshotsToLink } from '../folders/snapshots.ts';
import { t } from './copy.ts';
import { link } from './change.ts';
import styles from './FolderSettings.module.css';

/** Debounces the search. */
const PAUSE = 120;

/** Returns another folder of the account that is linked to the same snapshot. */
function useSharing(folder: Folder, snapshotId: string | null): Folder | undefined {
  return useFolders().data?.find(
    (each) => each.id !== folder.id && snapshotId !== null && each.link?.snapshotId === snapshotId,
  );
}

export function LinkForm({ folder, close }: { folder: Folder; close: () => void }) {
  const [chosen, setChosen] = useState<string | null>(folder.link?.snapshotId ?? null);
  const [text, setText] = useState('');
  const searchText = useDebouncedValue(text.trim().slice(0, NAME_MAX), PAUSE);
  const { data: found = [], isError } = useSnapshotsToLink(searchText);
  const sharing = useSharing(folder, chosen);
  const snapshot = found.find(({ id }) => id === chosen);

  async function point(to: { id: string; name: string } | null): Promise<void> {
    if (await link(folder, to)) close();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (snapshot) void point(snapshot);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <Combobox
        label={t('pick')}
        placeholder={t('pickPlaceholder')}
        emptyText={isError ? t('pickFailed') : t('pickNothing')}
        options={found.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        onTyped={setText}
      />
      {sharing && <p className={styles.shared}>{t('pickShared', { name: sharing.name })}</p>}
      <div className={styles.acts}>
        <Button type="submit" size="small" disabled={!snapshot || chosen === folder.link?.snapshotId}>
          {t('link')}
        </Button>
        {folder.link && (
          <Button size="small" variant="plain" onClick={() => void point(null)}>
            {t('unlink')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
