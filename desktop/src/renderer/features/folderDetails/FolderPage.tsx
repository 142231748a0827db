import { Link, useParams } from '@stagelink/web/lib/router.ts';
import { t as common } from '@stagelink/web/lib/commonCopy.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { buttonClass } from '@stagelink/web/kit/buttonClass.ts';
import type { Folder } from '../../../protocol/folders.ts';
import { useFolders } from '../folders/api.ts';
import { Message } from '../../kit/Message.tsx';
import { RequireAccount } from '../../shell/RequireAccount.tsx';
import { t } from './copy.ts';
import { DropAnywhere } from '../folders/DropAnywhere.tsx';
import { FolderHead } from './FolderHead.tsx';
import styles from './FolderPage.module.css';
import { FolderSettings } from './FolderSettings.tsx';
import { History } from './History.tsx';
import { FolderStatusCard } from './FolderStatusCard.tsx';
import { Log } from './Log.tsx';
import { DraftVersion } from './DraftVersion.tsx';

function Parts({ folder }: { folder: Folder }) {
  return (
    <>
      <FolderHead folder={folder} />
      <FolderStatusCard folder={folder} />
      {folder.link?.waiting && (
        <DraftVersion folder={folder} link={folder.link} waiting={folder.link.waiting} />
      )}
      <Log key={folder.id} folder={folder} />
      <FolderSettings folder={folder} />
      <History folder={folder} />
    </>
  );
}

function UnknownFolder() {
  return (
    <Message title={t('unknownTitle')} text={t('unknownText')}>
      <Link to="/folders" className={buttonClass()}>
        {t('unknownBack')}
      </Link>
    </Message>
  );
}

export function FolderPage() {
  const { id } = useParams();
  const { data, isPending, error, refetch } = useFolders();
  const folder = data?.find((each) => each.id === id);
  return (
    <RequireAccount title={folder?.name ?? t('back')}>
      {folder && <Parts folder={folder} />}
      {isPending && (
        <div className={styles.waiting} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      )}
      {error && (
        <Message isAlert title={t('failed')} text={error.message}>
          <Button onClick={() => void refetch()}>{common('retry')}</Button>
        </Message>
      )}
      {data && !folder && <UnknownFolder />}
      <DropAnywhere />
    </RequireAccount>
  );
}
