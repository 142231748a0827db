import type { SnapshotFile, SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { versionQuery } from '@stagelink/shared/preview/viewerUrl';
import { bytes } from '@stagelink/shared/domain/format';
import { type MouseEvent, useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { useVersionFiles } from '../../features/versions/api.ts';
import { t } from './copy.ts';
import styles from './FileList.module.css';
import { openInTab } from '../../features/preview/openInTab.ts';

/** Rendered first: a build may have ten thousand files. */
const FIRST = 300;

/** Shortens `text/html; charset=utf-8` to html. */
const typeName = (type: string) =>
  type
    .replace(/;.*/, '')
    .replace(/^[^/]*\/(x-|vnd\.)?/, '')
    .replace(/\+xml$/, '')
    .replace(/^plain$/, 'text');

interface FileProps {
  file: SnapshotFile;
  snapshotId: string;
  /** Null for the live version. */
  version: number | null;
}

function File({ file, snapshotId, version }: FileProps) {
  const cut = file.name.lastIndexOf('/') + 1;
  const route = `/${file.name.split('/').map(encodeURIComponent).join('/')}`;
  const href =
    version === null ? `/s/${snapshotId}${route}` : `/viewer/${snapshotId}${route}${versionQuery(version)}`;

  function click(event: MouseEvent): void {
    if (version === null) return;
    event.preventDefault();
    void openInTab({ id: snapshotId, route, version, otherwise: href });
  }

  return (
    <li>
      <a
        className={styles['file']}
        href={href}
        target="_blank"
        rel="noopener"
        title={file.name}
        onClick={click}
      >
        <span className={styles['name']}>
          {cut > 0 && <span className={styles['folder']}>{file.name.slice(0, cut)}</span>}
          <span className={styles['base']}>{file.name.slice(cut)}</span>
        </span>
        <span className={styles['type']}>{typeName(file.type)}</span>
        <span className={styles['size']}>{bytes(file.size)}</span>
      </a>
    </li>
  );
}

interface FileListProps {
  snapshot: SnapshotView;
  /** The version shown. */
  version: number;
}

/** Files of the version shown, each linked. */
export function FileList({ snapshot, version }: FileListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const other = version === snapshot.version ? null : version;
  const { data, error } = useVersionFiles(snapshot.id, other);
  const files = other === null ? snapshot.files : data;
  if (!files) return error && <p role="alert">{errorMessage(error, t('partFailed'))}</p>;
  const shown = isWhole ? files : files.slice(0, FIRST);
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((file) => (
          <File key={file.name} file={file} snapshotId={snapshot.id} version={other} />
        ))}
      </ul>
      {shown.length < files.length && (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
          {t('showAll', { count: files.length })}
        </button>
      )}
    </>
  );
}
