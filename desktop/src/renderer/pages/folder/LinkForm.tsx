import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type SubmitEvent, useState } from 'react';
import type { Folder } from '../../../folders.ts';
import { useFolders } from '../../data/folders.ts';
import { useSnapshotsToLink } from '../../data/snapshots.ts';
import { t } from '../../words/folder.ts';
import { link } from './change.ts';
import styles from './FolderSettings.module.css';

/** Long enough not to ask for every letter. */
const PAUSE = 120;

/** Another of the account's folders that is staged to the same snapshot. */
function useSharing(folder: Folder, snapshotId: string | null): Folder | undefined {
  return useFolders().data?.find(
    (each) => each.id !== folder.id && snapshotId !== null && each.link?.snapshotId === snapshotId,
  );
}

/** Points a folder at one of the account's snapshots, or at none. */
export function LinkForm({ folder, close }: { folder: Folder; close: () => void }) {
  const [chosen, setChosen] = useState<string | null>(folder.link?.snapshotId ?? null);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim().slice(0, NAME_MAX), PAUSE);
  const { data: found = [], isError } = useSnapshotsToLink(asked);
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
      <Select
        searchable
        aria-label={t('pick')}
        placeholder={t('pickPlaceholder')}
        nothingFoundMessage={isError ? t('pickFailed') : t('pickNothing')}
        data={found.map(({ id, name }) => ({ value: id, label: name }))}
        // The server has searched already.
        filter={({ options }) => options}
        value={chosen}
        onChange={setChosen}
        onSearchChange={setText}
        comboboxProps={{ withinPortal: false }}
      />
      {sharing && <p className={styles.shared}>{t('pickShared', { name: sharing.name })}</p>}
      <div className={styles.acts}>
        <Button type="submit" size="xs" disabled={!snapshot || chosen === folder.link?.snapshotId}>
          {t('link')}
        </Button>
        {folder.link && (
          <Button size="xs" variant="default" onClick={() => void point(null)}>
            {t('unlink')}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
