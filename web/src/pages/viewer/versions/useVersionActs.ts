import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { sentence } from '../../../data/sentence.ts';
import { discardVersion, keepVersions, publishVersion } from '../../../data/versions.ts';
import { t } from '../../../words/versions.ts';
import type { Preview } from '../usePreview.ts';

/** What an owner may do with versions, and how the last of it went. */
export function useVersionActs({ id, version: shown }: SnapshotView, preview: Preview) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** What the link showed before it was changed here. */
  const [former, setFormer] = useState<number | null>(null);

  async function attempt(act: () => Promise<void>, failed: string): Promise<boolean> {
    setIsBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(sentence(error, failed));
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    problem,
    former,
    async publish(number: number): Promise<void> {
      if (!(await attempt(() => publishVersion(id, number), t('publishFailed')))) return;
      setFormer(shown);
      // What was another version is the link's own now.
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

export type VersionActs = ReturnType<typeof useVersionActs>;
