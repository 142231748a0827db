import { Button, Kbd } from '@mantine/core';
import { useMemo } from 'react';
import { type Action, useActions } from '../../../../../web/src/shell/palette/actions.ts';
import { useSingleKeys } from '../../../../../web/src/shell/palette/keys.ts';
import { Stage } from '../../../../../web/src/ui/Stage.tsx';
import { t } from '../../words/folders.ts';
import * as acts from './acts.ts';
import styles from './EmptyFolders.module.css';
import { newFolder } from './newFolder.ts';

/** Nothing is here yet: one sentence, one act. */
export function EmptyFolders() {
  const hasKeys = useSingleKeys();
  useActions(useMemo((): Action[] => [newFolder], []));
  return (
    <div className={styles.empty}>
      <Stage>
        <div className={styles.words}>
          <h2>{t('emptyTitle')}</h2>
          <p>{t('emptyText')}</p>
          <div className={styles.act}>
            <Button size="md" className={styles.add} onClick={() => void acts.pick()}>
              {t('emptyAdd')}
            </Button>
            {hasKeys && (
              <span>
                {t('emptyKey')} <Kbd>N</Kbd>
              </span>
            )}
          </div>
        </div>
      </Stage>
    </div>
  );
}
