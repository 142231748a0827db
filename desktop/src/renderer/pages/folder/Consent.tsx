import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { tell } from '../../../../../web/src/ui/telling.ts';
import type { Folder } from '../../../folders.ts';
import { ask } from '../../desk.ts';
import { Path } from '../../ui/Path.tsx';
import { t } from '../../words/folder.ts';
import styles from './InTheWay.module.css';

interface ConsentProps {
  folder: Folder;
  commands: readonly string[];
  fingerprints: readonly string[];
  branch: string | undefined;
}

/** Asks before a folder's commands run: exactly these, in exactly this folder. */
export function Consent({ folder, commands, fingerprints, branch }: ConsentProps) {
  const [isLater, setIsLater] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  async function agree(): Promise<void> {
    setIsBusy(true);
    await tell({ act: () => ask('folders.agree', folder.id, fingerprints), failed: t('agreeFailed') });
    setIsBusy(false);
  }

  if (isLater) {
    return (
      <section className={`${styles.card} ${styles.later}`}>
        <p>{t('askLaterDone')}</p>
        <Button size="xs" variant="default" onClick={() => setIsLater(false)}>
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
        <Button size="sm" loading={isBusy} onClick={() => void agree()}>
          {t('askAgree')}
        </Button>
        <Button size="sm" variant="default" onClick={() => setIsLater(true)}>
          {t('askLater')}
        </Button>
      </div>
    </section>
  );
}
