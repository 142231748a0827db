import { useId, useState } from 'react';
import { PinCounts } from '@stagelink/web/features/pins/PinCounts.tsx';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { t as restage } from '@stagelink/web/features/staging/copy.ts';
import type { Folder, Link, Waiting } from '../../../protocol/folders.ts';
import { showFolder } from '../folders/api.ts';
import { invoke } from '../../lib/stagelink.ts';
import { t } from './copy.ts';
import styles from './FolderStatusCard.module.css';

interface DraftVersionProps {
  folder: Folder;
  link: Link;
  waiting: Waiting;
}

/** A version that stays a draft because it loses pins, with actions to publish or discard it. */
export function DraftVersion({ folder: { id }, link, waiting: { version, pins } }: DraftVersionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const title = useId();

  async function decide(toast: Parameters<typeof runWithToast>[0]): Promise<void> {
    setIsBusy(true);
    await runWithToast(toast);
    setIsBusy(false);
  }

  const show = async (shown: number) => showFolder(await invoke('folders.publish', id, shown));
  const publish = () =>
    decide({
      act: () => show(version),
      undo: () => show(link.version),
      done: restage('published', { version }),
      failed: restage('publishFailed'),
    });
  const discard = () =>
    decide({
      act: async () => showFolder(await invoke('folders.discard', id)),
      done: restage('discarded', { version }),
      failed: restage('discardFailed'),
    });

  return (
    <section className={styles.card} data-tone="ask" aria-labelledby={title}>
      <h2 id={title}>{t('waitsTitle', { version })}</h2>
      <p>{t('waitsText', { version: link.version })}</p>
      <PinCounts counts={pins} />
      <div className={styles.acts}>
        <Button isLoading={isBusy} onClick={() => void publish()}>
          {restage('publish')}
        </Button>
        <Button
          variant="plain"
          onClick={() => void runWithToast({ act: () => invoke('link.look', id), failed: t('lookFailed') })}
        >
          {restage('look')}
        </Button>
        <Button variant="quiet" isDanger disabled={isBusy} onClick={() => void discard()}>
          {restage('discard')}
        </Button>
      </div>
    </section>
  );
}
