import { Button } from '@mantine/core';
import { Link, useParams } from '../../../../../web/src/ui/router.ts';
import { t as common } from '../../../../../web/src/words/common.ts';
import type { Folder } from '../../../folders.ts';
import { useFolders } from '../../data/folders.ts';
import { Inside } from '../../shell/Inside.tsx';
import { t } from '../../words/folder.ts';
import { DropAnywhere } from '../folders/DropAnywhere.tsx';
import { FolderHead } from './FolderHead.tsx';
import styles from './FolderPage.module.css';
import { FolderSettings } from './FolderSettings.tsx';
import { History } from './History.tsx';
import { InTheWay } from './InTheWay.tsx';
import { Log } from './Log.tsx';
import { Waits } from './Waits.tsx';

function Parts({ folder }: { folder: Folder }) {
  return (
    <>
      <FolderHead folder={folder} />
      <InTheWay folder={folder} />
      {folder.link?.waiting && <Waits folder={folder} link={folder.link} waiting={folder.link.waiting} />}
      <Log key={folder.id} folder={folder} />
      <FolderSettings folder={folder} />
      <History folder={folder} />
    </>
  );
}

function Unknown() {
  return (
    <div className={styles.unknown}>
      <h1>{t('unknownTitle')}</h1>
      <p>{t('unknownText')}</p>
      <Button component={Link} to="/folders">
        {t('unknownBack')}
      </Button>
    </div>
  );
}

/** One folder: how it is doing, what is in its way, what was done with it. */
export function FolderPage() {
  const { id } = useParams();
  const { data, isPending, error, refetch } = useFolders();
  const folder = data?.find((each) => each.id === id);
  return (
    <Inside title={folder?.name ?? t('back')}>
      {folder && <Parts folder={folder} />}
      {isPending && (
        <div className={styles.waiting} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      )}
      {error && (
        <div role="alert" className={styles.unknown}>
          <h1>{t('failed')}</h1>
          <p>{error.message}</p>
          <Button onClick={() => void refetch()}>{common('retry')}</Button>
        </div>
      )}
      {data && !folder && <Unknown />}
      <DropAnywhere />
    </Inside>
  );
}
