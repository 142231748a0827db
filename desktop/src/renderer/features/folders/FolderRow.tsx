import { ago, moment } from '@stagelink/shared/domain/format';
import { Eye, Link as LinkIcon } from 'lucide-react';
import { Link } from '@stagelink/web/lib/router.ts';
import { QuickAction } from '@stagelink/web/kit/QuickAction.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { useAccounts } from '../preferences/accountsApi.ts';
import { hostOf } from '../../lib/server.ts';
import { Path } from '../../kit/Path.tsx';
import { State } from '../../kit/State.tsx';
import { SnapshotPicture } from '@stagelink/web/features/snapshots/SnapshotPicture.tsx';
import { VisuallyHidden } from '@stagelink/web/kit/VisuallyHidden.tsx';
import { t } from './copy.ts';
import * as actions from './actions.ts';
import { FolderMenu } from './FolderMenu.tsx';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
import styles from './FolderTable.module.css';
import { PrimaryAction } from './PrimaryAction.tsx';

/** Names the account of a folder that belongs to another account than the active one. */
function Owner({ accountId }: { accountId: string }) {
  const { data } = useAccounts();
  const owner = data?.all.find(({ id }) => id === accountId);
  if (!owner || owner.id === data?.activeId) return null;
  return (
    <span className={styles.chip}>{t('ofAccount', { name: owner.name, server: hostOf(owner.server) })}</span>
  );
}

function Watching({ watched }: { watched: 'sources' | 'output' }) {
  const label = t(watched === 'sources' ? 'watchesSources' : 'watchesOutput');
  return (
    <span className={styles.watching} title={label}>
      <Eye size={13} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

function LinkCell({ folder, now, tabIndex }: { folder: Folder; now: Date; tabIndex: number }) {
  const { link, lastStagedAt } = folder;
  if (!link) return <span className={styles.none}>{t('noLink')}</span>;
  const stagedAt = lastStagedAt === null ? null : new Date(lastStagedAt);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title={link.url}
        tabIndex={tabIndex}
        onClick={() => void actions.open(folder)}
      >
        {link.name}
      </button>
      <span className={styles.aside}>
        {t('version', { version: link.version })}
        {stagedAt && (
          <>
            {' · '}
            <time dateTime={stagedAt.toISOString()} title={moment(stagedAt)}>
              {t('stagedAgo', { ago: ago(stagedAt, now).toLowerCase() })}
            </time>
          </>
        )}
      </span>
    </>
  );
}

interface FolderRowProps {
  folder: Folder;
  index: number;
  /** The row in the tab order. */
  isActive: boolean;
  now: Date;
  /** Path of the picture of its snapshot. */
  picture: string | null;
  onReach: (index: number) => void;
}

export function FolderRow({ folder, index, isActive, now, picture, onReach }: FolderRowProps) {
  const tabIndex = isActive ? 0 : -1;
  const { watched } = folder.settings;
  const framework = folder.detected?.framework ?? (folder.detected?.kind === 'static' ? t('static') : null);
  return (
    <tr
      className={styles.row}
      data-index={index}
      tabIndex={tabIndex}
      aria-label={folder.name}
      onFocus={() => onReach(index)}
    >
      <td className={styles.folder}>
        <span className={styles.picture} aria-hidden>
          <SnapshotPicture picture={picture} name={folder.name} />
        </span>
        <Line as="span" gap="small" align="center">
          <Link to={`/folders/${folder.id}`} className={styles.title} tabIndex={tabIndex}>
            {folder.name}
          </Link>
          {framework !== null && <span className={styles.chip}>{framework}</span>}
          {watched !== 'off' && <Watching watched={watched} />}
          <Owner accountId={folder.accountId} />
        </Line>
        <Path path={folder.path} />
      </td>
      <td className={styles.where}>
        <LinkCell folder={folder} now={now} tabIndex={tabIndex} />
      </td>
      <td className={styles.how}>
        <State folder={folder} />
      </td>
      <td className={styles.acts}>
        {folder.link && (
          <span className={styles.quick}>
            <QuickAction
              icon={LinkIcon}
              label={t('copyLinkOf', { name: folder.name })}
              tabIndex={tabIndex}
              act={() => actions.copyLink(folder)}
            />
          </span>
        )}
        <PrimaryAction folder={folder} tabIndex={tabIndex} />
        <FolderMenu folder={folder} tabIndex={tabIndex} isInList />
      </td>
    </tr>
  );
}
