import { EditableRow } from '@stagelink/web/kit/EditableRow.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { useActiveAccount } from '../preferences/accountsApi.ts';
import { t } from './copy.ts';
import styles from './FolderSettings.module.css';
import { LinkForm } from './LinkForm.tsx';

export function LinkRow({ folder }: { folder: Folder }) {
  const isOwn = useActiveAccount()?.id === folder.accountId;
  const { link } = folder;
  return (
    <EditableRow
      label={t('linked')}
      act={isOwn ? { label: t('change'), name: t('changeLink') } : null}
      value={
        <>
          {link ? link.name : t('linkedNone')}
          {link && <span className={styles.url}>{link.url}</span>}
          {!isOwn && <p className={styles.hint}>{t('pickOther')}</p>}
        </>
      }
    >
      {(close) => <LinkForm folder={folder} close={close} />}
    </EditableRow>
  );
}
