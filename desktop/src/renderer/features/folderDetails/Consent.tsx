import { useId, useState } from 'react';
import { runWithToast } from '@stagelink/web/kit/runWithToast.ts';
import type { Folder } from '../../../protocol/folders.ts';
import { invoke } from '../../lib/stagelink.ts';
import { Path } from '../../kit/Path.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { t } from './copy.ts';
import styles from './FolderStatusCard.module.css';

interface ConsentProps {
  folder: Folder;
  commands: readonly string[];
  fingerprints: readonly string[];
  branch: string | undefined;
}

/** Asks before a folder's commands run. Shows exactly those commands. */
export function Consent({ folder, commands, fingerprints, branch }: ConsentProps) {
  const [isLater, setIsLater] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  async function agree(): Promise<void> {
    setIsBusy(true);
    await runWithToast({
      act: () => invoke('folders.agree', folder.id, fingerprints),
      failed: t('agreeFailed'),
    });
    setIsBusy(false);
  }

  if (isLater) {
    return (
      <section className={`${styles.card} ${styles.later}`}>
        <p>{t('askLaterDone')}</p>
        <Button size="small" variant="plain" onClick={() => setIsLater(false)}>
          {t('askAgain')}
        </Button>
      </section>
    );
  }
  return (
    <section className={styles.card} data-tone="ask" aria-labelledby={id}>
      <h2 id={id}>{t('askTitle', { count: fingerprints.length })}</h2>
      <ul className={styles.commands}>
        {commands.map((command) => (
          <li key={command}>{command}</li>
        ))}
      </ul>
      <div className={styles.where}>
        {t('askIn')} <Path path={folder.path} />
      </div>
      <p>{branch === undefined ? t('askText') : t('askBranch', { branch })}</p>
      <div className={styles.acts}>
        <Button isLoading={isBusy} onClick={() => void agree()}>
          {t('askAgree')}
        </Button>
        <Button variant="plain" onClick={() => setIsLater(true)}>
          {t('askLater')}
        </Button>
      </div>
    </section>
  );
}
