import { useDebouncedValue } from '@stagelink/web/lib/useDebouncedValue.ts';
import { useFormSubmit } from '@stagelink/web/lib/useFormSubmit.ts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { Combobox } from '@stagelink/web/kit/Combobox.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { useFolders } from '../folders/api.ts';
import { useSnapshotsToLink } from '../folders/snapshots.ts';
import { t } from './copy.ts';
import { link } from './change.ts';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
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
  const { formProps, isSending, run } = useFormSubmit(t('linkFailed'));
  const sharing = useSharing(folder, chosen);
  const snapshot = found.find(({ id }) => id === chosen);

  async function point(to: { id: string; name: string } | null): Promise<void> {
    if (await run(() => link(folder, to))) close();
  }

  const submit = () => snapshot && point(snapshot);

  return (
    <form className={styles.form} {...formProps(submit)}>
      <Combobox
        label={t('pick')}
        placeholder={t('pickPlaceholder')}
        emptyText={isError ? t('pickFailed') : t('pickNothing')}
        options={found.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        onTyped={setText}
      />
      {sharing && (
        <Text tone="notice" size="small">
          {t('pickShared', { name: sharing.name })}
        </Text>
      )}
      <Line gap="small" isWrapping>
        <Button
          type="submit"
          size="small"
          isLoading={isSending}
          disabled={!snapshot || chosen === folder.link?.snapshotId}
        >
          {t('link')}
        </Button>
        {folder.link && (
          <Button size="small" variant="plain" disabled={isSending} onClick={() => void point(null)}>
            {t('unlink')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </Line>
    </form>
  );
}
