import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { PinCounts } from '../../../../../web/src/ui/PinCounts.tsx';
import { tell } from '../../../../../web/src/ui/telling.ts';
import { t as restage } from '../../../../../web/src/words/restage.ts';
import type { Folder, Link, Waiting } from '../../../folders.ts';
import { showFolder } from '../../data/folders.ts';
import { ask } from '../../desk.ts';
import { t } from '../../words/folder.ts';
import styles from './InTheWay.module.css';

interface WaitsProps {
  folder: Folder;
  link: Link;
  waiting: Waiting;
}

/** A version that is held back for its pins: how they stand, and what its owner can do about it. */
export function Waits({ folder: { id }, link, waiting: { version, pins } }: WaitsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const title = useId();

  async function decide(telling: Parameters<typeof tell>[0]): Promise<void> {
    setIsBusy(true);
    await tell(telling);
    setIsBusy(false);
  }

  const show = async (shown: number) => showFolder(await ask('folders.publish', id, shown));
  const publish = () =>
    decide({
      act: () => show(version),
      undo: () => show(link.version),
      done: restage('published', { version }),
      failed: restage('publishFailed'),
    });
  const discard = () =>
    decide({
      act: async () => showFolder(await ask('folders.discard', id)),
      done: restage('discarded', { version }),
      failed: restage('discardFailed'),
    });

  return (
    <section className={styles.card} data-tone="ask" aria-labelledby={title}>
      <h2 id={title}>{t('waitsTitle', { version })}</h2>
      <p>{t('waitsText', { version: link.version })}</p>
      <PinCounts counts={pins} />
      <div className={styles.acts}>
        <Button size="sm" loading={isBusy} onClick={() => void publish()}>
          {restage('publish')}
        </Button>
        <Button
          size="sm"
          variant="default"
          onClick={() => void tell({ act: () => ask('link.look', id), failed: t('lookFailed') })}
        >
          {restage('look')}
        </Button>
        <Button size="sm" variant="subtle" color="red" disabled={isBusy} onClick={() => void discard()}>
          {restage('discard')}
        </Button>
      </div>
    </section>
  );
}
