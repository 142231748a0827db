import { useMemo } from 'react';
import { type Action, useActions } from '@stagelink/web/lib/keyboard/actions.ts';
import { useSingleKeys } from '@stagelink/web/lib/keyboard/keys.ts';
import { AuthBackdrop } from '@stagelink/web/kit/AuthBackdrop.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { Kbd } from '@stagelink/web/kit/Kbd.tsx';
import { t } from './copy.ts';
import * as actions from './actions.ts';
import styles from './EmptyFolders.module.css';
import { newFolder } from './newFolder.ts';

export function EmptyFolders() {
  const hasKeys = useSingleKeys();
  useActions(useMemo((): Action[] => [newFolder], []));
  return (
    <div className={styles.empty}>
      <AuthBackdrop>
        <div className={styles.words}>
          <h2>{t('emptyTitle')}</h2>
          <p>{t('emptyText')}</p>
          <div className={styles.act}>
            <Button size="large" className={styles.add} onClick={() => void actions.pick('folder')}>
              {t('emptyAdd')}
            </Button>
            <Button size="large" variant="plain" onClick={() => void actions.pick('file')}>
              {t('emptyAddFile')}
            </Button>
            {hasKeys && (
              <span>
                {t('emptyKey')} <Kbd>N</Kbd>
              </span>
            )}
          </div>
        </div>
      </AuthBackdrop>
    </div>
  );
}
