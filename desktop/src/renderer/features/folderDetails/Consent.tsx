import { useId, useState } from 'react';
import { consentScope } from '@stagelink/shared/staging/core/consentScope';
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
  isCovered: boolean;
  branch: string | undefined;
}

/** Shows what would run in a folder. Consent is given in a dialog of the main process. */
export function Consent({ folder, commands, fingerprints, isCovered, branch }: ConsentProps) {
  const [isLater, setIsLater] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  async function agree(): Promise<void> {
    setIsBusy(true);
    await runWithToast({
      act: () => invoke('folders.agree', folder.id),
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
      <p>
        {t('askText')} {branch === undefined ? consentScope(isCovered) : t('askBranch', { branch })}
      </p>
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
