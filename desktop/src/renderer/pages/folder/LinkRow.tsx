import { EditableRow } from '../../../../../web/src/ui/EditableRow.tsx';
import type { Folder } from '../../../folders.ts';
import { useActiveAccount } from '../../data/accounts.ts';
import { t } from '../../words/folder.ts';
import styles from './FolderSettings.module.css';
import { LinkForm } from './LinkForm.tsx';

/** The snapshot a folder is staged to. */
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
