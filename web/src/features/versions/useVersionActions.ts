import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { discardVersion, keepVersions, publishVersion, downloadVersion } from './api.ts';
import { t } from './copy.ts';
import type { Preview } from '../preview/usePreview.ts';

/** The owner's actions on versions, and the state of the last one. */
export function useVersionActions({ id, version: shown }: SnapshotView, preview: Preview) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The version that was live before it was changed here. */
  const [former, setFormer] = useState<number | null>(null);
  /** Names the files with another name in the zip that was downloaded last. */
  const [renamed, setRenamed] = useState<string | null>(null);

  async function attempt(act: () => Promise<void>, failed: string): Promise<boolean> {
    setIsBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(errorMessage(error, failed));
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    problem,
    former,
    renamed,
    async download(number: number): Promise<void> {
      await attempt(async () => setRenamed(await downloadVersion(id, number)), t('downloadFailed'));
    },
    async publish(number: number): Promise<void> {
      if (!(await attempt(() => publishVersion(id, number), t('publishFailed')))) return;
      setFormer(shown);
      // The version shown is live now.
      if (preview.version === number) preview.showVersion(null);
    },
    async keep(count: number | null): Promise<void> {
      await attempt(() => keepVersions(id, count), t('keptFailed'));
    },
    async discard(number: number): Promise<void> {
      if (!(await attempt(() => discardVersion(id, number), t('discardFailed')))) return;
      if (preview.version === number) preview.showVersion(null);
    },
  };
}

export type VersionActions = ReturnType<typeof useVersionActions>;
